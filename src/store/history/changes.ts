import type { Store } from '../database/store.ts';
import type { Author, Source } from '../operation.ts';
import { given } from '../pages/given.ts';
import { count } from '../pages/list.ts';

/** Which changes: those that have all that is said here. */
export interface ChangeFilter {
  readonly author?: Author | undefined;
  readonly source?: Source | undefined;
  /** `''` for those that came under no label. */
  readonly client?: string | undefined;
  /** `''` for those without one. */
  readonly origin?: string | undefined;
  /** Only those that touched this page, by its row number. */
  readonly page?: number | undefined;
  /** Only those from this number on, and up to that one. */
  readonly from?: number | undefined;
  readonly upto?: number | undefined;
}

/** A row of `changes`. */
export interface ChangeRow {
  readonly number: number;
  readonly at: string;
  readonly operation: string;
  readonly author: string;
  readonly source: string;
  readonly client: string | null;
  readonly origin: string | null;
  readonly pages: number;
}

/** A change as every door shows it. */
export interface Change extends Omit<ChangeRow, 'client' | 'origin' | 'pages'> {
  readonly client?: string;
  readonly origin?: string;
  /** The slugs of at most 50 of its pages; purged ones have none. */
  readonly pages: string[];
  readonly count: number;
}

const MOST_SLUGS = 50;

/** Changes in either order, at most `limit`, with how many there are in all. */
export function listChanges(
  store: Store,
  filter: ChangeFilter,
  { order, limit }: { readonly order: 'ASC' | 'DESC'; readonly limit: number },
  all: ChangeFilter = filter,
): { changes: Change[]; total?: number; more_than?: number } {
  const [where, values] = conditions(filter);
  const rows = store.all<ChangeRow>(
    `SELECT * FROM changes ${where} ORDER BY number ${order} LIMIT ?`,
    ...values,
    limit,
  );
  const [everywhere, allValues] = conditions(all);
  return {
    changes: rows.map((row) => toChange(store, row)),
    ...count(store, `changes ${everywhere}`, ...allValues),
  };
}

/** The numbers of all changes that match, in order. */
export function changeNumbers(store: Store, filter: ChangeFilter): number[] {
  const [where, values] = conditions(filter);
  return store
    .all<{ number: number }>(`SELECT number FROM changes ${where} ORDER BY number`, ...values)
    .map((row) => row.number);
}

/** The change with this number, where there is one. */
export function changeByNumber(store: Store, number: number): ChangeRow | undefined {
  return store.get<ChangeRow>('SELECT * FROM changes WHERE number = ?', number);
}

function toChange(store: Store, row: ChangeRow): Change {
  const { client, origin, pages, ...rest } = row;
  return {
    ...rest,
    ...given('client', client),
    ...given('origin', origin),
    pages: slugsOf(store, row.number),
    count: pages,
  };
}

/** The slugs of at most 50 pages a change touched, in the order of their age. */
export function slugsOf(store: Store, change: number): string[] {
  return store
    .all<{ slug: string }>(
      `SELECT p.slug FROM revisions r JOIN pages p ON p.id = r.page_id
       WHERE r.change = ? ORDER BY r.page_id LIMIT ${MOST_SLUGS}`,
      change,
    )
    .map(({ slug }) => slug);
}

/** `WHERE …` and its values. The author is written out, so that the index of agents' is used. */
function conditions(filter: ChangeFilter): [string, (string | number)[]] {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, ...its: (string | number)[]) => {
    parts.push(condition);
    values.push(...its);
  };
  const { author, source, client, origin, page, from, upto } = filter;
  if (author !== undefined) add(`author = '${author}'`);
  if (source !== undefined) add('source = ?', source);
  if (client === '') add('client IS NULL');
  else if (client !== undefined) add('client = ?', client);
  if (origin === '') add('origin IS NULL');
  else if (origin !== undefined) add('origin = ?', origin);
  if (page !== undefined) {
    add('number IN (SELECT change FROM revisions WHERE page_id = ?)', page);
  }
  if (from !== undefined) add('number >= ?', from);
  if (upto !== undefined) add('number <= ?', upto);
  return [parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values];
}
