import { useEffect, useReducer } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { useCell } from '../use-cell.ts';
import { type Entry, textOf } from '../outbox/entry.ts';
import { again, discard, waiting } from '../outbox/queue.ts';
import { writeDraft } from '../outbox/storage.ts';
import { say } from '../toast.ts';
import { AttachedFiles } from './attached.tsx';
import { draftOf, handedOver } from './draft.ts';
import { Time } from './row.tsx';

const DOING: Readonly<Record<Entry['operation'], string>> = {
  add: 'New',
  todo: 'New todo',
  edit: 'Edit',
  done: 'Tick',
  reopen: 'Untick',
  trash: 'To the trash',
  untrash: 'Out of the trash',
  accept_tags: 'New tag',
};

/** What is sent within this is not worth a line that comes and goes, in ms. */
const MOMENT = 1_500;

/** What waits to be sent and why, with everything that can be done about it. Always in sight. */
export function Waiting() {
  const entries = useCell(waiting) ?? [];
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = setTimeout(() => redraw(0), MOMENT);
    return () => clearTimeout(timer);
  }, [entries.length]);
  const isShown = entries.some(
    ({ tries, refused, at }) =>
      tries > 0 || refused !== undefined || Date.now() - Date.parse(at) >= MOMENT,
  );
  if (!isShown) return null;
  const refusals = entries.filter(({ refused }) => refused !== undefined).length;
  const count = entries.length - refusals;
  return (
    <section class="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">
        {count > 0 && `${count} waiting to be sent`}
        {count > 0 && refusals > 0 && ', '}
        {refusals > 0 && `${refusals} not taken`}
      </h2>
      <ul>
        {entries.map((entry) => (
          <WaitingRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ entry }: { entry: Entry }) {
  const { refused, trouble, operation, label, at } = entry;
  return (
    <li class={refused === undefined ? 'waiting-row' : 'waiting-row is-refused'}>
      <p>
        <span class="doing">{DOING[operation]}</span> {label}
      </p>
      <p class="meta">
        <Time at={at} />
        <span>{refused?.message ?? trouble ?? 'Sent after what stands above.'}</span>
      </p>
      <AttachedFiles files={entry.files ?? []} />
      <Actions entry={entry} />
    </li>
  );
}

function Actions({ entry }: { entry: Entry }) {
  const { route } = useLocation();
  const { refused, operation, input } = entry;
  const open = async () => {
    if (operation === 'add' || operation === 'todo') {
      route(operation === 'add' ? '/' : '/todos');
      handedOver.set({ box: operation, draft: draftOf(input), files: entry.files ?? [] });
    } else {
      const page = String(input['page']);
      if (operation === 'edit') {
        await writeDraft(`edit:${page}`, { text: input['text'], revision: input['revision'] });
      }
      route(`/p/${encodeURIComponent(page)}${operation === 'edit' ? '?edit' : ''}`);
    }
    await discard(entry);
  };
  const drop = async () => {
    await discard(entry);
    say('Thrown away.', () => void again(entry));
  };
  return (
    <div class="actions">
      {refused !== undefined && (
        <>
          {['add', 'todo', 'edit'].includes(operation) && (
            <button class="quiet" type="button" onClick={() => void open()}>
              Go on writing
            </button>
          )}
          <button class="quiet" type="button" onClick={() => void again(entry)}>
            Try again
          </button>
        </>
      )}
      <button class="quiet" type="button" onClick={() => void copy(textOf(entry))}>
        Copy
      </button>
      <button class="quiet" type="button" onClick={() => void drop()}>
        Throw away
      </button>
    </div>
  );
}

/** Over plain http there is no clipboard to write to; the old command still works there. */
async function copy(text: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  try {
    if (clipboard === undefined) copyBySelection(text);
    else await clipboard.writeText(text);
    say('Copied.');
  } catch {
    say('This browser does not let scrap copy. Select the text by hand.');
  }
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
