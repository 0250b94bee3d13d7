import type { Store } from '../database/store.ts';
import { sleepAfter } from './backoff.ts';
import { isClaimed, keyOf, takeOff, THE_JOB } from './claimed.ts';
import type { Job, JobKind, Outcome, Random } from './job.ts';
import type { WorkerName } from './lease.ts';

/** So many failures give a job up. */
const MOST_ATTEMPTS = 3;

/** Writes down what became of a job; one that is no longer this worker's is left as it is. */
export function settleJob(
  store: Store,
  worker: WorkerName,
  job: Job,
  outcome: Outcome,
  random: Random,
): void {
  store.write(() => {
    if (outcome.is === 'outage') pauseKind(store, job.kind, outcome, random);
    else if (outcome.is !== 'later') endPause(store, job.kind);
    if (!isClaimed(store, worker, job)) return;
    switch (outcome.is) {
      case 'done':
        return takeOff(store, worker, job);
      case 'outage':
        return putBack(store, job, store.now());
      case 'later':
        return putBack(store, job, outcome.until, outcome.reason);
      case 'refusal':
        return giveUp(store, job, outcome.reason);
      case 'failure':
        return countFailure(store, job, outcome.reason, random);
    }
  });
}

/** Puts a job back that was stopped in the middle. */
export function letGo(store: Store, worker: WorkerName, job: Job, random: Random): void {
  store.write(() => {
    if (isClaimed(store, worker, job)) takeBack(store, job, random);
  });
}

/** Puts back what a killed worker had begun: to be called by the one that holds the queue now. */
export function takeBackOrphans(store: Store, worker: WorkerName, random: Random): void {
  const orphans = store.all<Job>(
    `SELECT kind, page_id AS pageId, subject, '' AS slug, attempts FROM jobs
     WHERE claim IS NOT NULL AND claim <> ?`,
    worker,
  );
  for (const job of orphans) takeBack(store, job, random);
}

/** Begun and not finished: counts only where it may have been paid for. */
function takeBack(store: Store, job: Job, random: Random): void {
  const sql = `SELECT 1 FROM jobs WHERE ${THE_JOB} AND sent IS NOT NULL`;
  if (store.get(sql, ...keyOf(job)) === undefined) putBack(store, job, store.now());
  else countFailure(store, job, 'It was stopped before the answer came.', random);
}

function countFailure(store: Store, job: Job, reason: string, random: Random): void {
  const attempts = job.attempts + 1;
  store.run(`UPDATE jobs SET attempts = ? WHERE ${THE_JOB}`, attempts, ...keyOf(job));
  if (attempts >= MOST_ATTEMPTS) giveUp(store, job, reason);
  else putBack(store, job, afterNow(store, sleepAfter('failure', attempts, random)), reason);
}

function putBack(store: Store, job: Job, due: string, reason: string | null = null): void {
  store.run(
    `UPDATE jobs SET claim = NULL, sent = NULL, due = ?, reason = ? WHERE ${THE_JOB}`,
    due,
    reason,
    ...keyOf(job),
  );
}

function giveUp(store: Store, job: Job, reason: string): void {
  store.run(
    `UPDATE jobs SET claim = NULL, sent = NULL, failed = ?, reason = ? WHERE ${THE_JOB}`,
    store.now(),
    reason,
    ...keyOf(job),
  );
}

function pauseKind(
  store: Store,
  kind: JobKind,
  { reason, after = 0 }: Extract<Outcome, { is: 'outage' }>,
  random: Random,
): void {
  const sql = 'SELECT outages FROM job_pauses WHERE kind = ?';
  const outages = (store.get<{ outages: number }>(sql, kind)?.outages ?? 0) + 1;
  const wait = Math.max(Math.min(after, LONGEST_ASKED), sleepAfter('outage', outages, random));
  store.run(
    'INSERT OR REPLACE INTO job_pauses (kind, until, outages, reason) VALUES (?, ?, ?, ?)',
    kind,
    afterNow(store, wait),
    outages,
    reason,
  );
}

/** Whatever a server asks for, in ms. */
const LONGEST_ASKED = 6 * 60 * 60_000;

function endPause(store: Store, kind: JobKind): void {
  store.run('DELETE FROM job_pauses WHERE kind = ?', kind);
}

function afterNow(store: Store, ms: number): string {
  return new Date(store.setting.now().getTime() + ms).toISOString();
}
