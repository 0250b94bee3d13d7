/** What can be done for a page after it is committed, the most awaited first. */
export const JOB_KINDS = ['thumbnail', 'fetch', 'enrich'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** What a job is about: a page, and where it has several of a kind, what of the page. */
export interface JobName {
  readonly kind: JobKind;
  readonly pageId: number;
  /** A URL, a file's id; '' for the page itself. */
  readonly subject: string;
}

/** A job as it is handed to what does it. */
export interface Job extends JobName {
  readonly slug: string;
  /** Failures that counted so far. */
  readonly attempts: number;
}

/** Chance in [0, 1), as Math.random gives it. */
export type Random = () => number;

/** What a job has at hand while it runs. */
export interface JobTools {
  /** Aborts when the job is cancelled or asked for anew, and when the worker stops. */
  readonly signal: AbortSignal;
  /**
   * Notes that a call is sent now that is paid for. To be called right before: when the process is
   * killed before the answer is stored, the attempt counts, since it may have been paid.
   * Throws where the job is no longer this worker's, so that nothing is sent.
   */
  readonly sending: () => void;
  /**
   * Takes the job off the queue: to be called in the transaction that stores what it brought, so
   * that both are there or neither. Throws where the job is no longer this worker's.
   */
  readonly finished: () => void;
}

/**
 * What became of a job.
 * - `done`: it is off the queue.
 * - `outage`: what it needs is away; all jobs of its kind wait and none is to blame. `after` is
 *   how long at least, in ms, where that was said.
 * - `failure`: counts; the third gives the job up.
 * - `refusal`: trying again would bring the same; given up at once.
 * - `later`: not before `until` (RFC 3339).
 * `reason` is a sentence for its owner, without words of the page.
 */
export type Outcome =
  | { readonly is: 'done' }
  | { readonly is: 'outage'; readonly reason: string; readonly after?: number | undefined }
  | { readonly is: 'failure'; readonly reason: string }
  | { readonly is: 'refusal'; readonly reason: string }
  | { readonly is: 'later'; readonly reason: string; readonly until: string };

/** Does a job. What it throws counts as a failure, and is a bug. */
export type Work = (job: Job, tools: JobTools) => Promise<Outcome>;

/** What does the jobs of each kind; those of a kind that is absent wait. */
export type Works = Readonly<Partial<Record<JobKind, Work>>>;
