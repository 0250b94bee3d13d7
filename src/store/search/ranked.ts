import type { Store } from '../database/store.ts';
import type { Plan } from './compile.ts';
import { COUNTED, countUpTo, hitsSql, type Sql } from './hits.ts';

/**
 * A word on more pages than this tells them apart too little to be worth its price: bm25 walks
 * over all pages with each word of a query, however few pages have all of them.
 */
const COMMON = 10_000;

/** How much more a page counts that has the words side by side. */
const CLOSER = 2;

/** More than any score: pages with the words as they stand come before those with others. */
const FIRST = 100_000;

/** A page and its score, the smaller the better. */
export interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** The last page of a ranked list that was already shown. */
export type Anchor = Ranked;

/** What relevance is reckoned over: pages that match, `isHits` where those are all hits and no more. */
export interface Ranking {
  readonly match: string;
  readonly isHits: boolean;
  /** Narrower ways to match, the narrowest first: pages that do come first. */
  readonly nearer: readonly string[];
}

/**
 * How to rank a plan of at most `most` hits; undefined where it would cost more than it is worth:
 * where the filters leave few of the many pages that have the words, or all words are common.
 */
export function rankingOf(store: Store, plan: Plan, most: number): Ranking | undefined {
  const { words, isOnlyWords, match } = plan;
  if (!isOnlyWords && countMatches(store, joined(words), most) > most) return undefined;
  const isTelling = words.map(
    (part) => words.length === 1 || countMatches(store, part, COMMON) <= COMMON,
  );
  const telling = (of: readonly string[]) => joined(of.filter((_, i) => isTelling[i]));
  if (!isTelling.includes(true)) return undefined;
  const isHits = isOnlyWords && !isTelling.includes(false) && match !== undefined;
  const nearer = plan.nearer.map(telling);
  return isHits ? { match, isHits, nearer } : { match: telling(words), isHits: false, nearer };
}

/**
 * The pages of a plan by relevance, of two alike the newer first. A list is continued after the
 * page shown last, wherever that ranks by now: new pages move every score a little.
 */
export function rankedPages(
  store: Store,
  plan: Plan,
  ranking: Ranking,
  after: Anchor | undefined,
  limit: number,
): Ranked[] {
  const { sql, values } = scoresSql(plan, ranking);
  if (after === undefined) {
    return store.all<Ranked>(
      `${sql} SELECT * FROM ranked ORDER BY score, id DESC LIMIT ?`,
      ...values,
      limit,
    );
  }
  return store.all<Ranked>(
    `${sql}, place AS (SELECT coalesce((SELECT score FROM ranked WHERE id = ?), ?) AS score)
     SELECT ranked.* FROM ranked, place
     WHERE ranked.score > place.score OR (ranked.score = place.score AND ranked.id < ?)
     ORDER BY ranked.score, ranked.id DESC LIMIT ?`,
    ...values,
    after.id,
    after.score,
    after.id,
    limit,
  );
}

/**
 * A page is ranked by the nearest of the ways in which it has the words: a page with the word as
 * it stands is compared with others that have it so, however many forms stand beside it.
 */
function scoresSql(plan: Plan, { match, isHits, nearer }: Ranking): Sql {
  const hits = isHits ? undefined : hitsSql(plan);
  // "+" keeps SQLite from asking the index anew for each row number
  const filter = hits === undefined ? '' : `AND +rowid IN (${hits.sql} LIMIT ${2 * COUNTED})`;
  const isCloser = 'iif(rowid IN (SELECT rowid FROM search WHERE search MATCH ?)';
  const closer = plan.adjacent === undefined ? '' : `* ${isCloser}, ${CLOSER}, 1)`;
  const ways = [...nearer, match].map((way, i, all) => ({
    sql: `SELECT rowid AS id, rank ${closer} + ${i * FIRST} AS score, ${i === all.length - 1 ? 1 : 0} AS hit
          FROM search WHERE search MATCH ? ${i === all.length - 1 ? filter : ''}`,
    values: [...(plan.adjacent === undefined ? [] : [plan.adjacent]), way],
  }));
  return {
    sql: `WITH ways AS (${ways.map(({ sql }) => sql).join(' UNION ALL ')}), ranked AS MATERIALIZED (
            SELECT id, min(score) AS score FROM ways GROUP BY id HAVING max(hit) = 1)`,
    values: [...ways.flatMap(({ values }) => values), ...(hits?.values ?? [])],
  };
}

function countMatches(store: Store, match: string, most: number): number {
  return countUpTo(
    store,
    { sql: 'SELECT 1 FROM search WHERE search MATCH ?', values: [match] },
    most + 1,
  );
}

function joined(matches: readonly string[]): string {
  return matches.length === 1 ? matches.join('') : `(${matches.join(' AND ')})`;
}
