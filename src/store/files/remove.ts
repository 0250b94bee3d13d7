import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Store } from '../database/store.ts';
import { removeLeftovers } from '../database/unfinished.ts';
import { fileAt, filesFolder, isFileId, picturesFolder } from './place.ts';

/** A file that was given and that no page has after so long is removed, in ms. */
const UNUSED = 24 * 60 * 60 * 1000;

const IS_UNUSED = `NOT EXISTS (SELECT 1 FROM page_files WHERE file_id = files.id)
  AND NOT EXISTS (SELECT 1 FROM folder_files WHERE file_id = files.id)`;

/** The rows go first: bytes without a row are found again, a row without bytes is a lost file. */
export function removeUnused(store: Store, ids: readonly string[]): void {
  store.write(() =>
    store.run(
      `DELETE FROM files WHERE id IN (SELECT value FROM json_each(?)) AND ${IS_UNUSED}`,
      JSON.stringify(ids),
    ),
  );
  for (const id of ids) removeBytes(store, id);
}

/** In a transaction, so that nobody writes the row of the same bytes meanwhile (put.ts). */
function removeBytes(store: Store, id: string): void {
  if (!isFileId(id)) return;
  store.write(() => {
    if (store.get('SELECT 1 FROM files WHERE id = ?', id) !== undefined) return;
    rmSync(fileAt(store, id), { force: true });
    const pictures = join(picturesFolder(store.file), id.slice(0, 2));
    for (const name of namesIn(pictures)) {
      if (name.startsWith(id)) rmSync(join(pictures, name), { force: true });
    }
  });
}

/**
 * Removes what nobody needs: files that were given more than a day ago and that no page and no
 * folder has, and what was left behind by processes that were killed. Gives how many.
 */
export function sweepFiles(store: Store): number {
  const before = store.setting.now().getTime() - UNUSED;
  const rows = store.all<{ id: string }>(
    `SELECT id FROM files WHERE added < ? AND ${IS_UNUSED}`,
    new Date(before).toISOString(),
  );
  const stray = strayBytes(store, before);
  const ids = [...rows.map(({ id }) => id), ...stray];
  if (ids.length > 0) removeUnused(store, ids);
  return ids.length;
}

/** Bytes that lie there for a day without a row. */
function strayBytes(store: Store, before: number): string[] {
  const folder = filesFolder(store.file);
  const names = namesIn(folder);
  if (names.length > 0) removeLeftovers(join(folder, 'new-'));
  return names.flatMap((shelf) =>
    shelf.length === 2
      ? namesIn(join(folder, shelf)).filter((id) => isFileId(id) && isStray(store, id, before))
      : [],
  );
}

function isStray(store: Store, id: string, before: number): boolean {
  if (store.get('SELECT 1 FROM files WHERE id = ?', id) !== undefined) return false;
  const stat = statSync(fileAt(store, id), { throwIfNoEntry: false });
  return stat !== undefined && stat.ctimeMs < before;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
