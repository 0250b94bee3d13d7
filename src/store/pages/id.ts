import type { Store } from '../database/store.ts';

/** How many pages one millisecond has room for. */
const PER_MS = 1024;

/** Rows stay whole numbers that JavaScript holds exactly: the years 1700 to 2240. */
const FARTHEST_MS = 8.5e12;

/**
 * A free row number for a page created at `created` (RFC 3339). Row order is time order, so
 * "newest first" costs nothing in the index, also for pages that are imported with old dates.
 */
export function newId(store: Store, created: string): number {
  const ms = Math.max(-FARTHEST_MS, Math.min(FARTHEST_MS, Date.parse(created)));
  const first = ms * PER_MS;
  // Every page has a revision, the purged ones too: a number is never given twice, since keys and
  // history name pages by it.
  const last = store.get<{ id: number | null }>(
    'SELECT max(page_id) AS id FROM revisions WHERE page_id >= ? AND page_id < ?',
    first,
    first + PER_MS,
  );
  let id = last?.id === null || last?.id === undefined ? first : last.id + 1;
  // A millisecond that is full runs over into the next ones.
  while (store.get('SELECT 1 FROM revisions WHERE page_id = ?', id) !== undefined) id += 1;
  return id;
}
