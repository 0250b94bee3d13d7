import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

import { contentHash } from './kept.ts';
import { schemaOf } from './migrate.ts';
import type { Store } from './store.ts';

/** What lies beside a backup, as `<name>.json`: what it is, and how to tell that it still is. */
export interface Manifest {
  /** Of this file itself. */
  readonly format: 1;
  /** The scrap that made it, its schema, and the SQLite it used. */
  readonly scrap: string;
  readonly schema: number;
  readonly sqlite: string;
  /** RFC 3339 UTC. */
  readonly created: string;
  readonly pages: number;
  readonly revisions: number;
  readonly captures: number;
  /** Photos and files, and how many of them had lost their bytes when the backup was made. */
  readonly files: number;
  readonly files_missing: number;
  /** The number of the last change in it; 0 where nothing has happened yet. */
  readonly last_change: number;
  /** In hex: of the file's bytes, and of the rows in it, which a restored store has too. */
  readonly sha256_file: string;
  readonly sha256_content: string;
}

/** The parts of a manifest that are read from the rows, and can be compared with them. */
export const COUNTED = [
  'schema',
  'pages',
  'revisions',
  'captures',
  'files',
  'last_change',
  'sha256_content',
] as const;
export type Counted = Pick<Manifest, (typeof COUNTED)[number]>;

/** Counts and hashes what is in a store. */
export function countIn(store: Store): Counted {
  const number = (sql: string) => store.get<{ n: number | null }>(sql)?.n ?? 0;
  return {
    schema: schemaOf(store),
    pages: number('SELECT count(*) AS n FROM pages'),
    revisions: number('SELECT count(*) AS n FROM revisions'),
    captures: number('SELECT count(*) AS n FROM captures'),
    files: number('SELECT count(*) AS n FROM files'),
    last_change: number('SELECT max(number) AS n FROM changes'),
    sha256_content: contentHash(store),
  };
}

/** The name of a backup's manifest. */
export function manifestOf(backup: string): string {
  return `${backup.replace(/\.db$/, '')}.json`;
}

/**
 * Reads the manifest of a backup: undefined where none lies beside it, `'unreadable'` for anything
 * else than JSON of this format. What it then says may still be wrong.
 */
export function readManifest(backup: string): Partial<Manifest> | 'unreadable' | undefined {
  let json: string;
  try {
    json = readFileSync(manifestOf(backup), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const read = JSON.parse(json) as Partial<Manifest> | null;
    return read?.format === 1 ? read : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The SHA-256 of a file's bytes, in hex. */
export function fileHash(file: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const read = readSync(handle, buffer);
      if (read === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }
}
