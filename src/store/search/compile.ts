import { fold } from '../text/fold.ts';
import type { Asked } from './asked.ts';
import {
  columnMatch,
  type Condition,
  matchOf,
  NOT_TRASHED,
  onlyThese,
  quote,
  type Test,
  testOf,
} from './condition.ts';
import { authorFilter } from './filters.ts';
import { operatorNamed } from './operators.ts';
import { asksForTrash } from './states.ts';
import type { Speller } from './spellings.ts';
import { mapWanted, partsOf, type Tree, type Words } from './tree.ts';

/** A query as it is put to SQLite: every text in it is a bound value. */
export interface Plan {
  /** Everything the index is asked, as one expression of FTS5; absent: only rows are asked. */
  readonly match: string | undefined;
  /** The parts of it that are about words and not only exclude: what relevance is about. */
  readonly words: readonly string[];
  /** Whether those are all there is besides the trash. */
  readonly isOnlyWords: boolean;
  /** The words side by side: such pages are closer. */
  readonly adjacent: string | undefined;
  /**
   * Where other words count too: each of `words` as it stands, and then with its forms. Pages that
   * have them so come first.
   */
  readonly nearer: readonly (readonly string[])[];
  /** What is left to be asked of rows. */
  readonly tests: readonly Test[];
  /** The only row numbers that come into question; absent: all do. */
  readonly only: readonly number[] | undefined;
  /** The order that these pages have by themselves, where they have one. */
  readonly closest: readonly number[] | undefined;
  /** How many pages may be looked through one by one. */
  readonly looked: number;
  /** Between which row numbers, both included. */
  readonly least: number;
  readonly most: number;
}

/**
 * How many pages are looked through one by one, newest first, where rows are asked (for a path, a
 * day, an order). A list that ends there says so, and can be continued from there.
 */
const LOOKED_THROUGH = { usual: 100_000, dear: 5000 } as const;

/** Every page has one of these words in its index: "all pages" as an expression of FTS5. */
const ALL = `(${['me', 'claude', 'import'].map((author) => quote(authorFilter(author))).join(' OR ')})`;

/**
 * Compiles a tree; without one, all pages are meant. Pages in the trash are left out unless the
 * query speaks of the trash. Throws `invalid` for a filter whose value means nothing.
 */
export function compile(tree: Tree | undefined, asked: Asked): Plan {
  const parts = tree === undefined ? [] : partsOf(tree);
  const conditions = parts.flatMap((part) => flat(conditionOf(part, asked)));
  if (tree === undefined || !speaksOfTrash(tree)) conditions.push(NOT_TRASHED);
  const ranges = conditions.flatMap((each) => ('sql' in each && each.ids ? [each.ids] : []));
  const withWords = parts.filter((part) => wordsIn(part, asked).length > 0);
  const words = withWords.flatMap((part) => wordsIn(part, asked));
  const tests = conditions.flatMap((each) => (matchOf(each) === undefined ? [testOf(each)] : []));
  return {
    match: wholeMatch(conditions),
    words,
    isOnlyWords: words.length === parts.length && conditions.includes(NOT_TRASHED),
    adjacent: adjacent(parts),
    nearer: nearer(withWords, words, asked),
    tests,
    only: conditions.flatMap((each) => ('sql' in each && each.only ? [each.only] : []))[0],
    closest: conditions.flatMap((each) => ('sql' in each && each.closest ? [each.closest] : []))[0],
    looked: tests.some((test) => test.isDear) ? LOOKED_THROUGH.dear : LOOKED_THROUGH.usual,
    least: Math.max(Number.MIN_SAFE_INTEGER, ...ranges.map((range) => range.least)),
    most: Math.min(Number.MAX_SAFE_INTEGER, ...ranges.map((range) => range.most)),
  };
}

/** A word or phrase in all its ways, as FTS5 has them. */
export function wordsMatch(words: Words, spell: Speller): string {
  return columnMatch(words.column, spell(words).phrases);
}

function conditionOf(tree: Tree, asked: Asked): Condition {
  switch (tree.type) {
    case 'words': {
      const ids = asked.parts.get(tree);
      return ids === undefined ? { match: wordsMatch(tree, asked.spell) } : onlyThese(ids);
    }
    case 'not':
      return { not: conditionOf(asWritten(tree.of), asked) };
    case 'all':
      return { all: tree.of.map((part) => conditionOf(part, asked)) };
    case 'any':
      return { any: tree.of.map((part) => conditionOf(part, asked)) };
    case 'filter': {
      const condition = operatorNamed(tree.name)?.condition;
      if (condition === undefined) throw new Error(`no operator ${tree.name}`);
      return condition(tree, asked);
    }
  }
  return tree satisfies never;
}

function flat(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(flat) : [condition];
}

/**
 * Rows are asked without the index only where nothing but the trash would be asked of it: then
 * walking the pages is cheaper.
 */
function wholeMatch(conditions: readonly Condition[]): string | undefined {
  const asked = conditions.filter((each) => matchOf(each) !== undefined);
  if (asked.every((each) => each === NOT_TRASHED)) return undefined;
  const whole = matchOf({ all: asked });
  if (whole === undefined) return undefined;
  return whole.negated ? `(${ALL} NOT ${whole.match})` : whole.match;
}

function wordsIn(part: Tree, asked: Asked): string[] {
  if (!isOnlyWords(part)) return [];
  const found = matchOf(conditionOf(part, asked));
  if (found === undefined || found.negated) return [];
  return [found.match];
}

/** What is left out is left out as it stands: its other forms may be what is looked for. */
function asWritten(tree: Tree): Tree {
  return mapWanted(tree, (words) => (words.reach === 'whole' ? { ...words, quoted: true } : words));
}

function adjacent(parts: readonly Tree[]): string | undefined {
  const words = parts.filter((part) => part.type === 'words');
  return words.length > 1 ? quote(words.map((each) => fold(each.text)).join(' ')) : undefined;
}

function nearer(parts: readonly Tree[], words: readonly string[], asked: Asked): string[][] {
  const matchesAs = (as: (each: Words) => Words) =>
    parts.flatMap((part) => wordsIn(mapWanted(part, as), asked));
  const formed = matchesAs((each) => ({ ...each, reach: 'whole' }));
  const exact = matchesAs((each) => ({ ...each, quoted: true, reach: 'whole' }));
  const isSame = (a: readonly string[], b: readonly string[]) =>
    a.every((each, i) => each === b[i]);
  if (isSame(exact, words)) return [];
  return isSame(formed, words) || isSame(formed, exact) ? [exact] : [exact, formed];
}

function isOnlyWords(tree: Tree): boolean {
  if (tree.type === 'words') return true;
  if (tree.type === 'filter') return false;
  return tree.type === 'not' ? isOnlyWords(tree.of) : tree.of.every(isOnlyWords);
}

function speaksOfTrash(tree: Tree): boolean {
  if (tree.type === 'words') return false;
  if (tree.type === 'filter') return asksForTrash(tree);
  return tree.type === 'not' ? speaksOfTrash(tree.of) : tree.of.some(speaksOfTrash);
}
