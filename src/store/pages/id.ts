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
  const seconds = placesOf(store);
  const before = seconds.get(second);
  let id = before === undefined ? second : before + 1;
  while (isTaken(store, id)) id = afterRun(store, id);
  seconds.set(second, id);
  return id;
}

/** The least row number that a page created at `time` (RFC 3339) or later can have. */
export function secondOf(time: string): number {
  const second = Math.floor(Date.parse(time) / 1000);
  return Math.max(-FARTHEST_SECOND, Math.min(FARTHEST_SECOND, second));
}

/** Where the last page of a second went, by connection: an import brings thousands of one. */
const places = new WeakMap<Store, Map<number, number>>();

function placesOf(store: Store): Map<number, number> {
  let seconds = places.get(store);
  if (seconds === undefined || seconds.size > 10_000) places.set(store, (seconds = new Map()));
  return seconds;
}

/**
 * Every page has a revision, a purged one too: no number is given twice, since keys and history
 * name pages by it.
 */
function isTaken(store: Store, id: number): boolean {
  return store.get('SELECT 1 FROM revisions WHERE page_id = ? LIMIT 1', id) !== undefined;
}

/**
 * A free number soon after `id`, which is taken. Found by doubling and halving: after thousands
 * of pages of one second there is a run of a day's numbers, in which every new page begins.
 */
function afterRun(store: Store, id: number): number {
  let free = id + 1;
  while (isTaken(store, free)) free = id + (free - id) * 2;
  let taken = id + Math.floor((free - id) / 2);
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(store, middle)) taken = middle;
    else free = middle;
  }
  return free;
}
