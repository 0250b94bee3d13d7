import type { Store } from '../database/store.ts';
import { nearest } from '../nearest.ts';
import { quote } from './condition.ts';
import { wordsFrom } from './known-words.ts';

/** Words shorter than this are near too many others. */
const SHORTEST = 3;
/** How many words one look-up compares. */
const COMPARED = 3000;
/** How many words that were on a page once, and are no more, are passed over. */
const GONE = 3;

/**
 * The word on some page that was most likely meant, the word itself where it is on one; undefined
 * where none is near. Words that begin alike are compared: with the same three letters, then two, one, and
 * the first two the other way round.
 */
export function nearestWord(store: Store, token: string): string | undefined {
  if (isOnPage(store, token)) return token;
  const letters = Array.from(token);
  if (letters.length < SHORTEST) return undefined;
  const [first = '', second = '', third = ''] = letters;
  for (const start of [first + second + third, first + second, first, second + first]) {
    const known = new Set(wordsFrom(store, start, COMPARED));
    for (let gone = 0; gone <= GONE; gone += 1) {
      const found = nearest(token, known);
      if (found === undefined) break;
      if (isOnPage(store, found)) return found;
      known.delete(found);
    }
  }
  return undefined;
}

function isOnPage(store: Store, word: string): boolean {
  return store.get('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1', quote(word)) !== undefined;
}
