import type { Store } from '../database/store.ts';
import type { PageRow } from '../pages/row.ts';
import type { Encoding } from '../pages/words.ts';

/** How a file stands to the page that was made from it before. */
export type Standing =
  /** Its bytes are those that are stored, or those that were read last. */
  | 'unchanged'
  /** It changed, and the page still has the text that was read last. */
  | 'changed'
  /** It changed, and so did the page's text, in scrap. */
  | 'conflict'
  /** It changed, and the page is in the trash. */
  | 'trashed';

/** A file as it was read. */
export interface ReadText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly sha256: Buffer;
}

/**
 * The page made from a path of a collection. Names are compared in NFC, since a folder that went
 * through another system may come back with its names composed differently; but a spelling that
 * `isTaken` says is a file of its own is another page.
 */
export function importedPage(
  store: Store,
  collection: string,
  path: string,
  isTaken: (path: string) => boolean,
): PageRow | undefined {
  for (const spelling of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    if (spelling !== path && isTaken(spelling)) continue;
    const row = store.get<PageRow>(
      'SELECT * FROM pages WHERE collection = ? AND path = ?',
      collection,
      spelling,
    );
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Judges what a file means for its page. */
export function standingOf(store: Store, row: PageRow, file: ReadText): Standing {
  const isStored = file.sha256.equals(row.sha256);
  if (isStored && file.encoding === row.encoding) return 'unchanged';
  const readLast = sha256ReadLast(store, row);
  const isEdited = Buffer.compare(readLast, row.sha256) !== 0;
  if (isEdited && file.sha256.equals(readLast)) return 'unchanged';
  if (row.trashed !== null) return 'trashed';
  return isEdited && !isStored ? 'conflict' : 'changed';
}

/**
 * The hash of the text that the last import stored: what the first change of the text after it
 * replaced, else the text there is.
 */
function sha256ReadLast(store: Store, row: PageRow): Uint8Array {
  const replaced = store.get<{ sha256: Uint8Array }>(
    `SELECT sha256 FROM revisions
     WHERE page_id = ?1 AND text IS NOT NULL AND change >
       (SELECT max(r.change) FROM revisions r JOIN changes c ON c.number = r.change
        WHERE r.page_id = ?1 AND c.source IN ('import', 'notebook'))
     ORDER BY change LIMIT 1`,
    { 1: row.id },
  );
  return replaced?.sha256 ?? row.sha256;
}
