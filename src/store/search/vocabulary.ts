import type { Store } from '../database/store.ts';
import { nearest } from '../nearest.ts';

/** Words shorter than this are near too many others. */
const SHORTEST = 3;
/** How many words of the index one look-up compares. */
const COMPARED = 1000;

/**
 * The word in the index that was most likely meant by one that is not in it; undefined where
 * none is near. Only words that begin with the same three letters, then two, are compared.
 */
export function nearestWord(store: Store, token: string): string | undefined {
  const letters = Array.from(token);
  if (letters.length < SHORTEST) return undefined;
  store.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab (main, search, instance)',
  );
  for (const shared of [3, 2]) {
    const found = nearest(token, wordsBeginning(store, letters.slice(0, shared).join('')));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Words of the index in its order. Each is looked up by itself, since reading on would pass
 * every place at which a word stands.
 */
function* wordsBeginning(store: Store, start: string): Generator<string> {
  let from = start;
  for (let i = 0; i < COMPARED; i += 1) {
    const row = store.get<{ term: string }>(
      'SELECT term FROM temp.terms WHERE term >= ? AND term < ? LIMIT 1',
      from,
      `${start}\u{10FFFF}`,
    );
    if (row === undefined) return;
    yield row.term;
    from = `${row.term}\u0001`;
  }
}
