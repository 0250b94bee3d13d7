import { useEffect, useRef, useState } from 'preact/hooks';

import { type Attached, labelOf } from '../outbox/entry.ts';
import { useDraft } from '../outbox/draft.ts';
import { write } from '../outbox/outbox.ts';
import { say } from '../toast.ts';
import { useCell } from '../use-cell.ts';
import { AttachedFiles } from './attached.tsx';
import { Details } from './details.tsx';
import {
  type Box,
  type Draft,
  EMPTY,
  faultOf,
  handedOver,
  inputOf,
  isEmpty,
  NO_FILES,
} from './draft.ts';
import { PhotoIcon } from './icons.tsx';
import { isLong } from './long.ts';

/** Closing at once would move what is below it away from under a click, in ms. */
const CLOSING = 300;

/** The box that everything begins in; `is` says what becomes of what is written there. */
export function Composer({ is, placeholder }: { is: Box; placeholder: string }) {
  const { draft, change, clear, isRead } = useDraft(`${is}:`, EMPTY, isEmpty);
  const attached = useDraft(`${is}:files`, NO_FILES, (files) => files.length === 0);
  const files = attached.draft;
  const takesFiles = is === 'add';
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handed = useCell(handedOver);
  const isUsed = isOpen || !isEmpty(draft) || files.length > 0;

  useEffect(() => {
    if (handed?.box !== is || !isRead || !attached.isRead) return;
    handedOver.set(undefined);
    const text = [draft.text, handed.draft.text].filter((each) => each !== '').join('\n\n');
    change({ ...handed.draft, text });
    if (handed.files.length > 0) attached.change([...files, ...handed.files]);
    box.current?.focus();
  }, [handed, isRead, attached.isRead]);

  const attach = (list: Iterable<File>) => {
    setProblem('');
    const chosen = [...list].map((file) => ({ name: file.name, bytes: file }));
    attached.change([...files, ...chosen]);
  };
  useFilesFromElsewhere(takesFiles ? attach : undefined);

  const set = (field: keyof Draft) => (event: Event) => {
    setProblem('');
    change({ ...draft, [field]: (event.currentTarget as HTMLInputElement).value });
  };
  const save = (event?: Event) => {
    event?.preventDefault();
    const fault = faultOf(draft, files);
    setProblem(fault);
    if (fault !== '') return;
    // The box is empty before anything is awaited, or fast typing would be wiped.
    clear();
    attached.clear();
    box.current?.focus();
    const { settled } = write(is, inputOf(draft), nameOf(draft.text, files), files);
    void settled.then((outcome) => {
      if (outcome.kind === 'taken') say(`Saved: ${outcome.answer.title}`);
    });
  };
  const open = () => {
    clearTimeout(closing.current);
    setOpen(true);
  };
  const closeSoon = () => {
    closing.current = setTimeout(() => setOpen(false), CLOSING);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
  };

  return (
    <form
      class={isUsed ? 'composer is-used' : 'composer'}
      aria-label="Write something new"
      onSubmit={save}
      onKeyDown={keys}
      onFocusIn={open}
      onFocusOut={closeSoon}
    >
      <textarea
        ref={box}
        id="capture"
        rows={1}
        class={isLong(draft.text) ? 'is-long' : undefined}
        aria-label="Text"
        placeholder={placeholder}
        value={draft.text}
        onInput={set('text')}
      />
      {takesFiles && <AddPhotos attach={attach} />}
      <AttachedFiles
        files={files}
        remove={(at) => attached.change(files.filter((_, i) => i !== at))}
      />
      {isUsed && <Details draft={draft} set={set} hasKind={is === 'add'} />}
      <div class="composer-foot">
        <p class="problem" role="alert">
          {problem}
        </p>
        <button type="submit">Save</button>
      </div>
    </form>
  );
}

/** The camera or the photos of a device: which of them is left to whoever is asked. */
function AddPhotos({ attach }: { attach: (files: Iterable<File>) => void }) {
  return (
    <label class="attach">
      <PhotoIcon />
      <input
        type="file"
        class="hidden"
        aria-label="Add photos"
        accept="image/*"
        multiple
        onChange={({ currentTarget }) => {
          attach(currentTarget.files ?? []);
          currentTarget.value = ''; // so that the same one can be chosen again
        }}
      />
    </label>
  );
}

/** What is called by its first words, and without any by its files. */
function nameOf(text: string, files: readonly Attached[]): string {
  const label = labelOf(text);
  if (label !== '' || files.length === 0) return label;
  return files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`;
}

/** Files that are pasted or dropped anywhere in the view. */
function useFilesFromElsewhere(attach: ((files: Iterable<File>) => void) | undefined): void {
  const latest = useRef(attach);
  latest.current = attach;
  useEffect(() => {
    if (attach === undefined) return undefined;
    const take = (event: Event, data: DataTransfer | null) => {
      if (data === null || data.files.length === 0) return;
      event.preventDefault();
      latest.current?.(data.files);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    // Without this the browser would leave the app for the file.
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    addEventListener('paste', paste);
    addEventListener('drop', drop);
    addEventListener('dragover', over);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('drop', drop);
      removeEventListener('dragover', over);
    };
  }, [attach === undefined]);
}
