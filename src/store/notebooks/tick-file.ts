import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import { type PageRow, textOf } from '../pages/row.ts';
import { encode } from '../text/decode.ts';
import { notebookNamed } from './mirrored.ts';

/**
 * Makes the file of a mirrored page what the page becomes by a tick. Where it stays as long as it
 * is, the bytes of one character are written over and nothing else is touched; where a line is
 * added or taken out (an item that repeats), a new file takes its place, whole or not at all.
 * Throws `conflict` where the file is not what the page was read from. Called inside the
 * transaction: when that fails after all, the next look at the file makes it good.
 */
export function tickFile(store: Store, row: PageRow, text: string): void {
  const { folder } = notebookNamed(store, row.collection ?? '');
  const before = Buffer.from(encode(textOf(store, row.id), row.encoding));
  const after = Buffer.from(encode(text, row.encoding));
  const path = join(folder, row.path ?? '');
  const handle = open(row, path);
  try {
    if (!isSame(handle, before)) throw conflict(row, 'has changed since it was read');
    if (before.length !== after.length) {
      replaceFile(row, path, after, fstatSync(handle).mode);
      return;
    }
    const [start, end] = difference(before, after);
    if (end > start) writeSync(handle, after, start, end - start, start);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Puts a file with these bytes in the place of another, with its mode. */
function replaceFile(row: PageRow, path: string, bytes: Buffer, mode: number): void {
  // hidden, so that nobody takes it for a note
  const beside = join(dirname(path), `.${basename(path)}.scrap-${process.pid}`);
  try {
    writeFileSync(beside, bytes, { flag: 'wx', mode, flush: true });
    renameSync(beside, path);
  } catch {
    rmSync(beside, { force: true });
    throw conflict(row, 'cannot be written');
  }
}

function open(row: PageRow, path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    throw conflict(row, 'cannot be opened to write');
  }
}

function isSame(handle: number, bytes: Buffer): boolean {
  const stat = fstatSync(handle);
  if (!stat.isFile() || stat.size !== bytes.length) return false;
  const there = Buffer.alloc(bytes.length);
  return readSync(handle, there, 0, there.length, 0) === bytes.length && there.equals(bytes);
}

/** Where two texts of one length begin and cease to differ. */
function difference(before: Buffer, after: Buffer): [start: number, end: number] {
  let start = 0;
  let end = before.length;
  while (start < end && before[start] === after[start]) start += 1;
  while (end > start && before[end - 1] === after[end - 1]) end -= 1;
  return [start, end];
}

function conflict(row: PageRow, what: string): ScrapError {
  return new ScrapError(
    'conflict',
    `The file ${row.path} ${what}. Read the notebook again (scrap notebook sync), or tick it in the file.`,
    { reason: 'text_moved', slug: row.slug },
  );
}
