import { fold } from '../text/fold.ts';
import type { Asked } from './asked.ts';
import { type Condition, matchOf, NOT_TRASHED, quote, type Test, testOf } from './condition.ts';
import { authorFilter } from './filters.ts';
import { operatorNamed } from './operators.ts';
import { asksForTrash } from './states.ts';
import { partsOf, type Tree, type Words } from './tree.ts';

/** A query as it is put to SQLite: every text in it is a bound value. */
export interface Plan {
  /** Everything the index is asked, as one expression of FTS5; absent: only rows are asked. */
  readonly match: string | undefined;
  /** The parts of it that are about words and not only exclude: what relevance is about. */
  readonly words: readonly string[];
  /** Whether those are all there is besides the trash. */
  readonly isOnlyWords: boolean;
  /** The words side by side, or whole where beginnings are asked for: such pages are closest. */
  readonly closest: string | undefined;
  /** What is left to be asked of rows. */
  readonly tests: readonly Test[];
  /** Between which row numbers, both included. */
  readonly least: number;
  readonly most: number;
}

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
  const words = parts.flatMap((part) => wordsIn(part, asked));
  return {
    match: wholeMatch(conditions),
    words,
    isOnlyWords: words.length === parts.length && conditions.includes(NOT_TRASHED),
    closest: closest(parts),
    tests: conditions.flatMap((each) => {
      return matchOf(each) === undefined ? [testOf(each)] : [];
    }),
    least: Math.max(Number.MIN_SAFE_INTEGER, ...ranges.map((range) => range.least)),
    most: Math.min(Number.MAX_SAFE_INTEGER, ...ranges.map((range) => range.most)),
  };
}

/** A word or phrase as FTS5 has it: folded, in quotes, never as it was written. */
export function wordsMatch({ text, beginning, column }: Words): string {
  const within = column === undefined ? '' : `${column} : `;
  return `${within}${quote(fold(text))}${beginning ? ' *' : ''}`;
}

function conditionOf(tree: Tree, asked: Asked): Condition {
  switch (tree.type) {
    case 'words':
      return { match: wordsMatch(tree) };
    case 'not':
      return { not: conditionOf(tree.of, asked) };
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

function closest(parts: readonly Tree[]): string | undefined {
  const words = parts.filter((part) => part.type === 'words');
  const ways: string[] = [];
  if (words.length > 1) ways.push(quote(words.map((each) => fold(each.text)).join(' ')));
  if (words.some((each) => each.beginning)) {
    const whole = words.map((each) => wordsMatch({ ...each, beginning: false }));
    ways.push(`(${whole.join(' AND ')})`);
  }
  return ways.length === 0 ? undefined : ways.join(' OR ');
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
