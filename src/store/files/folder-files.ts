import type { Store } from '../database/store.ts';
import { type Place, resolveLink } from '../notebooks/resolve.ts';
import { nameKey } from '../pages/names.ts';
import type { Link } from '../text/links.ts';
import type { NamedFile } from './attach.ts';

/** A file that is no page, by where it lies in a folder that was read in. */
export interface FolderFile {
  readonly collection: string;
  readonly path: string;
  readonly file_id: string;
  /** RFC 3339: when it was changed last. */
  readonly modified: string;
  readonly stamp: string | null;
}

/** All files of a collection by path: a hundred bytes each. */
export function folderFiles(store: Store, collection: string): Map<string, FolderFile> {
  const rows = store.all<FolderFile>(
    'SELECT collection, path, file_id, modified, stamp FROM folder_files WHERE collection = ?',
    collection,
  );
  return new Map(rows.map((row) => [row.path, row]));
}

/** One that was read just now. */
export interface ReadFile extends FolderFile {
  /** What it says of the pages below, as `folder_files.says` has it; null for most files. */
  readonly says: string | null;
}

/** Notes which file lies at a path now. */
export function keepFolderFile(store: Store, file: ReadFile): void {
  store.run(
    `INSERT INTO folder_files (collection, path, file_id, name, modified, stamp, says)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET file_id = excluded.file_id,
     modified = excluded.modified, stamp = excluded.stamp, says = excluded.says`,
    file.collection,
    file.path,
    file.file_id,
    nameKey(baseOf(file.path)),
    file.modified,
    file.stamp,
    file.says,
  );
}

export function forgetFolderFile(store: Store, { collection, path }: FolderFile): void {
  store.run('DELETE FROM folder_files WHERE collection = ? AND path = ?', collection, path);
}

/** A page, as far as what its links name depends on it. */
export interface LinkingPage extends Place {
  readonly id: number;
}

/** In SQL, whether a file `f` of a folder has the name that a link `l` says. */
export const HAS_LINKED_NAME = `(f.name = coalesce(l.file, l.target)
  OR (l.anchor IS NOT NULL AND f.name = coalesce(l.file, l.target) || '#' || lower(l.anchor)))`;

/** So many files of one name are looked at. */
const MOST = 1000;

/**
 * The file a link on a page leads to, if it is one: of those that came with the page, by its
 * name, else of its folder, found as pages are (`resolveLink`); of several the first by path.
 */
export function linkedFile(
  store: Store,
  link: Pick<Link, 'kind' | 'target' | 'anchor'>,
  page: LinkingPage,
): NamedFile | undefined {
  const own = store.get<NamedFile>(
    `SELECT f.id, f.type, f.size, pf.name FROM page_files pf JOIN files f ON f.id = pf.file_id
     WHERE pf.page_id = ? AND pf.name = ? ORDER BY pf.ordinal LIMIT 1`,
    page.id,
    link.target.replace(/^\.\//, ''),
  );
  if (own !== undefined) return own;
  const [found] = resolveLink(link, page, (key) =>
    store.all(
      `SELECT file_id AS slug, collection, path, 'file' AS "as" FROM folder_files
       WHERE name = ? ORDER BY collection, path LIMIT ${MOST}`,
      key,
    ),
  );
  if (found === undefined) return undefined;
  const file = store.get<Omit<NamedFile, 'name'>>(
    'SELECT id, type, size FROM files WHERE id = ?',
    found.slug,
  );
  return file && { ...file, name: baseOf(found.path ?? '') };
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
