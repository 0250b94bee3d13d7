import { fold } from '../text/fold.ts';
import type { Asked } from './asked.ts';
import { wordsMatch } from './compile.ts';
import { wordsFrom } from './known-words.ts';
import { isBeginning, isInside } from './leaves.ts';
import { mapWanted, type Reach, type Tree, wantedWords, type Words } from './tree.ts';

/** How many words are tried as parts of others at once: each costs what all those words cost. */
const MOST = 4;
/** A beginning of more words than this is tried only where nothing is found without. */
const MOST_LONGER = 200;

/**
 * The same query with words that are on no page, or else all of them, as beginnings of longer
 * ones or as parts of others; undefined where none of its words can be.
 */
export function widened(
  tree: Tree,
  reach: Exclude<Reach, 'whole'>,
  asked: Asked,
): Tree | undefined {
  const able = wantedWords(tree).filter((words) => canBe(reach, words));
  const missing = able.filter((words) => !isAnywhere(words, asked));
  const wider = new Set(missing.length > 0 ? missing : able);
  if (wider.size === 0 || wider.size > MOST) return undefined;
  return mapWanted(tree, (words) => (wider.has(words) ? { ...words, reach } : words));
}

/** The query of somebody still typing: the word at its very end may be a beginning. */
export function withLastBegun(tree: Tree, query: string): Tree {
  return mapWanted(tree, (words) =>
    words.end === query.length && canBe('beginning', words)
      ? { ...words, reach: 'beginning' }
      : words,
  );
}

/** Whether a query's beginnings stand for few words, so that looking for all of them is cheap. */
export function beginsFew(tree: Tree, { store }: Asked): boolean {
  return wantedWords(tree).every(({ text, reach }) => {
    if (reach !== 'beginning') return true;
    const folded = fold(text);
    const last = folded.slice(folded.lastIndexOf(' ') + 1);
    return wordsFrom(store, last, MOST_LONGER + 1).length <= MOST_LONGER;
  });
}

/** Whether a word or phrase is on any page, the trash included. */
export function isAnywhere(words: Words, { store, spell, parts }: Asked): boolean {
  const ids = parts.get(words);
  if (ids !== undefined) return ids.length > 0;
  const match = wordsMatch(words, spell);
  return store.get('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1', match) !== undefined;
}

function canBe(reach: Reach, words: Words): boolean {
  if (words.quoted || words.reach !== 'whole') return false;
  const folded = fold(words.text);
  return reach === 'inside' ? isInside(folded) : isBeginning(folded);
}
