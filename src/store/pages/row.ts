import type { Store } from '../database/store.ts';
import type { Author, Source } from '../operation.ts';
import type { Encoding, Kind, Status } from './words.ts';

/** A row of `pages`, as SQLite gives it. */
export interface PageRow {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly kind: Kind;
  readonly status: Status | null;
  readonly due: string | null;
  readonly scheduled: string | null;
  readonly start: string | null;
  readonly repeat: string | null;
  /** The row number of the page whose completion made this one. */
  readonly follows: number | null;
  readonly priority: number | null;
  readonly author: Author;
  readonly source: Source;
  readonly client: string | null;
  readonly origin: string | null;
  readonly fields: string | null;
  readonly overlay: string | null;
  readonly collection: string | null;
  readonly path: string | null;
  readonly encoding: Encoding;
  readonly created: string;
  readonly updated: string;
  readonly done: string | null;
  readonly revision: number;
  readonly quiet: 0 | 1;
  readonly trashed: string | null;
  readonly warnings: string | null;
  readonly sha256: Uint8Array;
}

/** The page with this row number; it is a bug to ask for one that is not there. */
export function pageById(store: Store, id: number): PageRow {
  const row = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', id);
  if (row === undefined) throw new Error(`no page ${id}`);
  return row;
}

/** A page's text as it came. */
export function textOf(store: Store, id: number): string {
  return store.get<{ text: string }>('SELECT text FROM texts WHERE page_id = ?', id)?.text ?? '';
}

/** A page's tags as they were first written, by name. */
export function tagsOf(store: Store, id: number): string[] {
  return store
    .all<{ shown: string }>(
      `SELECT t.shown FROM page_tags pt JOIN tags t ON t.id = pt.tag_id
       WHERE pt.page_id = ? ORDER BY t.name`,
      id,
    )
    .map((row) => row.shown);
}
