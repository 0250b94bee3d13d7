import { statSync } from 'node:fs';

import { type Check, checkWhole, doChecks, type Finding, right, wrong } from './check.ts';
import { SCHEMA, schemaOf } from './migrate.ts';
import { APPLICATION_ID, openToRead } from './open.ts';
import type { Store } from './store.ts';

/** How a store stands, as `scrap doctor` shows it. */
export interface StoreState {
  readonly checks: readonly Check[];
  /** Of the SQLite that opened it. */
  readonly sqlite: string;
  readonly pages: number;
  /** The number and time of the last change; absent where nothing has happened yet. */
  readonly last: { readonly number: number; readonly at: string } | undefined;
  /** Bytes: of the file, and of what waits in its write-ahead log. */
  readonly size: number;
  readonly wal: number;
}

/**
 * Looks at the store in `file` while others may be using it; nothing is changed, not even brought
 * to this scrap's schema. What cannot be read is a failed check.
 */
export function examineStore(file: string): StoreState {
  const store = openToRead(file);
  try {
    const checks = doChecks([
      ['schema', () => ours(store)],
      ['integrity', () => sound(store)],
      ['index', () => checkWhole(store)],
    ]);
    const isRead = checks.every(({ ok }) => ok);
    const get = <Row>(sql: string) => (isRead ? store.get<Row>(sql) : undefined);
    return {
      checks,
      sqlite: store.get<{ v: string }>('SELECT sqlite_version() AS v')?.v ?? '',
      pages: get<{ n: number }>('SELECT count(*) AS n FROM pages WHERE trashed IS NULL')?.n ?? 0,
      last: get('SELECT number, at FROM changes ORDER BY number DESC LIMIT 1'),
      size: statSync(file).size,
      wal: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    };
  } finally {
    store.close();
  }
}

function ours(store: Store): Finding {
  if (store.pragma('application_id') !== APPLICATION_ID) return wrong('not a scrap store');
  const schema = schemaOf(store);
  return schema > SCHEMA
    ? wrong(`made by a newer scrap (schema ${schema}, this one knows ${SCHEMA})`)
    : right(`schema ${schema}`);
}

function sound(store: Store): Finding {
  const said = String(store.pragma('quick_check(1)'));
  if (said !== 'ok') return wrong(said);
  if (store.pragma('foreign_key_check') !== undefined) return wrong('rows point nowhere');
  return right('SQLite finds no fault');
}
