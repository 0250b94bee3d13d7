import type { Store } from '../database/store.ts';
import { filterWords } from '../search/filters.ts';
import { keepWords } from '../search/known-words.ts';
import { fold } from '../text/fold.ts';
import { tagKey } from '../text/tag.ts';
import { besideOf } from './beside.ts';
import type { Settled } from './overlay.ts';
import { type PageRow, tagsOf, textOf } from './row.ts';
import { type TagIds, tagIds } from './tags.ts';

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
  const words = [
    ...foldedWords(settled.title, settled.tags, text),
    foldedBeside(store, row.id),
  ] as const;
  store.run(
    'INSERT INTO search (rowid, title, tags, body, beside, filters) VALUES (?, ?, ?, ?, ?, ?)',
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

/** What stands beside a page, folded. */
export function foldedBeside(store: Store, id: number): string {
  return fold(
    besideOf(store, id)
      .map(({ text }) => text)
      .join('\n'),
  );
}

export function unindexPage(store: Store, id: number): void {
  store.run('DELETE FROM search WHERE rowid = ?', id);
}

/** Writes a page's row in the index anew, where its text is the same and something else is not. */
export function reindexPage(store: Store, row: PageRow): void {
  const tags = tagsOf(store, row.id);
  const { title, kind, status } = row;
  unindexPage(store, row.id);
  indexPage(
    store,
    row,
    textOf(store, row.id),
    { title, tags, kind, status: status ?? undefined },
    tagIds(store, tags),
  );
}
