import type { Store } from '../database/store.ts';
import { addressKey } from '../text/address.ts';
import { linkAddress } from './link.ts';
import type { PageRow } from './row.ts';

/** A name as names are compared: whatever its case, composition and spacing. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The name of a path's file, without folders and extension: what a wikilink mostly says. */
export function fileName(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.replace(/\.(?:md|markdown|org)$/i, '');
}

/** The same, and of a folder's own note, `guide/index.md`, the folder's name too. */
export function fileNames(path: string): string[] {
  const folder = folderOf(path);
  const name = fileName(path);
  return folder === undefined ? [name] : [name, folder.slice(folder.lastIndexOf('/') + 1)];
}

/** The folder whose own note a path is: `guide` for `guide/index.md`. */
export function folderOf(path: string): string | undefined {
  return /^(.+)\/index\.(?:md|markdown|org)$/i.exec(path)?.[1];
}

/** Writes what a page is called besides its slug. */
export function writeNames(
  store: Store,
  row: PageRow,
  text: string,
  aliases: readonly string[],
): void {
  const put = (kind: string, name: string, key = nameKey(name)) => {
    if (key === '') return;
    store.run(
      'INSERT OR IGNORE INTO names (name, kind, page_id) VALUES (?, ?, ?)',
      key,
      kind,
      row.id,
    );
  };
  put('title', row.title);
  for (const alias of aliases) put('alias', alias);
  const address = linkAddress(row.kind, text);
  if (address !== undefined) put('address', address, addressKey(address) ?? '');
  if (row.path === null) return;
  put('file', fileName(row.path));
  const folder = folderOf(row.path);
  if (folder !== undefined) put('folder', folder.slice(folder.lastIndexOf('/') + 1));
}

/** Clears what was read out of the page; the slugs it had stay. */
export function clearNames(store: Store, pageId: number): void {
  store.run("DELETE FROM names WHERE page_id = ? AND kind <> 'former'", pageId);
}
