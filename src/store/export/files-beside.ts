import type { Store } from '../database/store.ts';
import type { PageRow } from '../pages/row.ts';
import { attachmentName, folderName, isSafeFilePath } from './file-names.ts';

/** A file of the store, and where it is to lie in an export. */
export interface FileToPlace {
  readonly id: string;
  readonly path: string;
  /** RFC 3339. */
  readonly modified: string;
}

/** The files that came with a page whose own file is at `path`: in a folder of the same name. */
export function ownFiles(
  store: Store,
  row: PageRow,
  path: string,
  givePath: (wanted: string) => string,
): FileToPlace[] {
  const rows = store.all<{ file_id: string; name: string }>(
    'SELECT file_id, name FROM page_files WHERE page_id = ? ORDER BY ordinal',
    row.id,
  );
  const folder = path.replace(/\.md$/, '');
  return rows.map(({ file_id: id, name }) => ({
    id,
    path: givePath(`${folder}/${attachmentName(name)}`),
    modified: row.created,
  }));
}

/** Other files of the folders that pages outside the trash came from. */
export function* filesOfFolders(
  store: Store,
  several: boolean,
  givePath: (wanted: string) => string,
): Generator<FileToPlace> {
  const collections = store.all<{ collection: string }>(
    `SELECT DISTINCT collection FROM folder_files f WHERE EXISTS (
       SELECT 1 FROM pages p WHERE p.collection = f.collection AND p.path IS NOT NULL
         AND p.trashed IS NULL) ORDER BY collection`,
  );
  for (const { collection } of collections) {
    const folder = several ? `${folderName(collection)}/` : '';
    for (let last = ''; ;) {
      const rows = store.all<{ file_id: string; path: string; modified: string }>(
        `SELECT file_id, path, modified FROM folder_files
         WHERE collection = ? AND path > ? ORDER BY path LIMIT 500`,
        collection,
        last,
      );
      for (const { file_id: id, path, modified } of rows) {
        const wanted = isSafeFilePath(path) ? path : id;
        yield { id, path: givePath(folder + wanted), modified };
      }
      const end = rows.at(-1);
      if (end === undefined) break;
      last = end.path;
    }
  }
}
