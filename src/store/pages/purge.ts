import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import { clearDerived } from './derived.ts';
import { type PageRow, tagsOf } from './row.ts';
import { tagAndBelow } from './tags.ts';

/**
 * Removes a page for ever as part of a change: its row, its text, what was read out of it, tags
 * that no other page has, and what its revisions had kept. That it was there, and who changed it
 * when, stays.
 */
export function purgePage(store: Store, change: Change, row: PageRow): void {
  const tags = tagsOf(store, row.id);
  clearDerived(store, row);
  store.run('DELETE FROM pages WHERE id = ?', row.id);
  store.run(
    'UPDATE revisions SET before = NULL, text = NULL, sha256 = NULL WHERE page_id = ?',
    row.id,
  );
  change.touch(row.id, undefined);
  for (const tag of tags) {
    const parts = tag.split('/');
    for (let depth = parts.length; depth > 0; depth--) {
      forgetTag(store, parts.slice(0, depth).join('/'));
    }
  }
}

function forgetTag(store: Store, tag: string): void {
  const ids = tagAndBelow(store, tag).join(',');
  const isUsed = store.get(`SELECT 1 FROM page_tags WHERE tag_id IN (${ids}) LIMIT 1`);
  if (isUsed === undefined) store.run(`DELETE FROM tags WHERE id IN (${ids})`);
}

/**
 * Overwrites what removed pages have left on the disk: until their place is needed, old texts
 * stay readable in the file, and words in the index until its parts are merged.
 */
export function wipe(store: Store): void {
  store.run("INSERT INTO search (search) VALUES ('optimize')");
  store.exec('VACUUM');
  store.pragma('wal_checkpoint(TRUNCATE)');
}
