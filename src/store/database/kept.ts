import { createHash } from 'node:crypto';

import type { Store } from './store.ts';

/**
 * The tables that a backup is for, those that are pointed at first, with the rows of each where
 * not all of them count. What stands in no other place: the rest is read out of these again.
 */
export const KEPT: Readonly<Record<string, string>> = {
  changes: 'true',
  pages: 'true',
  texts: 'true',
  by_model: 'true',
  tags: 'true', // as first written, also where no page has them any more
  names: "kind = 'former'",
  revisions: 'true',
  captures: 'true',
  reviewed: 'true',
  notebooks: 'true',
  searches: 'true',
  files: 'true',
  page_files: 'true',
  folder_files: 'true',
  clips: 'true',
  jobs: 'true', // what still has to come, and what was given up
  spending: 'true',
};

/** Columns that are a page's text, whose hash stands in another one. */
const TEXTS = new Set(['texts.text', 'revisions.text']);

/** So many rows are held at a time. */
const PAGE = 500;

/** The tables with rows to keep that a store has: one of an older schema may lack the later ones. */
export function keptTables(store: Store): string[] {
  return Object.keys(KEPT).filter((table) => columnsOf(store, table).length > 0);
}

/** The columns of a table that are stored, in order; those SQLite computes are left out. */
export function columnsOf(store: Store, table: string): string[] {
  return infoOf(store, table).map((column) => column.name);
}

/** The SHA-256 of all that is kept, in hex: the same rows give the same, in whatever file. */
export function contentHash(store: Store): string {
  const hash = createHash('sha256');
  for (const table of keptTables(store)) {
    const columns = columnsOf(store, table).filter((name) => !TEXTS.has(`${table}.${name}`));
    hash.update(`${table} ${columns.join(' ')}\n`);
    for (const row of keptRows(store, table, columns)) {
      hash.update(`${JSON.stringify(columns.map((name) => plain(row[name])))}\n`);
    }
  }
  return hash.digest('hex');
}

/** The kept rows of a table in the order of its key, some of their columns. */
export function* keptRows(
  store: Store,
  table: string,
  columns: readonly string[],
): Generator<Record<string, unknown>> {
  const key = keyOf(store, table);
  const order = key.join(', ');
  const wanted = [...new Set([...key, ...columns])].join(', ');
  const rows = `SELECT ${wanted} FROM ${table} WHERE ${KEPT[table] ?? 'false'}`;
  let page = store.all<Record<string, unknown>>(`${rows} ORDER BY ${order} LIMIT ${PAGE}`);
  for (;;) {
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    page = store.all(
      `${rows} AND (${order}) > (${key.map(() => '?').join(', ')}) ORDER BY ${order} LIMIT ${PAGE}`,
      ...key.map((name) => last[name]),
    );
  }
}

function keyOf(store: Store, table: string): string[] {
  return infoOf(store, table)
    .filter((column) => column.pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name);
}

function infoOf(store: Store, table: string): { name: string; pk: number }[] {
  return store.all('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid', table);
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}
