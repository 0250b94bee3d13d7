import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ScrapError } from '../errors.ts';
import { copyStore } from './copy.ts';
import type { Store } from './store.ts';

/** In order, by name; a file is never edited after a release. */
const MIGRATIONS = ['001-pages.sql'] as const;

/** The schema version this scrap reads and writes. */
export const SCHEMA = MIGRATIONS.length;

/**
 * Brings a store to this scrap's schema in one transaction, after a copy of it was laid beside
 * (`<store>.pre-v<N>.db`). Throws `unreadable` for a store that a newer scrap has made.
 */
export function migrate(store: Store): void {
  const found = version(store);
  if (found === SCHEMA) return;
  if (found > SCHEMA) throw tooNew(store, found);
  if (found > 0) copyStore(store, `${store.file}.pre-v${SCHEMA}.db`);
  store.write(() => {
    // Read again inside: another process may have migrated while this one waited.
    for (const name of MIGRATIONS.slice(version(store))) {
      store.exec(readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8'));
    }
    store.pragma(`user_version = ${SCHEMA}`);
  });
}

function version(store: Store): number {
  return Number(store.pragma('user_version'));
}

function tooNew(store: Store, found: number): ScrapError {
  return new ScrapError(
    'unreadable',
    `${store.file} was made by a newer scrap (schema ${found}, this one knows ${SCHEMA}). Update: npm install -g scrap-pages`,
    { reason: 'too_new' },
  );
}
