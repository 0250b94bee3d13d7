import type { Store } from '../database/store.ts';
import { selectOf, type Table } from './records.ts';
import type { Stand } from './stand.ts';

/** So many rows are held at a time. */
const CHUNK = 500;

type Row = Record<string, unknown>;

/** All rows of a table in the order of its key. */
export function rowsOf(store: Store, table: Table): Generator<Row> {
  return inOrder(store, table, table.key);
}

/**
 * Notes, for this connection alone, the changes that are news, and the pages that they touched:
 * what `newsOf` looks rows up by.
 */
export function noteNews(store: Store, changes: readonly number[]): void {
  store.exec(`CREATE TEMP TABLE fresh (change INTEGER PRIMARY KEY);
    CREATE TEMP TABLE touched (page_id INTEGER PRIMARY KEY);`);
  for (const change of changes) store.run('INSERT INTO temp.fresh (change) VALUES (?)', change);
  store.exec(`INSERT INTO temp.touched
    SELECT DISTINCT page_id FROM revisions WHERE change IN (SELECT change FROM temp.fresh)`);
}

/** The rows of a table that a copy at `stand` lacks, or has otherwise. */
export function newsOf(store: Store, table: Table, stand: Stand): Generator<Row> {
  const { news, name, type } = table;
  if (news === undefined) return rowsOf(store, table);
  if ('latest' in news) {
    return inOrder(store, table, table.key, `${news.latest} >= ?`, stand.latest[type] ?? '');
  }
  if ('grows' in news) {
    const renamed = store.get(
      "SELECT 1 FROM changes WHERE number IN (SELECT change FROM temp.fresh) AND operation = 'rename_tag'",
    );
    if (renamed !== undefined) return rowsOf(store, table);
    const place = `${news.grows} >= (SELECT ${news.grows} FROM ${name} ORDER BY ${news.grows} LIMIT 1 OFFSET ?)`;
    return inOrder(store, table, table.key, place, stand.rows[type] ?? 0);
  }
  const { page, change } = news;
  const isFresh = change === undefined ? 'true' : `${change} IN (SELECT change FROM temp.fresh)`;
  if (page !== undefined) return ofTouched(store, table, page, isFresh);
  const order = [...new Set([...(change === undefined ? [] : [change]), ...table.key])];
  return inOrder(store, table, order, isFresh);
}

function* inOrder(
  store: Store,
  table: Table,
  order: readonly string[],
  where = 'true',
  ...values: readonly unknown[]
): Generator<Row> {
  const places = order.map(() => '?').join(', ');
  let rows = store.all<Row>(`${selectOf(table, where, order)} LIMIT ${CHUNK}`, ...values);
  for (;;) {
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    const later = `${where} AND (${order.join(', ')}) > (${places})`;
    rows = store.all<Row>(
      `${selectOf(table, later, order)} LIMIT ${CHUNK}`,
      ...values,
      ...order.map((column) => last[column]),
    );
  }
}

/** Looked up page by page, so that few pages cost little in a large table. */
function* ofTouched(store: Store, table: Table, page: string, where: string): Generator<Row> {
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const pages = store.all<{ page_id: number }>(
      `SELECT page_id FROM temp.touched WHERE page_id > ? ORDER BY page_id LIMIT ${CHUNK}`,
      last,
    );
    for (const { page_id: id } of pages) {
      yield* store.all<Row>(selectOf(table, `${page} = ? AND ${where}`, table.key), id);
    }
    last = pages.at(-1)?.page_id ?? last;
    if (pages.length < CHUNK) return;
  }
}
