import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ScrapError } from '../errors.ts';
import { copyStore } from './copy.ts';
import { openFile } from './driver.ts';
import type { Store } from './store.ts';

/** One step of the schema. */
export interface Migration {
  readonly name: string;
  readonly sql: () => string;
}

/** In order, by name; a file is never edited after a release. */
export const MIGRATIONS: readonly Migration[] = ['001-pages.sql'].map((name) => ({
  name,
  sql: () => readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8'),
}));

/** The schema version this scrap reads and writes. */
export const SCHEMA = MIGRATIONS.length;

/**
 * Brings a store to the schema that `migrations` end with, in one transaction, after a copy of it
 * was laid beside (`<store>.pre-v<N>.db`). Throws `unreadable` for a store of a newer scrap.
 */
export function migrate(store: Store, migrations: readonly Migration[] = MIGRATIONS): void {
  const found = schemaOf(store);
  const wanted = migrations.length;
  if (found === wanted) return;
  refuseNewer(store, wanted);
  if (found > 0) {
    // Another process may have migrated by now: a copy of that is not the one to keep.
    copyStore(store, `${store.file}.pre-v${wanted}.db`, (copy) => schemaOfFile(copy) === found);
  }
  store.write(() => {
    // Looked at again inside, for the same reason.
    refuseNewer(store, wanted);
    for (const migration of migrations.slice(schemaOf(store))) store.exec(migration.sql());
    store.pragma(`user_version = ${wanted}`);
  });
}

/** Throws `unreadable` (too_new) for a store that a newer scrap has made. */
export function refuseNewer(store: Store, known = SCHEMA): void {
  const found = schemaOf(store);
  if (found <= known) return;
  throw new ScrapError(
    'unreadable',
    `${store.file} was made by a newer scrap (schema ${found}, this one knows ${known}). Update: npm install -g scrap-pages`,
    { reason: 'too_new' },
  );
}

/** The schema version a store is at; 0 for one that has no tables yet. */
export function schemaOf(store: Store): number {
  return Number(store.pragma('user_version'));
}

function schemaOfFile(file: string): number {
  const db = openFile(file, { readonly: true });
  try {
    return Number(db.pragma('user_version', { simple: true }));
  } finally {
    db.close();
  }
}
