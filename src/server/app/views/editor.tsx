import { useEffect, useRef, useState } from 'preact/hooks';

import { get } from '../api.ts';
import { isLong } from '../parts/long.ts';
import { useDraft } from '../outbox/draft.ts';
import { write } from '../outbox/outbox.ts';
import { discard, waiting } from '../outbox/queue.ts';
import type { WholePage } from '../shapes.ts';
import { say } from '../toast.ts';

/** A text that is being edited, and the revision it started from. */
interface Draft {
  readonly text: string;
  readonly revision: number;
}

const NOTHING: Draft = { text: '', revision: 0 };

/** Edits a page's text. When it was changed elsewhere meanwhile, both texts are shown. */
export function Editor({ page, close }: { page: WholePage; close: () => void }) {
  const { slug, title } = page;
  const { draft, change, clear, isRead } = useDraft(
    `edit:${slug}`,
    NOTHING,
    ({ revision }) => revision === 0,
  );
  const [theirs, setTheirs] = useState<WholePage>();
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isBegun = draft.revision !== 0;
  const text = isBegun ? draft.text : page.text;
  /** Changed elsewhere while this was being written: said before it is saved. */
  const isBehind = isBegun && draft.revision < page.revision;

  useEffect(() => {
    if (isRead) box.current?.focus();
  }, [isRead]);

  const type = (next: string) => {
    change({ text: next, revision: isBegun ? draft.revision : page.revision });
  };
  const leave = () => {
    clear();
    close();
  };
  const save = async (revision: number) => {
    setProblem('');
    setSaving(true);
    const { key, settled } = write('edit', { page: slug, text, revision }, title);
    const outcome = await Promise.race([settled, patience()]);
    setSaving(false);
    if (outcome === undefined) {
      // It is in the outbox now, which says what becomes of it.
      say('The edit waits to be sent.');
      leave();
    } else if (outcome.kind === 'taken') {
      say('Saved.');
      leave();
    } else {
      // Here it is being dealt with, so it need not wait in the outbox too. The draft holds it.
      change({ text, revision });
      const entry = waiting.value?.find((each) => each.key === key);
      if (entry !== undefined) await discard(entry);
      setProblem(outcome.refused.message);
      if (outcome.refused.reason === 'text_moved') await compare();
    }
  };
  const compare = async () => {
    setTheirs(await get<WholePage>(`/api/page/${encodeURIComponent(slug)}`));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save(theirs?.revision ?? (isBegun ? draft.revision : page.revision));
  };

  return (
    <article class={theirs === undefined ? 'view page' : 'view page is-compared'}>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="problem" role="alert">
        {problem}
        {problem === '' && isBehind && theirs === undefined && (
          <>
            This page has changed elsewhere since you began.{' '}
            <button class="quiet" type="button" onClick={() => void compare()}>
              Show both
            </button>
          </>
        )}
      </p>
      <div class="versions">
        <section>
          {theirs !== undefined && <h2 id="mine">Yours</h2>}
          <textarea
            ref={box}
            class={isLong(text) ? 'editor is-long' : 'editor'}
            aria-label={`Text of ${title}`}
            value={text}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={keys}
          />
        </section>
        {theirs !== undefined && (
          <section>
            <h2>As it is now</h2>
            <pre class="theirs" tabIndex={0}>
              {theirs.text}
            </pre>
          </section>
        )}
      </div>
      <div class="actions">
        {theirs === undefined ? (
          <button
            type="button"
            disabled={isSaving}
            onClick={() => void save(isBegun ? draft.revision : page.revision)}
          >
            Save
          </button>
        ) : (
          <button type="button" disabled={isSaving} onClick={() => void save(theirs.revision)}>
            Save yours over it
          </button>
        )}
        <button class="quiet" type="button" onClick={leave}>
          {theirs === undefined ? 'Cancel' : 'Keep what is there now'}
        </button>
      </div>
    </article>
  );
}

/** How long Save is waited for before the editor closes and leaves the rest to the outbox. */
function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), 3_000));
}
