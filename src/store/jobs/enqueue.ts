import type { Store } from '../database/store.ts';
import type { JobKind, JobName } from './job.ts';

/**
 * Puts a job on the queue, as part of the transaction that writes its page. One that is there
 * already, waiting, running or given up, is begun anew. `due` is when it is to be done, RFC 3339;
 * at once unless said.
 */
export function enqueue(store: Store, { kind, pageId, subject }: JobName, due?: string): void {
  const asked = store.now();
  store.run(
    `INSERT OR REPLACE INTO jobs (page_id, kind, subject, asked, due, attempts) VALUES (?, ?, ?, ?, ?, 0)`,
    pageId,
    kind,
    subject,
    asked,
    due ?? asked,
  );
}

/** Takes a page's jobs off the queue, those of one kind or all; gives how many there were. */
export function cancelJobs(store: Store, pageId: number, kind: JobKind | undefined): number {
  return store.run(
    'DELETE FROM jobs WHERE page_id = ? AND kind = coalesce(?, kind)',
    pageId,
    kind ?? null,
  );
}

/** Has a page's jobs of a kind begun anew, at once, also where it is paused; gives how many there are. */
export function retryJobs(store: Store, pageId: number, kind: JobKind): number {
  resume(store, kind);
  return store.run(
    `UPDATE jobs SET due = ?, attempts = 0, reason = NULL, failed = NULL
     WHERE page_id = ? AND kind = ? AND claim IS NULL`,
    store.now(),
    pageId,
    kind,
  );
}

/** Whether a page has a job of a kind on the queue, given up or not. */
export function hasJob(store: Store, pageId: number, kind: JobKind): boolean {
  const sql = 'SELECT 1 FROM jobs WHERE page_id = ? AND kind = ? LIMIT 1';
  return store.get(sql, pageId, kind) !== undefined;
}

/** Ends the pause of a kind: its owner asks for it now. */
export function resume(store: Store, kind: JobKind): void {
  store.run('DELETE FROM job_pauses WHERE kind = ?', kind);
}
