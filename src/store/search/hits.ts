import type { Store } from '../database/store.ts';
import type { Plan } from './compile.ts';

/** Beyond this many hits counting stops, and pages are listed, not ranked. */
export const COUNTED = 2000;

/** SQL with its bound values. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * The pages of a plan, newest first, as SQL that gives their `id`; the caller adds LIMIT. Only
 * row numbers up to `most` count.
 */
export function hitsSql(plan: Plan, most = plan.most): Sql {
  const pages = candidatesSql(plan, most);
  if (plan.tests.length === 0) return pages;
  return {
    sql: `SELECT c.id AS id ${testedSql(pages, plan)}`,
    values: [...pages.values, plan.looked, ...testValues(plan)],
  };
}

/** As SQL from FROM on: candidates `c` with their row `p`, that pass the plan's tests. */
export function rowsSql(plan: Plan): Sql {
  const pages = candidatesSql(plan, plan.most);
  return {
    sql: testedSql(pages, plan),
    values: [...pages.values, plan.looked, ...testValues(plan)],
  };
}

/** The ids that SQL gives, at most `limit`. */
export function idsOf(store: Store, { sql, values }: Sql, limit: number): number[] {
  return store.all<{ id: number }>(`${sql} LIMIT ?`, ...values, limit).map((row) => row.id);
}

/** How many ids SQL gives, counted up to `most`. */
export function countUpTo(store: Store, { sql, values }: Sql, most: number): number {
  const counted = `SELECT count(*) AS n FROM (${sql} LIMIT ?)`;
  return store.get<{ n: number }>(counted, ...values, most)?.n ?? 0;
}

/** How many pages a plan has, as far as they are counted: exactly `n`, or more than that. */
export interface Count {
  readonly n: number;
  readonly isAll: boolean;
}

export function countOf(store: Store, plan: Plan): Count {
  const n = countUpTo(store, hitsSql(plan), COUNTED + 1);
  if (n > COUNTED) return { n: COUNTED, isAll: false };
  const isAll = plan.tests.length === 0 || lastLookedAt(store, plan, plan.most) === undefined;
  return { n, isAll };
}

/** The page at which looking through ends, where there are more candidates than that. */
export function lastLookedAt(store: Store, plan: Plan, most: number): number | undefined {
  const isMore = nthCandidate(store, plan, plan.looked, most) !== undefined;
  return isMore ? nthCandidate(store, plan, plan.looked - 1, most) : undefined;
}

/** The nth page (from 0) that the index has for a plan, before its tests. */
export function nthCandidate(
  store: Store,
  plan: Plan,
  n: number,
  most = plan.most,
): number | undefined {
  const { sql, values } = candidatesSql(plan, most);
  return store.get<{ id: number }>(`${sql} LIMIT 1 OFFSET ?`, ...values, n)?.id;
}

function candidatesSql({ match, only, least }: Plan, most: number): Sql {
  if (match === undefined && only !== undefined) {
    return {
      sql: `SELECT p.id FROM json_each(?) j JOIN pages p ON p.id = j.value
            WHERE p.trashed IS NULL AND p.id BETWEEN ? AND ? ORDER BY p.id DESC`,
      values: [JSON.stringify(only), least, most],
    };
  }
  if (match === undefined) {
    return {
      sql: 'SELECT id FROM pages WHERE trashed IS NULL AND id BETWEEN ? AND ? ORDER BY id DESC',
      values: [least, most],
    };
  }
  return {
    sql: `SELECT rowid AS id FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?
          ORDER BY rowid DESC`,
    values: [match, least, most],
  };
}

/** CROSS JOIN keeps the candidates first, and with them their order. */
function testedSql(pages: Sql, plan: Plan): string {
  const tests = plan.tests.map((test) => `(${test.sql})`);
  const where = tests.length === 0 ? '' : `WHERE ${tests.join(' AND ')}`;
  return `FROM (${pages.sql} LIMIT ?) c CROSS JOIN pages p ON p.id = c.id ${where}`;
}

function testValues(plan: Plan): unknown[] {
  return plan.tests.flatMap((test) => test.values);
}
