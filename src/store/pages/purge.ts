import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import { fold } from '../text/fold.ts';
import { forgetWords } from '../search/known-words.ts';
import { clearDerived } from './derived.ts';
import { foldedBeside, foldedWords } from './indexed.ts';
import { type PageRow, tagsOf, textOf } from './row.ts';
import { tagAndBelow } from './tags.ts';

/**
 * Removes a page for ever as part of a change: its row, its text, what was read out of it, tags
 * that no other page has, and what its revisions had kept. That it was there, and who changed it
 * when, stays. Gives the ids of the files it had, which may now be nobody's.
 */
export function purgePage(store: Store, change: Change, row: PageRow): string[] {
  const files = ownFiles(store, row);
  const tags = tagsOf(store, row.id);
  const words = everyWord(store, row, tags);
  clearDerived(store, row);
  forgetWords(store, words);
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
  return files;
}

/** The files that came with a page; with the last page of a folder those that lay in it, too. */
function ownFiles(store: Store, row: PageRow): string[] {
  const ids = store.all<{ file_id: string }>(
    'SELECT file_id FROM page_files WHERE page_id = ?',
    row.id,
  );
  const { collection } = row;
  const isLast =
    collection !== null &&
    store.get(
      'SELECT 1 FROM pages WHERE collection = ? AND id <> ? LIMIT 1',
      collection,
      row.id,
    ) === undefined;
  if (isLast) {
    const sql = 'DELETE FROM folder_files WHERE collection = ? RETURNING file_id';
    ids.push(...store.all<{ file_id: string }>(sql, collection));
  }
  return ids.map(({ file_id }) => file_id);
}

/** All words that a page has or had, so far as its revisions say, folded. */
function everyWord(store: Store, row: PageRow, tags: readonly string[]): string[] {
  const words = [
    ...foldedWords(row.title, tags, textOf(store, row.id)),
    foldedBeside(store, row.id),
  ];
  for (const { before, text } of store.all<{ before: string | null; text: string | null }>(
    'SELECT before, text FROM revisions WHERE page_id = ?',
    row.id,
  )) {
    words.push(fold(before ?? ''), fold(text ?? ''));
  }
  return words;
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
  store.run("INSERT INTO word_parts (word_parts) VALUES ('optimize')");
  store.exec('VACUUM');
  store.pragma('wal_checkpoint(TRUNCATE)');
}
