import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { fileHash } from '../database/manifest.ts';
import { openToRead } from '../database/open.ts';
import type { Store } from '../database/store.ts';
import { syncDirectory, syncFile } from '../database/sync.ts';
import { unfinished } from '../database/unfinished.ts';
import { filesFolder, ID_LENGTH, isFileId, placeIn } from './place.ts';

/*
 * A backup's files lie in the folder `scrap-files` beside it, where all backups of one place share
 * them: a photo is copied once, not every day.
 */

/** The folder with the files of the backups in a directory. */
export function sharedFolder(directory: string): string {
  return join(directory, 'scrap-files');
}

/** Where the files of a backup may lie: beside it, or as a store's own, where it was one. */
export function foldersOf(backup: string): string[] {
  return [sharedFolder(dirname(backup)), filesFolder(backup)];
}

/** What was found of the files that a store names. */
export interface FilesFound {
  readonly count: number;
  /** The ids of those whose bytes are gone or are other ones. */
  readonly missing: readonly string[];
}

/** Looks for the bytes of all files that a store names, and hashes them again. */
export function findFiles(store: Store, folders: readonly string[]): FilesFound {
  const missing: string[] = [];
  let count = 0;
  for (const id of idsOf(store)) {
    count += 1;
    if (placeOf(id, folders) === undefined) missing.push(id);
  }
  return { count, missing };
}

/**
 * Copies what a store names into a folder, each file whole or not at all; what is there already,
 * with the bytes it should have, stays. What cannot be found is left out; gives how many those are.
 */
export function carryFiles(store: Store, from: readonly string[], to: string): number {
  let missing = 0;
  for (const id of idsOf(store)) {
    const there = placeOf(id, [to]);
    if (there !== undefined) {
      utimesSync(there, new Date(), new Date()); // in use again: `removeSpareFiles` leaves it alone
      continue;
    }
    const source = placeOf(id, from);
    if (source !== undefined) copyWhole(source, placeIn(to, id));
    if (placeOf(id, [to]) === undefined) missing += 1;
  }
  return missing;
}

/** A backup that is being made names its files only at its end, in ms. */
const FRESH = 24 * 60 * 60 * 1000;

/** Removes the files that none of the backups in a directory names any more. */
export function removeSpareFiles(directory: string, backups: readonly string[]): void {
  const named = new Set<string>();
  for (const backup of backups) {
    const store = openToRead(backup);
    try {
      for (const id of idsOf(store)) named.add(id);
    } finally {
      store.close();
    }
  }
  for (const { id, place } of filesIn(sharedFolder(directory))) {
    const isFresh = Date.now() - statSync(place).mtimeMs < FRESH;
    if (!named.has(id) && !isFresh) rmSync(place, { force: true });
  }
}

/** Gives every file in a folder a second name below another folder, so that it outlives the first. */
export function linkFiles(from: string, to: string): void {
  for (const { id, place } of filesIn(from)) {
    mkdirSync(dirname(placeIn(to, id)), { recursive: true, mode: 0o700 });
    linkOrCopy(place, placeIn(to, id));
  }
}

function* filesIn(folder: string): Generator<{ id: string; place: string }> {
  if (!existsSync(folder)) return;
  for (const shelf of readdirSync(folder)) {
    if (shelf.length !== 2) continue;
    for (const id of readdirSync(join(folder, shelf))) {
      if (isFileId(id)) yield { id, place: join(folder, shelf, id) };
    }
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyWhole(from, to); // a file system without links
  }
}

function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const fresh = unfinished(to);
  try {
    copyFileSync(from, fresh, constants.COPYFILE_FICLONE);
    chmodSync(fresh, 0o600);
    syncFile(fresh);
    renameSync(fresh, to);
    syncDirectory(dirname(to));
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** The place of a file among folders, with the bytes that its id says. */
function placeOf(id: string, folders: readonly string[]): string | undefined {
  if (!isFileId(id)) return undefined;
  return folders
    .map((folder) => placeIn(folder, id))
    .find((place) => {
      const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() === true;
      return isFile && fileHash(place).slice(0, ID_LENGTH) === id;
    });
}

function* idsOf(store: Store): Generator<string> {
  for (let last = ''; ;) {
    const rows = store.all<{ id: string }>(
      'SELECT id FROM files WHERE id > ? ORDER BY id LIMIT 500',
      last,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    for (const { id } of rows) yield id;
    last = end.id;
  }
}
