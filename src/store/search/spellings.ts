import type { Store } from '../database/store.ts';
import { formsOf } from '../text/english.ts';
import { fold } from '../text/fold.ts';
import { quote } from './condition.ts';
import { knownOf, wordsWith } from './known-words.ts';
import { isInside } from './leaves.ts';
import { short } from './said.ts';
import type { Words } from './tree.ts';

/** How many words one part of a word may stand for: each is looked for in the index. */
const MOST = 2000;

/** How words of a query may stand in a page. */
export interface Spelled {
  /** As they were written, folded. */
  readonly tokens: readonly string[];
  /** Other words that count as the last of the tokens: the forms of an English word. */
  readonly forms: readonly string[];
  /** All the ways as phrases of FTS5, never none: the only way text gets into MATCH. */
  readonly phrases: readonly string[];
}

/** Spells words, each once in a search. */
export type Speller = (words: Words) => Spelled;

/**
 * What words are looked for as. A word as it stands is looked for with its English forms, unless
 * it is quoted; a part of a word (`~berg`) as each of the words that have it. Where that is too
 * many it warns, and those known longest count, so that a new page never takes another away.
 */
export function spellerOf(store: Store, warn: (warning: string) => void): Speller {
  const spelled = new WeakMap<Words, Spelled>();
  return (words) => {
    let known = spelled.get(words);
    if (known === undefined) {
      known = spell(store, words, warn);
      spelled.set(words, known);
    }
    return known;
  };
}

function spell(store: Store, words: Words, warn: (warning: string) => void): Spelled {
  const folded = fold(words.text);
  const tokens = folded.split(' ');
  if (words.reach === 'beginning') return { tokens, forms: [], phrases: [`${quote(folded)} *`] };
  if (words.reach === 'inside') return { tokens, forms: [], phrases: inside(store, words, warn) };
  const [word = ''] = tokens;
  const others = words.quoted || tokens.length > 1 ? [] : formsOf(word).slice(1);
  const forms = others.length === 0 ? [] : knownOf(store, others);
  return { tokens, forms, phrases: [word, ...forms].map((_, i) => quote(forms[i - 1] ?? folded)) };
}

function inside(store: Store, { text }: Words, warn: (warning: string) => void): string[] {
  const folded = fold(text);
  const [first = '', ...rest] = folded.split(' ');
  const star = rest.length > 0 ? ' *' : '';
  if (!isInside(first)) return [`${quote(folded)}${star}`];
  const found = wordsWith(store, first, MOST + 1);
  if (found.length > MOST) {
    const many = MOST.toLocaleString('en');
    warn(`Only ${many} of the words with "${short(text)}" in them are looked for.`);
  }
  const words = found.slice(0, MOST).filter((word) => rest.length === 0 || word.endsWith(first));
  if (!words.includes(first)) words.push(first);
  return words.map((word) => `${quote([word, ...rest].join(' '))}${star}`);
}
