import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LIMITS } from '../pages/words.ts';

/** A note's bytes, and when its file was made and last changed, RFC 3339. */
export interface NoteFile {
  readonly bytes: Uint8Array;
  readonly made: string;
  readonly modified: string;
}

/** Why a file gives no note; `isOurs` where it should have. Continues a sentence. */
export interface NoNote {
  readonly reason: string;
  readonly isOurs: boolean;
}

/**
 * What opening may do: follow no link, and not wait for the other end of a pipe, should the file
 * have been replaced by either since the folder was read.
 */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a note of a folder: a regular file of at most 10 MiB. */
export function readNote(root: string, path: string): NoteFile | NoNote {
  let handle: number | undefined;
  try {
    handle = openSync(join(root, path), CAREFULLY);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { reason: 'is not a regular file', isOurs: false };
    if (stat.size > LIMITS.text) return { reason: 'is larger than 10 MiB', isOurs: false };
    // some file systems do not know when a file was made, and a copy was made after it was written
    const made = stat.birthtimeMs > 0 ? Math.min(stat.birthtimeMs, stat.mtimeMs) : stat.mtimeMs;
    return { bytes: readFileSync(handle), made: timeOf(made), modified: timeOf(stat.mtimeMs) };
  } catch (error) {
    return { reason: reasonOf(error), isOurs: true };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A file's time as every time here; one that no year of four digits holds is a fault of the disk. */
function timeOf(ms: number): string {
  return new Date(Math.max(0, Math.min(ms, Date.UTC(9999, 11, 31)))).toISOString();
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'was gone before it could be read';
  if (code === 'ELOOP') return 'became a symbolic link before it could be read';
  return 'cannot be read; look at its permissions';
}
