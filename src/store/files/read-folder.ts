import { closeSync, constants, createReadStream, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { fileStamp } from '../notebooks/file-stamp.ts';
import type { Report } from '../notebooks/report.ts';
import { yamlOf } from '../notebooks/yaml-file.ts';
import type { Progress } from '../operation.ts';
import {
  type FolderFile,
  folderFiles,
  forgetFolderFile,
  keepFolderFile,
  type ReadFile,
} from './folder-files.ts';
import { fileAt, MOST_BYTES } from './place.ts';
import { keepRow, putBytes, type StoredFile } from './put.ts';

/** So many files are read at once, each waiting for the disk, and written as one batch. */
const AT_ONCE = 32;
const REST_MS = 5;

/** As for notes: no link is followed, and no pipe waited for. */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What is to be kept of a folder besides its notes. */
export interface FolderToRead {
  readonly folder: string;
  readonly collection: string;
  /** Relative to the folder. */
  readonly paths: readonly string[];
  /** Whether what is gone from the folder goes here; says of a path that it may still be there. */
  readonly mayBeThere?: (path: string) => boolean;
  /** Only counts. */
  readonly dryRun?: boolean;
}

/**
 * Keeps the files of a folder that are no notes, each under its path. One that is as it was is
 * not read again; one that cannot be read, or is larger than 25 MiB, is in the report. Gives the paths
 * under which there is something else now.
 */
export async function readFolderFiles(
  store: Store,
  { folder, collection, paths, mayBeThere, dryRun = false }: FolderToRead,
  report: Report,
  progress: Progress,
): Promise<string[]> {
  const changed: string[] = [];
  const known = folderFiles(store, collection);
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE);
    const read = await Promise.all(
      some.map((path) => readOne(store, folder, collection, path, known, report, dryRun)),
    );
    const fresh = read.filter((file) => file !== undefined);
    if (fresh.length === 0) continue;
    changed.push(
      ...fresh
        .filter(({ file }) => known.get(file.path)?.file_id !== file.file_id)
        .map(({ file }) => file.path),
    );
    store.write(() => {
      for (const { bytes, file } of fresh) {
        keepRow(store, bytes);
        keepFolderFile(store, file);
      }
    });
    progress(from + some.length, paths.length, 'other files kept');
    await rest(REST_MS);
  }
  if (mayBeThere === undefined) return changed;
  const there = new Set(paths);
  const gone = [...known.values()].filter(({ path }) => !there.has(path) && !mayBeThere(path));
  if (gone.length > 0) {
    store.write(() => {
      for (const file of gone) forgetFolderFile(store, file);
    });
  }
  return [...changed, ...gone.map(({ path }) => path)];
}

/** Reads a file that is new or not as it was; undefined where nothing is to be written. */
async function readOne(
  store: Store,
  folder: string,
  collection: string,
  path: string,
  known: ReadonlyMap<string, FolderFile>,
  report: Report,
  dryRun: boolean,
): Promise<{ bytes: StoredFile; file: ReadFile } | undefined> {
  const stamp = fileStamp(folder, path, Date.now()) ?? null;
  const before = known.get(path);
  const isAsItWas = before !== undefined && stamp !== null && before.stamp === stamp;
  // one that was lost here is in the folder still
  if (isAsItWas && existsSync(fileAt(store, before.file_id))) {
    report.answer.kept += 1;
    return undefined;
  }
  const opened = openFile(join(folder, path));
  if ('reason' in opened) {
    if (opened.isOurs) report.fail(path, opened.reason);
    else report.skip(path, opened.reason);
    return undefined;
  }
  const { handle, modified } = opened;
  report.answer.kept += 1;
  if (dryRun) {
    closeSync(handle);
    return undefined;
  }
  // whatever it has become meanwhile, not more than that is read
  const stream = createReadStream('', { fd: handle, end: MOST_BYTES - 1 });
  const bytes = await putBytes(store, stream);
  const says = await yamlOf(path, fileAt(store, bytes.id));
  return { bytes, file: { collection, path, file_id: bytes.id, modified, stamp, says } };
}

function openFile(
  file: string,
): { handle: number; modified: string } | { reason: string; isOurs: boolean } {
  let handle: number;
  try {
    handle = openSync(file, CAREFULLY);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return { reason: 'was gone before it could be read', isOurs: false };
    if (code === 'ELOOP') return { reason: 'is a symbolic link', isOurs: false };
    return { reason: 'cannot be read; look at its permissions', isOurs: true };
  }
  const stat = fstatSync(handle);
  const reason = !stat.isFile()
    ? 'is not a regular file'
    : stat.size > MOST_BYTES
      ? 'is larger than 25 MiB'
      : undefined;
  if (reason !== undefined) {
    closeSync(handle);
    return { reason, isOurs: false };
  }
  const ms = Math.max(0, Math.min(stat.mtimeMs, Date.UTC(9999, 11, 31)));
  return { handle, modified: new Date(ms).toISOString() };
}
