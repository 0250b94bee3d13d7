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

/** Has a page's jobs begun anew, at once, also those whose kind is paused; gives how many there are. */
export function retryJobs(store: Store, pageId: number, kind: JobKind | undefined): number {
  resume(store, kind);
  return store.run(
    `UPDATE jobs SET due = ?, attempts = 0, reason = NULL, failed = NULL
     WHERE page_id = ? AND kind = coalesce(?, kind) AND claim IS NULL`,
    store.now(),
    pageId,
    kind ?? null,
  );
}

/** Ends the pause of a kind, or of all: its owner asks for it now. */
export function resume(store: Store, kind: JobKind | undefined): void {
  store.run('DELETE FROM job_pauses WHERE kind = coalesce(?, kind)', kind ?? null);
}
