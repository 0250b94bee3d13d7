import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';

import { ScrapError } from '../errors.ts';
import { openFile } from './driver.ts';
import { APPLICATION_ID } from './open.ts';

/**
 * Gives the store in `file` a second name, `<file>.before-restore-<time>.db`, which it gives
 * back, and makes the first one free to be renamed over; undefined where there is no store.
 * Throws `busy` (locked) while another process has the store open.
 */
export function setAside(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) {
    throw new ScrapError('unreadable', `${file} is not a file. Name a store with --store.`, {
      reason: 'not_a_store',
    });
  }
  if (stat !== undefined) takeInWal(file);
  const before = freeName(file);
  if (stat !== undefined) linkSync(file, before);
  // Nobody's, or of a file that is not a store. Left in its place it would be taken for part of
  // the restored store, and overwrite it.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${before}-wal`);
  rmSync(`${file}-shm`, { force: true });
  return stat === undefined ? undefined : before;
}

/**
 * Makes a store one file: without a write-ahead log, which SQLite only agrees to while nobody
 * else has it open. Files that are damaged or not ours stay as they are.
 */
function takeInWal(file: string): void {
  try {
    const db = openFile(file, { fileMustExist: true, timeout: 1_000 });
    try {
      if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) return;
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) throw error;
  }
}

function freeName(file: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${number}`;
    const name = `${file}.before-restore-${time}${tail}.db`;
    if (!existsSync(name) && !existsSync(`${name}-wal`)) return name;
  }
}
