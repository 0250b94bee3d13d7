import { useEffect, useRef, useState } from 'preact/hooks';

import { Cell, useCell } from '../cell.ts';
import { useData } from '../data.ts';
import { labelOf } from '../outbox/entry.ts';
import { useDraft } from '../outbox/draft.ts';
import { write } from '../outbox/outbox.ts';
import { KINDS, type TagList } from '../shapes.ts';
import { say } from '../toast.ts';
import { isLong } from './long.ts';

/** What is being captured: the fields of the operation `add`, as a person fills them in. */
export interface Draft {
  readonly text: string;
  readonly tags: string;
  readonly kind: string;
  readonly due: string;
}

const EMPTY: Draft = { text: '', tags: '', kind: '', due: '' };
/** What a server takes in one request, in bytes, with room for the other fields. */
const MOST = 1024 * 1024 - 4096;
/** Closing at once would move what is below it away from under a click, in ms. */
const CLOSING = 300;
/** The kinds a text can be given; photos and files are not texts. */
const CHOICES = KINDS.filter((kind) => kind !== 'photo' && kind !== 'file');

/** Something to be written on in the box: what was shared, or taken back from the outbox. */
export const handedOver = new Cell<Draft | undefined>(undefined);

function isEmpty(draft: Draft): boolean {
  return Object.values(draft).every((value) => value === '');
}

/** The box that everything begins in. `kind` is what new pages are unless said otherwise. */
export function Composer({ kind = '', placeholder }: { kind?: string; placeholder: string }) {
  const { draft, change, clear, isRead } = useDraft(`add:${kind}`, EMPTY, isEmpty);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handed = useCell(handedOver);
  const isUsed = isOpen || !isEmpty(draft);

  useEffect(() => {
    if (handed === undefined || kind !== '' || !isRead) return;
    handedOver.set(undefined);
    const text = [draft.text, handed.text].filter((each) => each !== '').join('\n\n');
    change({ ...handed, text });
    box.current?.focus();
  }, [handed, isRead]);

  const set = (field: keyof Draft) => (event: Event) => {
    setProblem('');
    change({ ...draft, [field]: (event.currentTarget as HTMLInputElement).value });
  };
  const save = (event?: Event) => {
    event?.preventDefault();
    const fault = faultOf(draft);
    setProblem(fault);
    if (fault !== '') return;
    // The box is empty before anything is awaited, or fast typing would be wiped.
    clear();
    box.current?.focus();
    const { settled } = write('add', inputOf(draft, kind), labelOf(draft.text));
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
      {isUsed && <Details draft={draft} set={set} kind={kind} />}
      <div class="composer-foot">
        <p class="problem" role="alert">
          {problem}
        </p>
        <button type="submit">Save</button>
      </div>
    </form>
  );
}

function Details({
  draft,
  set,
  kind,
}: {
  draft: Draft;
  set: (field: keyof Draft) => (event: Event) => void;
  kind: string;
}) {
  const { data } = useData<TagList>('/api/tags?limit=200');
  return (
    <div class="details">
      <label>
        <span>Tags</span>
        <input
          value={draft.tags}
          onInput={set('tags')}
          list="known-tags"
          placeholder="garden"
          autocapitalize="none"
          autocomplete="off"
          enterkeyhint="done"
        />
      </label>
      <datalist id="known-tags">
        {data?.tags.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <label>
        <span>Due</span>
        <input
          value={draft.due}
          onInput={set('due')}
          placeholder="friday"
          autocapitalize="none"
          autocomplete="off"
          enterkeyhint="done"
        />
      </label>
      {kind === '' && (
        <label>
          <span>Kind</span>
          <select value={draft.kind} onChange={set('kind')}>
            <option value="">auto</option>
            {CHOICES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** Why a draft cannot be saved as it is; empty where it can. It stays in the box meanwhile. */
function faultOf(draft: Draft): string {
  if (draft.text.trim() === '') return 'There is nothing to save yet.';
  const size = new TextEncoder().encode(JSON.stringify(draft.text)).length;
  if (size <= MOST) return '';
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return `This text has ${megabytes} MB, and one page from here may have 1 MB. Save it as a file and add it at the terminal: scrap add --file FILE`;
}

function inputOf({ text, tags, kind, due }: Draft, preset: string): Record<string, unknown> {
  const named = tags
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '');
  const chosen = kind === '' ? preset : kind;
  return {
    text,
    ...(named.length === 0 ? {} : { tags: named }),
    ...(chosen === '' ? {} : { kind: chosen }),
    ...(due.trim() === '' ? {} : { due: due.trim() }),
  };
}

/** An entry of the outbox as a draft again. */
export function draftOf(input: Readonly<Record<string, unknown>>): Draft {
  const { text, tags, kind, due } = input;
  return {
    text: typeof text === 'string' ? text : '',
    tags: Array.isArray(tags) ? tags.join(', ') : '',
    kind: typeof kind === 'string' ? kind : '',
    due: typeof due === 'string' ? due : '',
  };
}
