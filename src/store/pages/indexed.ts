import type { Store } from '../database/store.ts';
import { filterWords } from '../search/filters.ts';
import { keepWords } from '../search/known-words.ts';
import { fold } from '../text/fold.ts';
import { tagKey } from '../text/tag.ts';
import type { Settled } from './overlay.ts';
import type { PageRow } from './row.ts';
import type { TagIds } from './tags.ts';

/**
 * Writes a page's row in the full-text index. The tags stand in it by name, so that the row is the
 * same whether they come out of the text or out of the table.
 */
export function indexPage(
  store: Store,
  row: PageRow,
  text: string,
  settled: Pick<Settled, 'title' | 'tags' | 'kind' | 'status'>,
  tags: TagIds,
): void {
  const words = foldedWords(settled.title, settled.tags, text);
  store.run(
    'INSERT INTO search (rowid, title, tags, body, filters) VALUES (?, ?, ?, ?, ?)',
    row.id,
    ...words,
    filterWords({
      kind: settled.kind,
      status: settled.status,
      author: row.author,
      source: row.source,
      trashed: row.trashed !== null,
      tagIds: tags.own,
      tagAndAboveIds: tags.withAbove,
    }),
  );
  keepWords(store, words);
}

/** What can be found of a page: its title, tags and text, folded. */
export function foldedWords(title: string, tags: readonly string[], text: string) {
  return [fold(title), fold(tags.map(tagKey).toSorted().join(' ')), fold(text)] as const;
}

export function unindexPage(store: Store, id: number): void {
  store.run('DELETE FROM search WHERE rowid = ?', id);
}
