import { expect } from 'vitest';

import { openStore } from '../../src/store/database/open.ts';
import type { Store } from '../../src/store/database/store.ts';

/** A store's number of rows. */
export function count(store: Store, from: string): number {
  return store.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)?.n ?? 0;
}

/**
 * Opens a store to which nothing but adds with a key were ever made and fails unless all is
 * right with it: SQLite's checks, which include the full-text index; one revision, one key and
 * one row in the index for each page; change numbers without a gap. Gives slug and text of each
 * page.
 */
export function soundPages(file: string): Map<string, string> {
  const store = openStore(file);
  try {
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(store.all('PRAGMA foreign_key_check')).toEqual([]);
    const rows = store.all<{ slug: string; text: string }>(
      'SELECT slug, text FROM pages JOIN texts ON page_id = id',
    );
    const counts = ['pages', 'texts', 'revisions', 'captures', 'search_docsize'].map((table) => [
      table,
      count(store, table),
    ]);
    expect(counts).toEqual(counts.map(([table]) => [table, rows.length]));
    const last = store.get<{ n: number | null }>('SELECT max(number) AS n FROM changes')?.n ?? 0;
    expect(count(store, 'changes')).toBe(last);
    return new Map(rows.map(({ slug, text }) => [slug, text]));
  } finally {
    store.close();
  }
}
