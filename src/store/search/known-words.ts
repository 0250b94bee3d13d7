import type { Store } from '../database/store.ts';

/** Shorter ones have nothing inside, and longer ones are no words but data. */
const LENGTH = { least: 3, most: 500 } as const;

/** A word with its age: the lower, the longer it has been known. */
interface Known {
  readonly id: number;
  readonly word: string;
}

/** Keeps the words of folded texts among those that can be looked through. */
export function keepWords(store: Store, folded: readonly string[]): void {
  const last = store.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM words')?.id ?? 0;
  const fresh = store.run(
    `INSERT INTO words (word) SELECT j.value FROM json_each(?) j
     WHERE NOT EXISTS (SELECT 1 FROM words WHERE word = j.value)`,
    JSON.stringify(distinctWords(folded)),
  );
  if (fresh === 0) return;
  // a new row's number is one more than the greatest
  store.run('INSERT INTO word_parts (rowid, word) SELECT id, word FROM words WHERE id > ?', last);
}

/**
 * Forgets those that are on no page any more of the next `most` words after the word `last`, the
 * number of one; gives the last of them and whether there are more.
 */
export function forgetStaleWords(store: Store, last: number, most: number): [number, boolean] {
  const words = store.all<Known>(
    'SELECT id, word FROM words WHERE id > ? ORDER BY id LIMIT ?',
    last,
    most,
  );
  forgetGone(store, words);
  return [words.at(-1)?.id ?? last, words.length === most];
}

/** Forgets those words of folded texts that are on no page, after a page was removed for ever. */
export function forgetWords(store: Store, folded: readonly string[]): void {
  const known = store.all<Known>(
    'SELECT w.id, w.word FROM json_each(?) j JOIN words w ON w.word = j.value',
    JSON.stringify(distinctWords(folded)),
  );
  forgetGone(store, known);
}

function forgetGone(store: Store, words: readonly Known[]): void {
  for (const { id, word } of words) {
    if (store.get('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1', `"${word}"`) !== undefined)
      continue;
    store.run("INSERT INTO word_parts (word_parts, rowid, word) VALUES ('delete', ?, ?)", id, word);
    store.run('DELETE FROM words WHERE id = ?', id);
  }
}

/** The words with a part of at least three letters in them, those known longest first. */
export function wordsWith(store: Store, part: string, limit: number): string[] {
  const letters = Array.from(part);
  const triples = letters.slice(2).map((_, i) => `"${letters.slice(i, i + 3).join('')}"`);
  return store
    .all<Known>(
      `SELECT w.id, w.word FROM word_parts p JOIN words w ON w.id = p.rowid
       WHERE word_parts MATCH ? AND instr(w.word, ?) > 0 ORDER BY p.rowid LIMIT ?`,
      [...new Set(triples)].join(' AND '),
      part,
      limit,
    )
    .map(({ word }) => word);
}

/** Words that begin like this, in their order. */
export function wordsFrom(store: Store, start: string, limit: number): string[] {
  return store
    .all<{ word: string }>(
      'SELECT word FROM words WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
      start,
      `${start}\u{10FFFF}`,
      limit,
    )
    .map(({ word }) => word);
}

/** Those of the given words that are known. */
export function knownOf(store: Store, words: readonly string[]): string[] {
  return store
    .all<{ word: string }>(
      'SELECT j.value AS word FROM json_each(?) j JOIN words w ON w.word = j.value ORDER BY j.key',
      JSON.stringify(words),
    )
    .map(({ word }) => word);
}

function distinctWords(folded: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of folded) {
    for (const word of text.split(' ')) {
      if (word.length >= LENGTH.least && word.length <= LENGTH.most) words.add(word);
    }
  }
  return [...words];
}
