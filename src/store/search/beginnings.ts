import type { Store } from '../database/store.ts';
import { fold } from '../text/fold.ts';
import { wordsMatch } from './compile.ts';
import { isBeginning } from './leaves.ts';
import { mapWanted, type Tree, wantedWords, type Words } from './tree.ts';

/** How many words are tried as beginnings at once: each costs what all the words it begins cost. */
const MOST = 4;

/**
 * The same query with words that are on no page, or else all of them, as beginnings of longer
 * ones; undefined where none of its words can be.
 */
export function withBeginnings(store: Store, tree: Tree): Tree | undefined {
  const able = wantedWords(tree).filter(canBegin);
  const missing = able.filter((words) => !isAnywhere(store, words));
  const begun = new Set(missing.length > 0 ? missing : able);
  if (begun.size === 0 || begun.size > MOST) return undefined;
  return mapWanted(tree, (words) => (begun.has(words) ? { ...words, beginning: true } : words));
}

/** The query of somebody still typing: the word at its very end may be a beginning. */
export function withLastBegun(tree: Tree, query: string): Tree {
  return mapWanted(tree, (words) =>
    words.end === query.length && canBegin(words) ? { ...words, beginning: true } : words,
  );
}

/** Whether a word or phrase is on any page, the trash included. */
export function isAnywhere(store: Store, words: Words): boolean {
  const match = wordsMatch(words);
  return store.get('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1', match) !== undefined;
}

function canBegin(words: Words): boolean {
  return !words.quoted && !words.beginning && isBeginning(fold(words.text));
}
