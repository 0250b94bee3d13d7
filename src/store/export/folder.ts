import { mkdirSync, readdirSync, realpathSync } from 'node:fs';

import { asScrapError } from '../database/failure.ts';
import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import type { Progress } from '../operation.ts';
import { type PageRow, textOf } from '../pages/row.ts';
import { encode } from '../text/decode.ts';
import { exportPath, hasSeveralCollections, pageChunks } from './chunks.ts';
import { folderName, isSafePath, pathGiver, slugFileName } from './file-names.ts';
import { withOwnLines } from './own-lines.ts';
import { FilePlacer, type Placed } from './place-file.ts';

/** Files that are written together, and how many characters of them. */
const AT_ONCE = 64;
const HELD = 4 * 1024 * 1024;

/** How an export into a folder goes; `force` writes into one that is not empty. */
export interface FolderExport {
  readonly force: boolean;
  /** Leaves out what is not in the texts. */
  readonly raw: boolean;
}

/**
 * Writes every page outside the trash as a file below a folder: an imported one under its path
 * and byte for byte as it came, unless scrap knows something beside its text; one made in scrap
 * as `<slug>.md`. Gives the number of files, and how many of them got lines of their own.
 */
export async function exportFolder(
  store: Store,
  folder: string,
  how: FolderExport,
  progress: Progress,
): Promise<{ dir: string; files: number; amended: number }> {
  try {
    const root = openFolder(folder, how.force);
    const several = hasSeveralCollections(store);
    const givePath = pathGiver();
    const placer = new FilePlacer(root, how.force);
    const counts = { files: 0, amended: 0 };
    let waiting: Placed[] = [];
    let held = 0;
    const place = async (): Promise<void> => {
      await placer.place(waiting);
      counts.files += waiting.length;
      progress(counts.files, undefined, 'exported');
      [waiting, held] = [[], 0];
    };
    for (const row of pathsFirst(store)) {
      const path = givePath(wantedPath(row, several));
      const text = textOf(store, row.id);
      const isPlain = how.raw || (row.path !== null && row.overlay === null);
      const written = isPlain ? text : await withOwnLines(row, text, path);
      if (written !== text) counts.amended += 1;
      waiting.push({ path, bytes: encode(written, row.encoding), modified: row.updated });
      held += text.length;
      if (waiting.length >= AT_ONCE || held > HELD) await place();
    }
    await place();
    return { dir: root, ...counts };
  } catch (error) {
    throw asScrapError(error, folder);
  }
}

/** All pages, imported ones first, since they have a path to keep. */
function* pathsFirst(store: Store): Generator<PageRow> {
  for (const where of ['path IS NOT NULL', 'path IS NULL']) {
    for (const rows of pageChunks(store, where)) yield* rows;
  }
}

/** Makes the folder where it is missing; refuses one with something in it unless forced. */
function openFolder(folder: string, force: boolean): string {
  const isThere = makeFolder(folder);
  if (isThere && !force && readdirSync(folder).length > 0) {
    throw new ScrapError(
      'refused',
      `${folder} is not empty. Name a new folder, or write over what is there with --force.`,
      { reason: 'not_empty' },
    );
  }
  return realpathSync(folder);
}

/** Makes a folder; true where it was there already. */
function makeFolder(folder: string): boolean {
  try {
    return mkdirSync(folder, { recursive: true }) === undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTDIR' && code !== 'EEXIST' && code !== 'ENAMETOOLONG') throw error;
    throw invalid(
      `${folder} cannot be a folder: a file is there or on the way, or a name is too long. Name another.`,
    );
  }
}

function wantedPath(row: PageRow, several: boolean): string {
  if (row.path === null || !isSafePath(row.path)) return `${slugFileName(row.slug)}.md`;
  if (!several) return row.path;
  return exportPath({ ...row, collection: folderName(row.collection ?? '') }, several);
}
