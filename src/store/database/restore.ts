import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { ScrapError } from '../errors.ts';
import { carryFiles, foldersOf, linkFiles } from '../files/carried.ts';
import { filesFolder } from '../files/place.ts';
import { rebuildDerived } from '../pages/rebuild.ts';
import type { Check } from './check.ts';
import { asScrapError } from './failure.ts';
import { columnsOf, contentHash, KEPT, keptTables } from './kept.ts';
import { refuseWhileServed } from './lock.ts';
import { MIGRATIONS } from './migrate.ts';
import { openStore, openToRead } from './open.ts';
import { setAside } from './set-aside.ts';
import { syncDirectory } from './sync.ts';
import { removeLeftovers, unfinished } from './unfinished.ts';
import { examineBackup, type Examined } from './verify.ts';

/** What a restore did. */
export interface Restored {
  /** The backup. */
  readonly from: string;
  readonly file: string;
  /** Where the store that was there is now; undefined where there was none. */
  readonly before: string | undefined;
  readonly pages: number;
  readonly revisions: number;
  readonly captures: number;
  readonly files: number;
}

/** Does every check a restore would, in a directory of its own; the backup and the store stay. */
export function verifyBackup(backup: string): Examined {
  const place = mkdtempSync(join(tmpdir(), 'scrap-verify-'));
  try {
    return examineBackup(takeCopy(backup, place), resolve(backup));
  } catch (error) {
    throw asScrapError(error, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Puts what is in a backup in the place of the store `file`, which may be missing or damaged. Its
 * rows go into a store made anew, and what is read out of them is read again, so that neither a
 * schema nor an index comes along from elsewhere. Throws `unreadable` (bad_backup) when a check
 * fails and `busy` while another process has the store open; then nothing was changed.
 */
export async function restoreBackup(
  backup: string,
  file: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<Restored> {
  const target = resolve(file);
  try {
    refuseWhileServed(target);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    removeLeftovers(target);
    const place = unfinished(target);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { mode: 0o700 });
    try {
      const copy = takeCopy(backup, place);
      const { checks, counted } = examineBackup(copy, resolve(backup));
      const bad = checks.find((check) => !check.ok);
      if (bad !== undefined || counted === undefined) throw badBackup(resolve(backup), bad);
      const fresh = join(place, 'store.db');
      await makeAnew(copy, fresh, counted, progress);
      refuseWhileServed(target); // it may have been started meanwhile
      bringFiles(copy, resolve(backup), target);
      const before = setAside(target);
      if (before !== undefined) linkFiles(filesFolder(target), filesFolder(before));
      renameSync(fresh, target);
      syncDirectory(dirname(target));
      const { pages, revisions, captures, files } = counted;
      return { from: resolve(backup), file: target, before, pages, revisions, captures, files };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  } catch (error) {
    throw asScrapError(error, target);
  }
}

/** The error for a backup of which a check has failed. */
export function badBackup(backup: string, bad: Check | undefined): ScrapError {
  const what = bad === undefined ? 'nothing in it could be checked' : `${bad.check}: ${bad.says}`;
  return new ScrapError(
    'unreadable',
    `${backup} is not a good backup (${what}). Nothing was replaced. Take another one, and look at each with: scrap backup restore <file> --verify`,
    { reason: 'bad_backup', ...(bad === undefined ? {} : { check: bad.check }) },
  );
}

/** A copy that nobody else can change between the checks and the restore. */
function takeCopy(backup: string, place: string): string {
  const stat = statSync(backup, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new ScrapError('not_found', `There is no backup ${backup}. Name the file of one.`, {
      reason: 'backup',
    });
  }
  if (!stat.isFile() || stat.size === 0) {
    const says = stat.isFile() ? 'empty' : 'not a file';
    throw badBackup(resolve(backup), { check: 'file', ok: false, says });
  }
  if ((statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    const says = 'a store in use, part of which is in its -wal file; make a backup of it instead';
    throw badBackup(resolve(backup), { check: 'file', ok: false, says });
  }
  const copy = join(place, 'backup.db');
  copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
  return copy;
}

/** Beside those of the store that is still there: nothing names them before its rows do. */
function bringFiles(copy: string, backup: string, target: string): void {
  const store = openToRead(copy);
  try {
    carryFiles(store, foldersOf(backup), filesFolder(target));
  } finally {
    store.close();
  }
}

/**
 * Makes a store with the rows of `copy`: first one of the backup's own schema, so that every
 * column has its place, which is then brought up to date like any old store.
 */
async function makeAnew(
  copy: string,
  fresh: string,
  { schema, sha256_content }: { schema: number; sha256_content: string },
  progress: (done: number, total: number) => void,
): Promise<void> {
  const old = openStore(fresh, { mayCreate: true, migrations: MIGRATIONS.slice(0, schema) });
  try {
    old.run('ATTACH ? AS backup', copy);
    old.write(() => {
      for (const table of keptTables(old)) {
        const columns = columnsOf(old, table).join(', ');
        old.run(
          `INSERT INTO main.${table} (${columns})
           SELECT ${columns} FROM backup.${table} WHERE ${KEPT[table]}`,
        );
      }
    });
    if (contentHash(old) !== sha256_content) throw new Error('a restore changed what it restored');
  } finally {
    old.close();
  }
  const store = openStore(fresh);
  try {
    await rebuildDerived(store, progress);
  } finally {
    store.close();
  }
}
