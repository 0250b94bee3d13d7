import { runningProcess, thisProcess } from '../database/process.ts';
import type { Store } from '../database/store.ts';

/** How long a worker that says nothing more is waited for, in ms. */
const LEASE = 60_000;

/** One who works on the queue: its process, when that began, and which of its workers it is. */
export type WorkerName = string & { readonly worker: true };

let workers = 0;

/** A name for another worker of this process. */
export function workerName(): WorkerName {
  return `${thisProcess()} ${++workers}` as WorkerName;
}

/**
 * The process of another worker that holds the queue; undefined where none does. What a killed
 * one has left does not count.
 */
export function otherWorker(store: Store, worker: WorkerName): number | undefined {
  const holder = store.get<{ worker: string; until: string }>(
    'SELECT worker, until FROM job_worker',
  );
  if (holder === undefined || holder.worker === worker || holder.until < store.now()) {
    return undefined;
  }
  return runningProcess(holder.worker.slice(0, holder.worker.lastIndexOf(' ')));
}

/** Makes the queue this worker's for a minute from now. Part of a transaction. */
export function holdQueue(store: Store, worker: WorkerName): void {
  const until = new Date(store.setting.now().getTime() + LEASE).toISOString();
  store.run(
    'INSERT OR REPLACE INTO job_worker (only, worker, until) VALUES (1, ?, ?)',
    worker,
    until,
  );
}

/** Lets others work on the queue. */
export function releaseQueue(store: Store, worker: WorkerName): void {
  if (store.get('SELECT 1 FROM job_worker WHERE worker = ?', worker) === undefined) return;
  store.run('DELETE FROM job_worker WHERE worker = ?', worker);
}
