import { lstatSync } from 'node:fs';

import type { Store } from '../database/store.ts';

/** A file that changed this shortly before may change again without its times telling, in ms. */
const FRESH = 2000;

/**
 * A text that is another one when a file may have other bytes: of its size, times and number.
 * Undefined where it cannot be known: the file is gone, or was changed a moment before `now`
 * (ms), which file systems whose clocks tick slowly do not tell from being changed since.
 */
export function fileStamp(root: string, path: string, now: number): string | undefined {
  const stat = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
  if (stat === undefined || now - stat.ctimeMs < FRESH) return undefined;
  return `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}

interface FileRow {
  readonly path: string;
  readonly stamp: string | null;
  readonly since: string;
}

/** What is known of a notebook's files: the stamp each had when it was read (`notebook_files`). */
export class KnownFiles {
  readonly #store: Store;
  readonly #notebook: string;
  readonly #rows: ReadonlyMap<string, FileRow>;

  constructor(store: Store, notebook: string) {
    this.#store = store;
    this.#notebook = notebook;
    const rows = store.all<FileRow>(
      'SELECT path, stamp, since FROM notebook_files WHERE notebook = ?',
      notebook,
    );
    this.#rows = new Map(rows.map((row) => [row.path, row]));
  }

  /** Whether a file has the stamp that it had when it was read. */
  isSame(path: string, stamp: string | undefined): boolean {
    return stamp !== undefined && this.#rows.get(path)?.stamp === stamp;
  }

  /** When the saves of a file began that are one revision so far, RFC 3339. */
  since(path: string): string | undefined {
    return this.#rows.get(path)?.since;
  }

  keep(path: string, stamp: string | undefined, since: string): void {
    this.#store.run(
      `INSERT INTO notebook_files (notebook, path, stamp, since) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET stamp = excluded.stamp, since = excluded.since`,
      this.#notebook,
      path,
      stamp ?? null,
      since,
    );
  }

  forget(path: string): void {
    this.#store.run(
      'DELETE FROM notebook_files WHERE notebook = ? AND path = ?',
      this.#notebook,
      path,
    );
  }
}
