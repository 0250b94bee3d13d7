import type { Store } from '../database/store.ts';
import { tagKey } from '../text/tag.ts';

/** A page's tags as rows: itself, and with every tag above it (`a` above `a/b`). */
export interface TagIds {
  readonly own: readonly number[];
  readonly withAbove: readonly number[];
}

/** Finds or makes the rows of these tags and of all tags above them. */
export function tagIds(store: Store, tags: readonly string[]): TagIds {
  const own = new Set<number>();
  const withAbove = new Set<number>();
  for (const tag of tags) {
    const parts = tag.split('/');
    for (let depth = 1; depth <= parts.length; depth++) {
      const id = tagId(store, parts.slice(0, depth).join('/'));
      withAbove.add(id);
      if (depth === parts.length) own.add(id);
    }
  }
  return { own: [...own], withAbove: [...withAbove] };
}

function tagId(store: Store, tag: string): number {
  const name = tagKey(tag);
  const found = store.get<{ id: number }>('SELECT id FROM tags WHERE name = ?', name);
  if (found !== undefined) return found.id;
  const made = store.get<{ id: number }>(
    'INSERT INTO tags (name, shown, pages) VALUES (?, ?, 0) RETURNING id',
    name,
    tag.normalize('NFC'),
  );
  if (made === undefined) throw new Error('INSERT … RETURNING gave no row');
  return made.id;
}

/** Sets a page's tags; the counters count pages outside the trash. */
export function writeTags(store: Store, pageId: number, own: readonly number[]): void {
  for (const id of own) {
    store.run('INSERT INTO page_tags (page_id, tag_id) VALUES (?, ?)', pageId, id);
  }
}

export function clearTags(store: Store, pageId: number): void {
  store.run('DELETE FROM page_tags WHERE page_id = ?', pageId);
}

/**
 * Adds a page to the counters of its tags, or takes it away. A row at a time: a statement over
 * several rows opens a savepoint, at which FTS5 writes out all it has gathered, for every page.
 */
export function countTags(store: Store, pageId: number, by: 1 | -1): void {
  const ids = store.all<{ tag_id: number }>(
    'SELECT tag_id FROM page_tags WHERE page_id = ?',
    pageId,
  );
  for (const { tag_id: id } of ids) {
    store.run('UPDATE tags SET pages = pages + ? WHERE id = ?', by, id);
  }
}

/** The row numbers of a tag and of all tags below it; none where nobody uses it. */
export function tagAndBelow(store: Store, tag: string): number[] {
  const name = tagKey(tag);
  return store
    .all<{ id: number }>(
      'SELECT id FROM tags WHERE name = ? OR (name > ? AND name < ?)',
      name,
      `${name}/`,
      `${name}0`,
    )
    .map((row) => row.id);
}
