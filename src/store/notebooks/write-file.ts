import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import { type PageRow, pageById } from '../pages/row.ts';
import { type Content, insertPage, replacePage } from '../pages/save.ts';
import type { KnownFiles } from './file-stamp.ts';
import type { Notebook } from './mirrored.ts';
import { goesOn, instead } from './series.ts';
import { importedPage } from './standing.ts';

/** A file whose page is to be written, or one that is as it was, whose stamp is. */
export interface Waiting {
  readonly path: string;
  readonly stamp: string | undefined;
  /** The page as it was when its file was read; it may have another path. */
  readonly row: PageRow | undefined;
  /** Absent where the page stays. */
  readonly file?: FileContent;
}

interface FileContent {
  readonly content: Content;
  readonly created: string;
  readonly modified: string;
}

/**
 * Writes the page of a notebook's file as part of a change, and the file's stamp. `late`: somebody
 * else has written the page since the file was read, so that it must be read again.
 */
export function writeFile(
  store: Store,
  notebook: Notebook,
  files: KnownFiles,
  part: Change,
  { path, stamp, row: before, file }: Waiting,
): 'added' | 'changed' | 'moved' | 'unchanged' | 'late' {
  if (before === undefined) {
    const isTaken = importedPage(store, notebook.name, path, () => true) !== undefined;
    if (file === undefined || isTaken) return 'late';
    insertFile(store, notebook, part, path, file);
    files.keep(path, stamp, part.at);
    return 'added';
  }
  const row = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', before.id);
  if (row === undefined || row.revision !== before.revision) return 'late';
  const since = files.since(row.path ?? path);
  if (file === undefined) {
    files.keep(path, stamp, since ?? part.at);
    return 'unchanged';
  }
  const isMoved = row.path !== path;
  if (isMoved) {
    files.forget(row.path ?? '');
    store.run('UPDATE pages SET path = ? WHERE id = ?', path, row.id);
  }
  const isSeries = since !== undefined && goesOn(store, row, since, part.at);
  const change = isSeries ? instead(store, part, row) : part;
  // the page changed when its file did, not when that was noticed
  const at = isMoved ? part.at : file.modified;
  const now = pageById(store, row.id);
  replacePage(store, { ...change, at }, now, file.content, { trashed: null });
  files.keep(path, stamp, isSeries ? since : part.at);
  return isMoved ? 'moved' : 'changed';
}

function insertFile(
  store: Store,
  { name: collection, synced }: Notebook,
  part: Change,
  path: string,
  { content, created, modified: updated }: FileContent,
): void {
  // what is there from the beginning is not what was written last
  const quiet = synced === null;
  insertPage(store, part, content, { created, updated, collection, path, quiet });
}
