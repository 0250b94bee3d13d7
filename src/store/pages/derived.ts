import type { Store } from '../database/store.ts';
import { tagKey } from '../text/tag.ts';
import { indexPage, unindexPage } from './indexed.ts';
import { writeFrontMatter } from './front-matter.ts';
import { clearNames, fileName, nameKey, writeNames } from './names.ts';
import type { Settled } from './overlay.ts';
import type { PageRow } from './row.ts';
import type { Content } from './save.ts';
import { isOpen } from './words.ts';
import { clearTags, countTags, tagIds, writeTags } from './tags.ts';

/** Writes every row that is read out of a page: tags, items, links, names and the index. */
export function writeDerived(store: Store, row: PageRow, content: Content, settled: Settled): void {
  const ids = tagIds(store, settled.tags);
  writeTags(store, row.id, ids.own);
  if (row.trashed === null) countTags(store, row.id, 1);
  writeItems(store, row, content, settled);
  writeLinks(store, row, content);
  writeFrontMatter(store, row.id, content.derived.frontMatter);
  writeNames(store, row, content.text, content.derived.aliases);
  indexPage(store, row, content.text, settled, ids);
}

/** Takes them away again; `row` is the page as it was when they were written. */
export function clearDerived(store: Store, row: PageRow): void {
  if (row.trashed === null) countTags(store, row.id, -1);
  clearTags(store, row.id);
  store.run('DELETE FROM items WHERE page_id = ?', row.id);
  store.run('DELETE FROM links WHERE page_id = ?', row.id);
  store.run('DELETE FROM front_matter WHERE page_id = ?', row.id);
  clearNames(store, row.id);
  unindexPage(store, row.id);
}

/**
 * A tag that stands outside a page's items is a tag of each of them; one that was taken from the
 * page is none of theirs.
 */
function writeItems(store: Store, row: PageRow, content: Content, settled: Settled): void {
  const onItems = new Set(content.derived.items.flatMap((item) => item.tags.map(tagKey)));
  const onAll = settled.tags.filter((tag) => !onItems.has(tagKey(tag)));
  const kept = new Set(settled.tags.map(tagKey));
  for (const item of content.derived.items) {
    const own = item.tags.filter((tag) => kept.has(tagKey(tag)));
    const tags = tagIds(store, [...own, ...onAll]).own;
    store.run(
      `INSERT INTO items (page_id, line, text, status, due, scheduled, start, priority, repeat, tags, open)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      item.line,
      item.text,
      item.status,
      item.due ?? null,
      item.scheduled ?? null,
      item.start ?? null,
      item.priority ?? null,
      item.repeat ?? null,
      tags.length === 0 ? null : JSON.stringify(tags),
      row.trashed === null && isOpen(item.status) ? 1 : 0,
    );
  }
}

function writeLinks(store: Store, row: PageRow, content: Content): void {
  for (const [ordinal, link] of content.derived.links.entries()) {
    const target = nameKey(link.target);
    const file = fileName(target);
    store.run(
      `INSERT INTO links (page_id, ordinal, line, kind, target, file, written, anchor, label)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      ordinal,
      link.line,
      link.kind,
      target,
      file === target ? null : file,
      link.target,
      link.anchor ?? null,
      link.label ?? null,
    );
  }
}
