import { Cell } from '../cell.ts';
import { somethingChanged } from '../live.ts';
import { type Entry, makeEntry, type Operation } from './entry.ts';
import { alone, type Outcome, send } from './sender.ts';
import { all, put, remove, wouldLose } from './storage.ts';

/*
 * Every write of the app goes through here: first onto this device's disk with its key, then to
 * the server, the oldest first, by one sender over all tabs. An entry leaves when the server has
 * said which page it became, or when somebody throws it away.
 */

/** What waits, the oldest first; undefined until it was read. */
export const waiting = new Cell<readonly Entry[] | undefined>(undefined);

/** What an entry came to, as far as this visit saw it. */
export type Settled = Exclude<Outcome, { kind: 'later' }>;

/** Entries on their way to the disk: they are shown, and are in no list yet. */
const storing = new Map<string, Entry>();
const settled = new Map<string, (outcome: Settled) => void>();
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;

type Message = { readonly key?: string; readonly outcome?: Settled };
const tabs = new BroadcastChannel('scrap-outbox');

/** Reads what waits from earlier, and sends it now and whenever that may have become possible. */
export function startOutbox(): void {
  tabs.addEventListener('message', ({ data: { key, outcome } }: MessageEvent<Message>) => {
    if (key !== undefined && outcome !== undefined) settle(key, outcome);
    void refresh();
  });
  addEventListener('online', () => void flush());
  addEventListener('focus', () => void flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush();
  });
  addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault();
  });
  void flush();
}

/**
 * Queues a write and begins to send it. Resolves when the server has taken or refused it, which
 * offline may be after this tab is gone: nothing that must happen may wait for it.
 */
export function write(
  operation: Operation,
  input: Entry['input'],
  label: string,
): { readonly key: string; readonly settled: Promise<Settled> } {
  const entry = makeEntry(operation, input, label);
  // Shown before it is stored, so that pressing Save is seen at once.
  storing.set(entry.key, entry);
  waiting.set([...(waiting.value ?? []), entry]);
  const outcome = new Promise<Settled>((resolve) => settled.set(entry.key, resolve));
  void put(entry)
    .finally(() => storing.delete(entry.key))
    .then(() => tell({}))
    .then(flush);
  return { key: entry.key, settled: outcome };
}

/** Takes an entry out of the queue before it was sent, or after it was refused. */
export async function discard(entry: Entry): Promise<void> {
  const stored = (await all()).find(({ key }) => key === entry.key);
  if (stored?.id !== undefined) await remove(stored.id);
  await refresh();
  tell({});
}

/** Puts a refused entry back in the queue, as it is. */
export async function again(entry: Entry): Promise<void> {
  const { refused: _, trouble: __, ...rest } = entry;
  await put(rest);
  await flush();
}

/** Sends what waits. Safe to call at any time and from any number of tabs at once. */
export async function flush(): Promise<void> {
  clearTimeout(timer);
  await refresh();
  if (!waiting.value?.some(({ refused }) => refused === undefined)) return;
  await alone(sendAll);
  await refresh();
}

async function sendAll(): Promise<void> {
  for (;;) {
    const entry = (await all()).find(({ refused }) => refused === undefined);
    if (entry?.id === undefined) break;
    const outcome = await send(entry);
    if (outcome.kind === 'later') {
      await put({ ...entry, tries: entry.tries + 1, trouble: outcome.trouble });
      timer = setTimeout(() => void flush(), pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      return;
    }
    pause = FIRST_PAUSE;
    if (outcome.kind === 'taken') await remove(entry.id);
    else await put({ ...entry, tries: entry.tries + 1, refused: outcome.refused });
    settle(entry.key, outcome);
    tell({ key: entry.key, outcome });
    await refresh();
    somethingChanged();
  }
}

async function refresh(): Promise<void> {
  const stored = await all();
  const keys = new Set(stored.map(({ key }) => key));
  waiting.set([...stored, ...[...storing.values()].filter(({ key }) => !keys.has(key))]);
}

function settle(key: string, outcome: Settled): void {
  settled.get(key)?.(outcome);
  settled.delete(key);
}

function tell(message: Message): void {
  tabs.postMessage(message);
}
