import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { ScrapError } from '../errors.ts';

/**
 * Turns an error of SQLite or the file system into the `ScrapError` it means; every other
 * error comes back unchanged, since it is a bug. `file` is the store, named in the sentence.
 */
export function asScrapError(error: unknown, file: string): unknown {
  if (error instanceof ScrapError || !(error instanceof Error) || !('code' in error)) return error;
  const isDenied = DENIED.has(String(error.code)) && isReadOnly(file);
  const made = known(isDenied ? 'SQLITE_READONLY' : String(error.code), file);
  if (made === undefined) return error;
  return new ScrapError(made.code, made.message, { reason: made.reason }, error);
}

/** What is also said of a file that could be read, where its directory cannot be written. */
const DENIED = new Set(['SQLITE_CANTOPEN', 'EACCES', 'EPERM']);

function isReadOnly(file: string): boolean {
  const { R_OK, W_OK, X_OK } = constants;
  const isHidden = existsSync(file) && !allows(file, R_OK);
  return allows(dirname(file), R_OK | X_OK) && !allows(dirname(file), W_OK) && !isHidden;
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

interface Known {
  code: 'busy' | 'disk' | 'unreadable';
  reason: string;
  message: string;
}

function known(code: string, file: string): Known | undefined {
  const family = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  switch (family) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return {
        code: 'busy',
        reason: 'locked',
        message: 'Another program is writing to the store. Nothing was written; try again.',
      };
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        code: 'disk',
        reason: 'full',
        message: `The disk of ${file} is full. Nothing was written; free some space and try again.`,
      };
    case 'SQLITE_READONLY':
    case 'EROFS':
      return {
        code: 'disk',
        reason: 'read_only',
        message: `${file} or its directory cannot be written. Make both writable, or copy a backup of the store elsewhere and name it with --store.`,
      };
    case 'SQLITE_IOERR':
    case 'EIO':
      return {
        code: 'disk',
        reason: 'io',
        message: `The disk of ${file} gave an error. Look at the disk, then restore a backup if needed: scrap backup restore`,
      };
    case 'SQLITE_CORRUPT':
      return {
        code: 'unreadable',
        reason: 'corrupt',
        message: `${file} is damaged. Keep it as it is and restore a backup: scrap backup restore`,
      };
    case 'SQLITE_NOTADB':
      return {
        code: 'unreadable',
        reason: 'not_a_store',
        message: `${file} is not a scrap store. Name another file with --store, or restore a backup: scrap backup restore`,
      };
    case 'SQLITE_CANTOPEN':
    case 'EACCES':
    case 'EPERM':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return {
        code: 'unreadable',
        reason: 'no_access',
        message: `${file} cannot be opened. Look at its path and its permissions, and those of its directory.`,
      };
    default:
      return undefined;
  }
}
