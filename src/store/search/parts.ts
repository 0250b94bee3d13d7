import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { columnMatch } from './condition.ts';
import { short } from './said.ts';
import type { Speller } from './spellings.ts';
import { everyWords, type Tree, type Words } from './tree.ts';

/** What stands for more words than this is looked for apart, so many words at a time. */
const AT_ONCE = 100;
/** How many pages, newest first, and how long in ms, it is looked for. */
const MOST_PAGES = 20_000;
const LONGEST = 1000;

/** The row numbers of the pages with a part of a word, in order. */
export type Parts = ReadonlyMap<Words, readonly number[]>;

/**
 * Looks for the parts of words in a query that very many words have (`~ing`), before anything else
 * is asked: in turns, since each word costs a look into the index, and others are waiting. Warns
 * where not all pages were found.
 */
export async function collectParts(
  store: Store,
  tree: Tree | undefined,
  spell: Speller,
  warn: (warning: string) => void,
): Promise<Parts> {
  const parts = new Map<Words, readonly number[]>();
  for (const words of tree === undefined ? [] : everyWords(tree)) {
    const { phrases } = spell(words);
    if (words.reach !== 'inside' || phrases.length <= AT_ONCE) continue;
    const ids = new Set<number>();
    const began = Date.now();
    for (let from = 0; from < phrases.length; from += AT_ONCE) {
      const match = columnMatch(words.column, phrases.slice(from, from + AT_ONCE));
      const found = store.all<{ id: number }>(
        'SELECT rowid AS id FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?',
        match,
        MOST_PAGES,
      );
      for (const { id } of found) ids.add(id);
      if (Date.now() - began > LONGEST) {
        warn(`Looking for "~${short(words.text)}" took too long, so that some pages are missing.`);
        break;
      }
      await turn();
    }
    const newest = [...ids].toSorted((a, b) => b - a).slice(0, MOST_PAGES);
    if (newest.length < ids.size || newest.length === MOST_PAGES) {
      const many = MOST_PAGES.toLocaleString('en');
      warn(`Only the newest ${many} pages with "~${short(words.text)}" are looked at.`);
    }
    parts.set(words, newest.toReversed());
  }
  return parts;
}
