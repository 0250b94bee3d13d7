import * as z from 'zod/mini';

import { choice, fields, optional, text, whole } from '../fields.ts';
import { cancelJobs, hasJob, retryJobs } from '../jobs/enqueue.ts';
import { JOB_KINDS } from '../jobs/job.ts';
import { JOB_STATES, listJobs, nobodyWorks } from '../jobs/list.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { isOwnerHere, mayEdit, mayOnlyHere } from '../pages/may.ts';
import { listShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';

const jobShape = () =>
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    url: z.string(),
    kind: z.enum(JOB_KINDS),
    subject: z.optional(z.string().check(z.describe('What of the page it is about'))),
    state: z.enum(JOB_STATES),
    asked: z.string(),
    due: z.optional(z.string().check(z.describe('It waits until then'))),
    attempts: z.number().check(z.describe('Failures so far; the third gives it up')),
    reason: z.optional(z.string().check(z.describe('Why it waits or was given up'))),
  });

const NOBODY = 'Nobody works on these now. Start scrap serve, or run: scrap jobs run';

export const jobs = operation({
  name: 'jobs',
  summary: 'List what is still to be done for pages: links to fetch, pictures, summaries.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: false },
  input: () =>
    fields({
      kind: optional(choice('Only jobs of this kind', JOB_KINDS)),
      limit: optional(whole('At most this many', 1, 200)),
    }),
  output: () => listShape('jobs', jobShape()),
  run(store, { kind, limit = 50 }) {
    return {
      ...listJobs(store, kind, limit),
      ...(nobodyWorks(store) ? { warnings: [NOBODY] } : {}),
    };
  },
});

const aboutPage = () =>
  fields({
    page: text('Its slug, path, URL or [[link]]', LIMITS.title),
    kind: optional(choice('Only jobs of this kind', JOB_KINDS)),
  });
const countShape = () =>
  z.strictObject({
    slug: z.string(),
    jobs: z.number(),
    warnings: z.optional(z.array(z.string())),
  });

export const jobsCancel = operation({
  name: 'jobs_cancel',
  summary: "Take a page's jobs off the queue.",
  effect: 'edits',
  doors: { cli: 'jobs', http: true, mcp: false },
  input: aboutPage,
  output: countShape,
  run(store, { page, kind }, caller) {
    mayEdit(caller, 'cancel jobs');
    const { id, slug } = findPage(store, page);
    return { slug, jobs: store.write(() => cancelJobs(store, id, kind)) };
  },
});

export const jobsRetry = operation({
  name: 'jobs_retry',
  summary: "Have a page's jobs tried again now.",
  effect: 'edits',
  doors: { cli: 'jobs', http: true, mcp: false },
  input: aboutPage,
  output: countShape,
  run(store, { page, kind }, caller) {
    mayEdit(caller, 'retry jobs');
    const { id, slug } = findPage(store, page);
    if (kind === 'enrich') mayOnlyHere(caller, `have a model asked again: ${again(slug)}`);
    // What costs money begins at the store's own terminal alone.
    const isHere = isOwnerHere(caller);
    const kinds = JOB_KINDS.filter((each) => (kind ?? each) === each);
    const free = kinds.filter((each) => isHere || each !== 'enrich');
    return store.write(() => ({
      slug,
      jobs: free.reduce((count, each) => count + retryJobs(store, id, each), 0),
      ...(free.length < kinds.length && hasJob(store, id, 'enrich')
        ? {
            warnings: [
              `No model is asked again from here. At the store's terminal: ${again(slug)}`,
            ],
          }
        : {}),
    }));
  },
});

function again(slug: string): string {
  return `scrap jobs retry ${slug}`;
}
