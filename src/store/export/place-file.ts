import {
  closeSync,
  constants,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { ScrapError } from '../errors.ts';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** A file as it is to lie below the folder of an export. */
export interface Placed {
  /** With `/` between folders; safe, as file-names.ts makes them. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** RFC 3339. */
  readonly modified: string;
}

/**
 * Places files below a folder, never outside it: folders on the way are made or are folders, no
 * link is followed, and a file is written whole under another name before it takes its own. What
 * is there already is only replaced where `mayReplace` says so. Throws `refused` otherwise.
 */
export function filePlacer(root: string, mayReplace: boolean): (file: Placed) => void {
  const folders = new Set<string>(['.']);
  const makeFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    const path = join(root, folder);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(path);
    else if (!stat.isDirectory()) throw refused(path, 'is no folder');
    folders.add(folder);
  };
  return ({ path, bytes, modified }) => {
    makeFolder(dirname(path));
    const target = join(root, path);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) throw refused(target, 'is a folder');
    if (stat !== undefined && !mayReplace) throw refused(target, 'is there already');
    const part = join(dirname(target), `.scrap-${process.pid}.part`);
    const handle = openSync(part, NEW_FILE, 0o666);
    try {
      try {
        writeFileSync(handle, bytes);
        futimesSync(handle, new Date(modified), new Date(modified));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(part, target);
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  };
}

function refused(path: string, why: string): ScrapError {
  return new ScrapError('refused', `${path} ${why}. Export into an empty folder.`, {
    reason: 'path_escape',
  });
}
