import {
  closeSync,
  constants,
  fsync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { ScrapError } from '../errors.ts';

const sync = promisify(fsync);
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
export class FilePlacer {
  readonly #root: string;
  readonly #mayReplace: boolean;
  readonly #folders = new Set<string>(['.']);

  constructor(root: string, mayReplace: boolean) {
    this.#root = root;
    this.#mayReplace = mayReplace;
  }

  /**
   * Places some files, so many that they can all be open at once: one wait for the disk then
   * serves them all.
   */
  async place(files: readonly Placed[]): Promise<void> {
    const parts: Part[] = [];
    try {
      for (const file of files) parts.push(this.#open(file, parts.length));
      await Promise.all(parts.map(({ handle }) => sync(handle)));
      for (const { name, target } of parts) renameSync(name, target);
    } finally {
      for (const { handle, name } of parts) {
        closeSync(handle);
        rmSync(name, { force: true });
      }
    }
  }

  #open(file: Placed, number: number): Part {
    this.#makeFolder(dirname(file.path));
    const target = join(this.#root, file.path);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) throw refused(target, 'is a folder');
    if (stat !== undefined && !this.#mayReplace) throw refused(target, 'is there already');
    const name = join(dirname(target), `.scrap-${process.pid}-${number}.part`);
    const handle = openSync(name, NEW_FILE, 0o666);
    try {
      writeFileSync(handle, file.bytes);
      const time = new Date(file.modified);
      futimesSync(handle, time, time);
      return { handle, name, target };
    } catch (error) {
      closeSync(handle);
      rmSync(name, { force: true });
      throw error;
    }
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    this.#makeFolder(dirname(folder));
    const path = join(this.#root, folder);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(path);
    else if (!stat.isDirectory()) throw refused(path, 'is no folder');
    this.#folders.add(folder);
  }
}

/** A file that is written and waits for its name. */
interface Part {
  readonly handle: number;
  readonly name: string;
  readonly target: string;
}

function refused(path: string, why: string): ScrapError {
  return new ScrapError('refused', `${path} ${why}. Export into an empty folder.`, {
    reason: 'path_escape',
  });
}
