import type { Store } from '../database/store.ts';
import type { Job, JobName } from './job.ts';
import type { WorkerName } from './lease.ts';

/** The condition, and its values, that one job meets. */
export const THE_JOB = 'page_id = ? AND kind = ? AND subject = ?';
export const keyOf = ({ pageId, kind, subject }: JobName) => [pageId, kind, subject] as const;

const CLAIMED = `${THE_JOB} AND claim = ?`;

/** Whether the job is still this worker's: no longer once it was cancelled or asked for anew. */
export function isClaimed(store: Store, worker: WorkerName, job: Job): boolean {
  const sql = `SELECT 1 FROM jobs WHERE ${CLAIMED}`;
  return store.get(sql, ...keyOf(job), worker) !== undefined;
}

/** See `JobTools.sending`. */
export function markSent(store: Store, worker: WorkerName, job: Job): void {
  const sql = `UPDATE jobs SET sent = ? WHERE ${CLAIMED}`;
  if (store.run(sql, store.now(), ...keyOf(job), worker) === 0) throw new NoLongerOurs();
}

/** See `JobTools.finished`. */
export function takeOff(store: Store, worker: WorkerName, job: Job): void {
  const sql = `DELETE FROM jobs WHERE ${CLAIMED}`;
  if (store.run(sql, ...keyOf(job), worker) === 0) throw new NoLongerOurs();
}

/** The job was cancelled, asked for anew, or given to another worker while it ran. */
export class NoLongerOurs extends Error {
  override readonly name = 'NoLongerOurs';
}
