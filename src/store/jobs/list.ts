import { servedBy } from '../database/lock.ts';
import type { Store } from '../database/store.ts';
import { given } from '../pages/given.ts';
import { pageUrl } from '../pages/page.ts';
import type { JobKind } from './job.ts';

/** A job as its owner sees it. */
export interface ListedJob {
  slug: string;
  title: string;
  url: string;
  kind: JobKind;
  subject?: string;
  state: (typeof JOB_STATES)[number];
  asked: string;
  /** Not before this time. */
  due?: string;
  attempts: number;
  reason?: string;
}

export const JOB_STATES = ['running', 'waiting', 'failed'] as const;

interface Row {
  readonly slug: string;
  readonly title: string;
  readonly trashed: string | null;
  readonly kind: JobKind;
  readonly subject: string;
  readonly asked: string;
  readonly due: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly failed: string | null;
  readonly claim: string | null;
  /** When the pause of its kind ends, and why it is. */
  readonly until: string | null;
  readonly pause: string | null;
}

/** The queue: what runs, what waits in its order, what was given up; and how many there are. */
export function listJobs(
  store: Store,
  kind: JobKind | undefined,
  limit: number,
): { jobs: ListedJob[]; total: number } {
  const rows = store.all<Row>(
    `SELECT p.slug, p.title, p.trashed, j.*, w.until, w.reason AS pause
     FROM jobs j JOIN pages p ON p.id = j.page_id
     LEFT JOIN job_pauses w ON w.kind = j.kind AND w.until > ? AND j.failed IS NULL
     WHERE j.kind = coalesce(?, j.kind)
     ORDER BY j.failed IS NOT NULL, j.claim IS NULL, j.due, j.page_id, j.kind LIMIT ?`,
    store.now(),
    kind ?? null,
    limit,
  );
  const count = 'SELECT count(*) AS n FROM jobs WHERE kind = coalesce(?, kind)';
  const total = store.get<{ n: number }>(count, kind ?? null)?.n ?? 0;
  return { jobs: rows.map((row) => listed(store, row)), total };
}

/** Whether jobs wait, and no server is there to do them. */
export function nobodyWorks(store: Store): boolean {
  const waits = store.get('SELECT 1 FROM jobs WHERE failed IS NULL LIMIT 1');
  return waits !== undefined && servedBy(store.file) === undefined;
}

function listed(store: Store, row: Row): ListedJob {
  const state = row.failed !== null ? 'failed' : row.claim !== null ? 'running' : 'waiting';
  const due = row.until !== null && row.until > row.due ? row.until : row.due;
  const trashed = row.trashed === null ? undefined : 'Its page is in the trash.';
  return {
    slug: row.slug,
    title: row.title,
    url: pageUrl(store, row.slug),
    kind: row.kind,
    ...given('subject', row.subject === '' ? undefined : row.subject),
    state,
    asked: row.asked,
    ...given('due', state === 'waiting' ? due : undefined),
    attempts: row.attempts,
    ...given('reason', trashed ?? row.pause ?? row.reason),
  };
}
