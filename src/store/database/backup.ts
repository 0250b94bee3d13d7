import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ScrapError } from '../errors.ts';
import { carryFiles, sharedFolder } from '../files/carried.ts';
import { filesFolder } from '../files/place.ts';
import { version } from '../version.ts';
import { checksOfKept, checkWhole, doChecks } from './check.ts';
import { writeCopy } from './copy.ts';
import { backupFolders } from './backups.ts';
import { asScrapError } from './failure.ts';
import { countIn, fileHash, type Manifest, manifestOf } from './manifest.ts';
import { openToRead } from './open.ts';
import type { Store } from './store.ts';
import { syncDirectory, syncFile } from './sync.ts';
import { removeLeftovers, unfinished } from './unfinished.ts';

/** A backup that was made: its path, and what its manifest says. */
export interface Backup extends Manifest {
  readonly file: string;
}

/**
 * Writes a backup of the store into `directory`, `backups` beside the store unless said. It is
 * checked whole before it gets its name, so a file of that name is one that can be restored.
 * Throws `unreadable` (corrupt) when the store itself is damaged, `disk` when there is no room.
 */
export function backupStore(store: Store, directory?: string): Backup {
  const place = resolve(directory ?? backupFolders(store.file).asked);
  const created = store.now();
  const name = join(place, `scrap-${created.slice(0, 19).replaceAll(':', '')}`);
  const fresh = unfinished(name);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    removeLeftovers(join(place, 'scrap-'));
    try {
      writeCopy(store, fresh);
      const manifest = examine(store, fresh, created, sharedFolder(place));
      return { file: giveName(fresh, name, manifest), ...manifest };
    } finally {
      rmSync(fresh, { force: true });
    }
  } catch (error) {
    // What is damaged is the store; what is full or closed is where the backup goes.
    const isDamage = error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT';
    throw asScrapError(error, isDamage ? store.file : place);
  }
}

function examine(store: Store, fresh: string, created: string, shared: string): Manifest {
  const copy = openToRead(fresh);
  try {
    const bad = doChecks(checksOfKept(copy)).find((check) => !check.ok);
    if (bad !== undefined) throw damaged(store, bad.says);
    const index = doChecks([['index', () => checkWhole(copy)]]).find((check) => !check.ok);
    if (index !== undefined) throw damagedIndex(store, index.says);
    const { schema, ...counted } = countIn(copy);
    // one lost photo is told of; it must not keep everything else from being backed up
    const files_missing = carryFiles(copy, [filesFolder(store.file)], shared);
    const sqlite = copy.get<{ v: string }>('SELECT sqlite_version() AS v')?.v ?? '';
    copy.close();
    const head = { format: 1, scrap: version, schema, sqlite, created } as const;
    return { ...head, ...counted, files_missing, sha256_file: fileHash(fresh) };
  } finally {
    copy.close();
  }
}

/**
 * Gives a finished copy a name that nobody has. The manifest comes first: alone it is nothing,
 * while a backup without one could not be told from a changed one.
 */
function giveName(fresh: string, wish: string, manifest: Manifest): string {
  const written = unfinished(`${wish}.json`);
  writeFileSync(written, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  try {
    syncFile(written);
    const name = linkToFreeName(written, wish);
    renameSync(fresh, name);
    syncDirectory(dirname(name));
    return name;
  } finally {
    rmSync(written, { force: true });
  }
}

/** Two backups in one second are two backups. */
function linkToFreeName(written: string, wish: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${wish}.db` : `${wish}-${number}.db`;
    if (existsSync(name)) continue;
    try {
      linkSync(written, manifestOf(name));
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function damaged(store: Store, what: string): ScrapError {
  return new ScrapError(
    'unreadable',
    `${store.file} is damaged, so no backup of it was made: ${what}. Keep the file and restore the last good backup: scrap backup restore <file>`,
    { reason: 'corrupt' },
  );
}

/** The index is built anew by a restore, and a store can be restored from itself. */
function damagedIndex(store: Store, what: string): ScrapError {
  return new ScrapError(
    'unreadable',
    `The full-text index of ${store.file} is damaged, so no backup was made: ${what}. The pages are whole; build the index anew: scrap backup restore ${store.file}`,
    { reason: 'corrupt' },
  );
}
