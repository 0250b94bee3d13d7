import {
  jobQueue,
  type JobKind,
  type Outcome,
  patiently,
  type Store,
  type Works,
} from '../../store/index.ts';
import type { Log } from '../status.ts';
import { type Bench, doJob, pause } from './one-job.ts';

/** How often the queue is looked at: other programs put jobs on it too, in ms. */
const EVERY = 1_000;

/** How long a job that runs may go on when the worker is to stop, in ms. */
const LAST_MOMENTS = 3_000;

export interface WorkerOptions {
  readonly works: Works;
  readonly log: Log;
  /** Chance for the waits; Math.random unless said. */
  readonly random?: () => number;
}

/** Works on the queue until it is closed. */
export interface Worker {
  /** Lets the job that runs finish for three seconds, else stops it and puts it back. */
  readonly close: () => Promise<void>;
}

/** Does the jobs of the store as they come; while another process does them, waits for its turn. */
export function startWorker(store: Store, options: WorkerOptions): Worker {
  const closing = new AbortController();
  const stop = new AbortController();
  const working = work();
  return {
    async close() {
      closing.abort();
      const last = setTimeout(() => stop.abort(), LAST_MOMENTS);
      await working;
      clearTimeout(last);
    },
  };

  async function work(): Promise<void> {
    const bench = await benchOf(store, options, stop.signal);
    while (!closing.signal.aborted) {
      try {
        await workThrough(bench, closing.signal);
      } catch (error) {
        options.log('The queue could not be worked on; it is tried again.', error);
      }
      await pause(EVERY, closing.signal);
    }
  }
}

/** What was done of the queue. */
export interface Worked {
  /** How many jobs came to which end. */
  readonly done: number;
  readonly failed: number;
  /** The process that works on it already. */
  readonly heldBy?: number;
}

/** Does what is due, then ends; `told` hears of each job. */
export async function workOnce(
  store: Store,
  options: WorkerOptions,
  stop: AbortSignal,
  told: Told = () => {},
): Promise<Worked> {
  return workThrough(await benchOf(store, options, stop), stop, told);
}

/** Hears what became of a job of a page; undefined where it was stopped. */
export type Told = (slug: string, kind: JobKind, outcome: Outcome | undefined) => void;

async function benchOf(store: Store, options: WorkerOptions, stop: AbortSignal): Promise<Bench> {
  const { works, log, random = Math.random } = options;
  const queue = await jobQueue();
  return { store, queue, worker: queue.workerName(), works, random, log, stop };
}

/** Does job after job until nothing is due, another process is at it, or it is to end. */
async function workThrough(bench: Bench, end: AbortSignal, told?: Told): Promise<Worked> {
  const { store, queue, worker, works, random } = bench;
  const kinds = Object.keys(works) as JobKind[];
  let [done, failed] = [0, 0];
  while (!end.aborted) {
    const claimed = await patiently(store, () => queue.claimJob(store, worker, kinds, random));
    if ('heldBy' in claimed) return { done, failed, heldBy: claimed.heldBy };
    if (!('job' in claimed)) break;
    const { job } = claimed;
    const outcome = await doJob(bench, job);
    if (outcome?.is === 'done') done += 1;
    else if (outcome !== undefined) failed += 1;
    told?.(job.slug, job.kind, outcome);
  }
  await patiently(store, () => queue.releaseQueue(store, worker));
  return { done, failed };
}
