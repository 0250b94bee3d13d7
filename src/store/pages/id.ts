import type { Store } from '../database/store.ts';

/** Years far enough for every honest date, and near enough for whole numbers to be exact. */
const FARTHEST_SECOND = 2 ** 40;

/**
 * A free row number for a page created at `created` (RFC 3339): the second it was made, or the
 * next one that is free. Row order is time order, so "newest first" costs nothing in the index,
 * also for pages that are imported with old dates. Seconds and not milliseconds: the full-text
 * index stores the distance from one page of a word to the next, and it should be a small number.
 */
export function newId(store: Store, created: string): number {
  const second = secondOf(created);
  const before = last.get(store);
  let id = before?.second === second ? before.id + 1 : second;
  while (store.get('SELECT 1 FROM pages WHERE id = ?', id) !== undefined) id = afterRun(store, id);
  last.set(store, { second, id });
  return id;
}

/** The least row number that a page created at `time` (RFC 3339) or later can have. */
export function secondOf(time: string): number {
  const second = Math.floor(Date.parse(time) / 1000);
  return Math.max(-FARTHEST_SECOND, Math.min(FARTHEST_SECOND, second));
}

/** Where this connection's last page went: an import may bring thousands of one second. */
const last = new WeakMap<Store, { second: number; id: number }>();

/** The first number after `id` that no page has. */
function afterRun(store: Store, id: number): number {
  const end = store.get<{ id: number }>(
    `SELECT id FROM pages AS p WHERE id >= ?
       AND NOT EXISTS (SELECT 1 FROM pages WHERE id = p.id + 1) ORDER BY id LIMIT 1`,
    id,
  );
  return (end?.id ?? id) + 1;
}
