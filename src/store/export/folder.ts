import { mkdirSync, readdirSync, realpathSync } from 'node:fs';

import { asScrapError } from '../database/failure.ts';
import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { bytesOf } from '../files/place.ts';
import type { Progress } from '../operation.ts';
import { type PageRow, textOf } from '../pages/row.ts';
import { encode } from '../text/decode.ts';
import { exportPath, hasSeveralCollections, pageChunks } from './chunks.ts';
import { type FileToPlace, filesOfFolders, ownFiles } from './files-beside.ts';
import { folderName, isSafePath, pathGiver, slugFileName } from './file-names.ts';
import { withOwnLines } from './own-lines.ts';
import { FilePlacer } from './place-file.ts';
import { Placing } from './placing.ts';

/** How an export into a folder goes; `force` writes into one that is not empty. */
export interface FolderExport {
  readonly force: boolean;
  /** Leaves out what is not in the texts. */
  readonly raw: boolean;
}

/** What an export into a folder did. */
export interface FolderExported {
  dir: string;
  /** Pages, each a file, and how many of them got lines of their own. */
  files: number;
  amended: number;
  /** Photos and other files beside them. */
  kept: number;
  /** Those of them whose bytes are gone from the store's disk. */
  lost: number;
}

/**
 * Writes every page outside the trash as a file below a folder: an imported one under its path
 * and byte for byte as it came, unless scrap knows something beside its text; one made in scrap
 * as `<slug>.md`, with its files in a folder `<slug>`. Other files of folders that were imported
 * lie where they lay.
 */
export async function exportFolder(
  store: Store,
  folder: string,
  how: FolderExport,
  progress: Progress,
): Promise<FolderExported> {
  try {
    const root = openFolder(folder, how.force);
    const several = hasSeveralCollections(store);
    const givePath = pathGiver();
    const counts = { files: 0, amended: 0, kept: 0, lost: 0 };
    const placing = new Placing(new FilePlacer(root, how.force), (placed) =>
      progress(placed, undefined, 'exported'),
    );
    const writePage = async (row: PageRow): Promise<void> => {
      const path = givePath(wantedPath(row, several));
      const files = row.path === null ? ownFiles(store, row, path, givePath) : [];
      const text = textOf(store, row.id);
      const isPlain = how.raw || (row.path !== null && row.overlay === null);
      const names = files.map((file) => file.path);
      const written = isPlain ? text : await withOwnLines(store, row, text, path, names);
      if (written !== text) counts.amended += 1;
      await placing.add({ path, bytes: encode(written, row.encoding), modified: row.updated });
      counts.files += 1;
      for (const file of files) await writeFile(file);
    };
    const writeFile = async ({ id, path, modified }: FileToPlace): Promise<void> => {
      const bytes = await bytesOf(store, id);
      counts[bytes === undefined ? 'lost' : 'kept'] += 1;
      if (bytes !== undefined) await placing.add({ path, bytes, modified });
    };
    for (const row of pages(store, 'path IS NOT NULL')) await writePage(row);
    for (const file of filesOfFolders(store, several, givePath)) await writeFile(file);
    for (const row of pages(store, 'path IS NULL')) await writePage(row);
    await placing.end();
    return { dir: root, ...counts };
  } catch (error) {
    throw asScrapError(error, folder);
  }
}

function* pages(store: Store, where: string): Generator<PageRow> {
  for (const rows of pageChunks(store, where)) yield* rows;
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
