import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { type Manifest, readManifest } from './manifest.ts';

/** A backup that lies in a folder; it was checked whole when it was made. */
export interface KeptBackup {
  readonly file: string;
  /** RFC 3339 UTC. */
  readonly created: string;
  /** The number of the last change in it. */
  readonly last_change: number;
}

/** Where backups are put that somebody asks for, and those that `scrap serve` makes by itself. */
export function backupFolders(storeFile: string): { readonly asked: string; daily: string } {
  const asked = join(dirname(storeFile), 'backups');
  // Its own for each store, since old ones in it are removed.
  return { asked, daily: join(asked, `daily-${basename(storeFile, '.db')}`) };
}

/** The backups in a folder, the newest first; what has no manifest is none. */
export function backupsIn(folder: string): KeptBackup[] {
  const found = namesIn(folder).flatMap((name) => {
    if (!/^scrap-.*\.db$/.test(name)) return [];
    const file = join(folder, name);
    const manifest = readManifest(file);
    return isWhole(manifest) ? [{ file, ...manifest }] : [];
  });
  return found
    .map(({ file, created, last_change }) => ({ file, created, last_change }))
    .toSorted((a, b) => (a.created < b.created ? 1 : -1));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function isWhole(
  manifest: ReturnType<typeof readManifest>,
): manifest is Pick<Manifest, 'created' | 'last_change'> {
  if (typeof manifest !== 'object') return false;
  const { created, last_change: last } = manifest;
  return typeof created === 'string' && created >= '2' && typeof last === 'number';
}

/** So many of the latest days, weeks and months that have a backup keep their last one. */
const KEEP = { days: 7, weeks: 4, months: 12 };

/** Those of `backups`, the newest first, that need not be kept; never the newest. */
export function spareBackups(backups: readonly KeptBackup[]): KeptBackup[] {
  const kept = new Set([
    ...lastOfEach(backups, KEEP.days, ({ created }) => created.slice(0, 10)),
    ...lastOfEach(backups, KEEP.weeks, ({ created }) => String(weekOf(created))),
    ...lastOfEach(backups, KEEP.months, ({ created }) => created.slice(0, 7)),
  ]);
  return backups.filter((backup) => !kept.has(backup));
}

function lastOfEach(
  backups: readonly KeptBackup[],
  most: number,
  periodOf: (backup: KeptBackup) => string,
): KeptBackup[] {
  const last = new Map<string, KeptBackup>();
  for (const backup of backups) {
    const period = periodOf(backup);
    if (!last.has(period)) last.set(period, backup);
  }
  return [...last.values()].slice(0, most);
}

/** Weeks since a Monday. */
function weekOf(time: string): number {
  const monday = Date.UTC(1970, 0, 5);
  return Math.floor((Date.parse(time) - monday) / (7 * 24 * 60 * 60 * 1000));
}
