import type { Store } from '../database/store.ts';
import { isClaimed, keyOf, THE_JOB } from './claimed.ts';
import { type Job, JOB_KINDS, type JobKind, type Random } from './job.ts';
import { holdQueue, otherWorker, type WorkerName } from './lease.ts';
import { takeBackOrphans } from './settle.ts';

/** What a worker is given. */
export type Claimed =
  | { readonly job: Job }
  /** Nothing is to be done now; `next` is when something will be, RFC 3339, where that is known. */
  | { readonly next: string | undefined }
  /** The process that is at it. */
  | { readonly heldBy: number };

/**
 * Gives a worker the next job of these kinds. Only one worker of all processes is given any: who
 * claims holds the queue until it releases it, is killed, or is not heard of for a minute.
 */
export function claimJob(
  store: Store,
  worker: WorkerName,
  kinds: readonly JobKind[],
  random: Random,
): Claimed {
  // Looked at before anything is written, since most looks find nothing.
  if (dueJob(store, kinds) === undefined) return { next: nextDue(store, kinds) };
  return store.write((): Claimed => {
    const heldBy = otherWorker(store, worker);
    if (heldBy !== undefined) return { heldBy };
    takeBackOrphans(store, worker, random);
    const job = dueJob(store, kinds);
    if (job === undefined) return { next: nextDue(store, kinds) };
    holdQueue(store, worker);
    store.run(`UPDATE jobs SET claim = ? WHERE ${THE_JOB}`, worker, ...keyOf(job));
    return { job };
  });
}

/** Says that the worker is still at it; false where the job or the queue is no longer its own. */
export function renewLease(store: Store, worker: WorkerName, job: Job): boolean {
  return store.write(() => {
    if (otherWorker(store, worker) !== undefined || !isClaimed(store, worker, job)) return false;
    holdQueue(store, worker);
    return true;
  });
}

/** Waiting jobs whose page is not in the trash: those stay until it comes back. */
const WAITING = `FROM jobs j JOIN pages p ON p.id = j.page_id
  WHERE j.kind = ? AND j.failed IS NULL AND p.trashed IS NULL`;

function dueJob(store: Store, kinds: readonly JobKind[]): Job | undefined {
  const now = store.now();
  for (const kind of JOB_KINDS) {
    if (!kinds.includes(kind) || pausedUntil(store, kind, now) !== undefined) continue;
    const job = store.get<Job>(
      `SELECT j.kind, j.page_id AS pageId, j.subject, p.slug, j.attempts ${WAITING}
       AND j.due <= ? ORDER BY j.due, j.page_id LIMIT 1`,
      kind,
      now,
    );
    if (job !== undefined) return job;
  }
  return undefined;
}

function nextDue(store: Store, kinds: readonly JobKind[]): string | undefined {
  const now = store.now();
  const times = kinds.flatMap((kind) => {
    const first = store.get<{ due: string }>(
      `SELECT j.due ${WAITING} ORDER BY j.due, j.page_id LIMIT 1`,
      kind,
    );
    if (first === undefined) return [];
    const paused = pausedUntil(store, kind, now) ?? '';
    return [paused > first.due ? paused : first.due];
  });
  return times.toSorted()[0];
}

function pausedUntil(store: Store, kind: JobKind, now: string): string | undefined {
  const sql = 'SELECT until FROM job_pauses WHERE kind = ? AND until > ?';
  return store.get<{ until: string }>(sql, kind, now)?.until;
}
