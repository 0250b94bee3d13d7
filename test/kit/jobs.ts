import { enqueue } from '../../src/store/jobs/enqueue.ts';
import type { JobKind, Works } from '../../src/store/jobs/job.ts';
import type { Store } from '../../src/store/index.ts';
import { workOnce } from '../../src/server/jobs/worker.ts';
import { doing } from './pages.ts';

/** A clock that stands still until it is turned. */
export function clock(start = '2026-12-01T08:00:00.000Z') {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    turn: (ms: number) => (now += ms),
  };
}

/** Adds a page with a job for it, and gives the page's slug. */
export async function pageWithJob(
  store: Store,
  title: string,
  kind: JobKind = 'fetch',
  due?: string,
): Promise<string> {
  const { slug } = await doing<{ slug: string }>(store, 'add', { text: `About ${title}`, title });
  const page = store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug);
  store.write(() => enqueue(store, { kind, pageId: page?.id ?? 0, subject: '' }, due));
  return slug;
}

/** Does what is due; chance stands in the middle, so that waits are exact. */
export async function working(store: Store, works: Works) {
  const log: string[] = [];
  const told: string[] = [];
  const worked = await workOnce(
    store,
    { works, log: (line) => log.push(line), random: () => 0.5 },
    new AbortController().signal,
    (slug, kind, outcome) => told.push(`${slug} ${kind} ${outcome?.is ?? 'stopped'}`),
  );
  return { ...worked, log, told };
}
