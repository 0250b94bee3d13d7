import { TRASHED } from './filters.ts';
import type { Column } from './tree.ts';

/**
 * What a page must be, as a tree over two kinds of test: words of the full-text index, and SQL
 * over a row `p` of `pages` with its values bound. A test of rows may also say between which row
 * numbers (which are times) all its pages lie, so that the rest is not looked at.
 */
export type Condition =
  | { readonly match: string }
  | Test
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

export interface Test {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly ids?: { readonly least: number; readonly most: number };
  /** The row numbers of all its pages, where they are known and few. */
  readonly only?: readonly number[];
  /** The same in an order of their own, the closest to what was asked for first. */
  readonly closest?: readonly number[];
  /** It looks at more than the row, so that fewer pages can be asked. */
  readonly isDear?: boolean;
}

/** A word of the `filters` column as a condition. */
export function filterWord(word: string): Condition {
  return { match: quote(word) };
}

/** Any of these words of the `filters` column. */
export function anyFilterWord(words: readonly string[]): Condition {
  return { any: words.map(filterWord) };
}

/** Tokens, one space between two of them, as an FTS5 phrase: the only way text gets into MATCH. */
export function quote(tokens: string): string {
  return `"${tokens.replaceAll('"', '')}"`;
}

/** Any of these phrases, in a column where one is named. */
export function columnMatch(column: Column | undefined, phrases: readonly string[]): string {
  const within = column === undefined ? '' : `${column} : `;
  return phrases.length === 1 ? within + phrases.join('') : `${within}(${phrases.join(' OR ')})`;
}

/** Pages whose row numbers are known, and in order. */
export function onlyThese(only: readonly number[]): Test {
  return {
    sql: 'p.id IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(only)],
    ids: { least: only[0] ?? 0, most: only.at(-1) ?? 0 },
    only,
  };
}

/** What is asked of the index: pages that match, or (negated) all pages that do not. */
export interface Match {
  readonly match: string;
  readonly negated: boolean;
}

/** A condition over the index alone as one expression of FTS5; undefined where rows are asked. */
export function matchOf(condition: Condition): Match | undefined {
  if ('match' in condition) return { match: condition.match, negated: false };
  if ('sql' in condition) return undefined;
  if ('not' in condition) {
    const inner = matchOf(condition.not);
    return inner === undefined ? undefined : negate(inner);
  }
  const isAll = 'all' in condition;
  const parts = (isAll ? condition.all : condition.any).map(matchOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  if (isAll) return both(parts);
  // a OR b is NOT (NOT a AND NOT b)
  return negate(both(parts.map(negate)));
}

function negate({ match, negated }: Match): Match {
  return { match, negated: !negated };
}

/** FTS5's NOT needs a left side, so what is only excluded is carried as a negation. */
function both(parts: readonly Match[]): Match {
  const wanted = parts.filter((part) => !part.negated).map((part) => part.match);
  const excluded = parts.filter((part) => part.negated).map((part) => part.match);
  if (wanted.length === 0) return { match: `(${excluded.join(' OR ')})`, negated: true };
  const all = wanted.length === 1 ? wanted.join('') : `(${wanted.join(' AND ')})`;
  if (excluded.length === 0) return { match: all, negated: false };
  return { match: `(${all} NOT (${excluded.join(' OR ')}))`, negated: false };
}

/** A condition over rows: what it asks of the index is looked up apart. */
export function testOf(condition: Condition): Test {
  if ('sql' in condition) return condition;
  const match = matchOf(condition);
  if (match !== undefined) {
    return {
      sql: `p.id ${match.negated ? 'NOT IN' : 'IN'} (SELECT rowid FROM search WHERE search MATCH ?)`,
      values: [match.match],
    };
  }
  if ('not' in condition) {
    const inner = testOf(condition.not);
    // not "NOT": a page without the value is one that is left
    const { values, isDear = false } = inner;
    return { sql: `(${inner.sql}) IS NOT TRUE`, values, isDear };
  }
  if ('match' in condition) throw new Error('a match has a match');
  const parts = ('all' in condition ? condition.all : condition.any).map(testOf);
  return {
    sql: `(${parts.map((part) => `(${part.sql})`).join('all' in condition ? ' AND ' : ' OR ')})`,
    values: parts.flatMap((part) => part.values),
    isDear: parts.some((part) => part.isDear),
  };
}

/** A page that is not in the trash. */
export const NOT_TRASHED: Condition = { not: filterWord(TRASHED) };
