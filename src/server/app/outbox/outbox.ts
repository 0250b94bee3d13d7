import { reachable } from '../api.ts';
import { type Attached, type Entry, makeEntry, type Operation } from './entry.ts';
import { enqueue, flush, listenToOthers, outcomeOf, type Settled } from './queue.ts';
import { wouldLose } from './storage.ts';
import { registerSync } from './sync.ts';

/*
 * Every write of the app goes through here: first onto this device's disk with its key, then to
 * the server.
 */

/** Reads what waits from earlier, and sends it now and whenever that may have become possible. */
export function startOutbox(): void {
  listenToOthers();
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
  files: readonly Attached[] = [],
): { readonly key: string; readonly settled: Promise<Settled> } {
  const entry = makeEntry(operation, input, label, files);
  const settled = outcomeOf(entry);
  void enqueue(entry).then(flush).then(secure);
  return { key: entry.key, settled };
}

/**
 * Where nothing answers, the browser is asked for what it may have: not to clear away what waits
 * here, and to wake the worker when there is a network, with no page open.
 */
async function secure(isSent: boolean): Promise<void> {
  if (isSent || reachable.value) return;
  const { serviceWorker, storage } = navigator as {
    readonly serviceWorker?: ServiceWorkerContainer;
    readonly storage?: StorageManager;
  };
  void storage?.persist();
  const worker = await serviceWorker?.getRegistration();
  if (worker !== undefined) await registerSync(worker);
}
