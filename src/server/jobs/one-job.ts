import {
  type Job,
  type JobQueue,
  type Outcome,
  patiently,
  type Store,
  type Works,
} from '../../store/index.ts';
import type { Log } from '../status.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often it is looked whether a running job is still wanted, and the lease renewed, in ms. */
const LOOK = 1_000;
const RENEW = 15_000;

/** How long storing what became of a job is tried while others write, in ms. */
const PATIENCE = 60_000;

/** What all jobs of one worker share. */
export interface Bench {
  readonly store: Store;
  readonly queue: JobQueue;
  readonly worker: ReturnType<JobQueue['workerName']>;
  readonly works: Works;
  readonly random: () => number;
  readonly log: Log;
  /** Aborts when the worker is to stop now. */
  readonly stop: AbortSignal;
}

/** Does one job that was claimed, and writes down what became of it. */
export async function doJob(bench: Bench, job: Job): Promise<Outcome | undefined> {
  const { store, queue, worker, random } = bench;
  const outcome = await outcomeOf(bench, job);
  await patiently(
    store,
    () => {
      if (outcome === undefined) queue.letGo(store, worker, job, random);
      else queue.settleJob(store, worker, job, outcome, random);
    },
    PATIENCE,
  );
  return outcome;
}

/** What became of it; undefined where it was stopped, or is no longer this worker's. */
async function outcomeOf(bench: Bench, job: Job): Promise<Outcome | undefined> {
  const { store, queue, worker, works, log, stop } = bench;
  const work = works[job.kind];
  if (work === undefined) throw new Error(`nobody does jobs of kind ${job.kind}`);
  const unwanted = new AbortController();
  const watching = watchJob(bench, job, unwanted);
  const signal = AbortSignal.any([stop, unwanted.signal]);
  try {
    return await work(job, {
      signal,
      sending: () => queue.markSent(store, worker, job),
      finished: () => queue.takeOff(store, worker, job),
    });
  } catch (error) {
    if (error instanceof queue.NoLongerOurs || signal.aborted) return undefined;
    log(`A job (${job.kind}) failed by a fault in scrap.`, error);
    return { is: 'failure', reason: 'scrap failed at it by a fault of its own.' };
  } finally {
    watching();
  }
}

/** Keeps the lease while a job runs, and aborts it when it is cancelled; gives what ends that. */
function watchJob(
  { store, queue, worker }: Bench,
  job: Job,
  unwanted: AbortController,
): () => void {
  let renewed = Date.now();
  const timer = setInterval(() => {
    try {
      const due = Date.now() - renewed >= RENEW;
      if (due) renewed = Date.now();
      const isOurs = due
        ? queue.renewLease(store, worker, job)
        : queue.isClaimed(store, worker, job);
      if (!isOurs) unwanted.abort();
    } catch {
      // The store is busy; the next look is soon.
    }
  }, LOOK);
  return () => clearInterval(timer);
}

/** Waits so long, or until the worker is to stop. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
