import { Cell } from '../cell.ts';
import { somethingChanged } from '../news.ts';
import type { Entry } from './entry.ts';
import { alone, type Outcome, send } from './sender.ts';
import { all, put, remove } from './storage.ts';

/*
 * What waits on this device's disk, and its way to the server: the oldest first, by one sender
 * over all tabs and the service worker. An entry leaves when the server has said which page it
 * became, or when somebody throws it away.
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

/** Listens to what the other tabs and the worker make of the queue. */
export function listenToOthers(): void {
  tabs.addEventListener('message', ({ data: { key, outcome } }: MessageEvent<Message>) => {
    if (key !== undefined && outcome !== undefined) settle(key, outcome);
    void refresh();
  });
}

/** Puts an entry on the disk; it is shown before it is there. Resolves when it is. */
export async function enqueue(entry: Entry): Promise<void> {
  storing.set(entry.key, entry);
  waiting.set([...(waiting.value ?? []), entry]);
  await put(entry).finally(() => storing.delete(entry.key));
  tell({});
}

/** What becomes of an entry: resolves when the server has taken or refused it. */
export function outcomeOf({ key }: Entry): Promise<Settled> {
  return new Promise((resolve) => settled.set(key, resolve));
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

/**
 * Sends what waits. Safe to call at any time and from any number of tabs at once. Says whether
 * all that can be sent was.
 */
export async function flush(): Promise<boolean> {
  clearTimeout(timer);
  await refresh();
  if (waiting.value?.every(({ refused }) => refused !== undefined) === true) return true;
  let isAllSent = false;
  await alone(async () => {
    isAllSent = await sendAll();
  });
  await refresh();
  return isAllSent;
}

async function sendAll(): Promise<boolean> {
  for (;;) {
    const entry = (await all()).find(({ refused }) => refused === undefined);
    if (entry?.id === undefined) return true;
    const { outcome, entry: sent } = await send(entry, put);
    if (outcome.kind === 'later') {
      await put({ ...sent, tries: sent.tries + 1, trouble: outcome.trouble });
      timer = setTimeout(() => void flush(), pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      return false;
    }
    pause = FIRST_PAUSE;
    if (outcome.kind === 'taken') await remove(entry.id);
    else await put({ ...sent, tries: sent.tries + 1, refused: outcome.refused });
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
