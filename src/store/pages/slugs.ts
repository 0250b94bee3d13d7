import type { Store } from '../database/store.ts';
import { sha256 } from '../sha256.ts';
import { slugOf } from '../text/slug.ts';
import { LIMITS } from './words.ts';

/**
 * A free slug for a page: of `wish`, numbered where another page has it or ever had it, and of
 * the text's hash where the wish leaves nothing.
 */
export function freeSlug(store: Store, wish: string, text: string): string {
  const base = slugOf(wish) || `p${sha256(text).toString('hex').slice(0, 7)}`;
  if (isFree(store, base)) return base;
  // Doubling and halving: a thousand pages called "index" cost twenty look-ups each, not 500.
  let taken = 1;
  let free = 2;
  while (!isFree(store, numbered(base, free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isFree(store, numbered(base, middle))) free = middle;
    else taken = middle;
  }
  return numbered(base, free);
}

function numbered(base: string, number: number): string {
  const tail = `-${number}`;
  return slugOf(base.slice(0, LIMITS.slug - tail.length)) + tail;
}

function isFree(store: Store, slug: string): boolean {
  const found = store.get(
    `SELECT 1 FROM pages WHERE slug = ?1
     UNION ALL SELECT 1 FROM names WHERE name = ?1 AND kind = 'former' LIMIT 1`,
    { 1: slug },
  );
  return found === undefined;
}
