import type { Store } from '../database/store.ts';
import { filterWords } from '../search/filters.ts';
import { fold } from '../text/fold.ts';
import type { Settled } from './overlay.ts';
import type { PageRow } from './row.ts';
import type { TagIds } from './tags.ts';

/** Writes a page's row in the full-text index. */
export function indexPage(
  store: Store,
  row: PageRow,
  text: string,
  settled: Settled,
  tags: TagIds,
): void {
  store.run(
    'INSERT INTO search (rowid, title, tags, body, filters) VALUES (?, ?, ?, ?, ?)',
    row.id,
    fold(settled.title),
    fold(settled.tags.join(' ')),
    fold(text),
    filterWords({
      kind: settled.kind,
      status: settled.status,
      author: row.author,
      source: row.source,
      created: row.created,
      trashed: row.trashed !== null,
      tagIds: tags.own,
      tagAndAboveIds: tags.withAbove,
    }),
  );
}

export function unindexPage(store: Store, id: number): void {
  store.run('DELETE FROM search WHERE rowid = ?', id);
}
