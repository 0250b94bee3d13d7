import { contentOf } from '../pages/content.ts';
import { readOverlay, settle } from '../pages/overlay.ts';
import type { PageRow } from '../pages/row.ts';
import { type FieldChange, setFrontMatterLines } from '../text/edit-front-matter.ts';
import { splitFrontMatter } from '../text/fence.ts';
import { tagsField } from '../text/field-values.ts';
import { tagKey } from '../text/tag.ts';

/**
 * A page's text with what scrap knows beside it written into the front matter, so that the file
 * alone, at `path`, gives the same page: title, kind, status, due, priority and tags where the
 * text says otherwise, and when it was made where no file did. All other lines stay.
 */
export async function withOwnLines(row: PageRow, text: string, path: string): Promise<string> {
  if (/\.org$/i.test(path)) return text;
  const { derived } = await contentOf(text, { path, at: row.created });
  const said = settle(derived, {}, text);
  const changes: Record<string, FieldChange> = {};
  if (row.title !== said.title) changes['title'] = row.title;
  if (row.kind !== said.kind) changes['kind'] = row.kind;
  if (row.status !== (said.status ?? null)) changes['status'] = row.status;
  if (row.due !== (said.due ?? null)) changes['due'] = row.due;
  if (row.priority !== (said.priority ?? null)) changes['priority'] = row.priority;
  Object.assign(changes, await tagChange(row, text, said.tags));
  if (row.path === null && derived.created === undefined) changes['created'] = row.created;
  return setFrontMatterLines(text, changes);
}

/** The front matter's tags with those that were added and without those that were removed. */
async function tagChange(
  row: PageRow,
  text: string,
  said: readonly string[],
): Promise<Record<string, FieldChange>> {
  const overlay = readOverlay(row.overlay);
  const removed = new Set((overlay.tags_removed ?? []).map(tagKey));
  const known = new Set(said.map(tagKey));
  const added = (overlay.tags_added ?? []).filter((tag) => !known.has(tagKey(tag)));
  if (added.length === 0 && removed.size === 0) return {};
  const { key, tags } = await ownTags(text);
  const kept = tags.filter((tag) => !removed.has(tagKey(tag)));
  if (added.length === 0 && kept.length === tags.length) return {};
  return { [key]: [...kept, ...added] };
}

/** The tags in a text's front matter, and the key they stand under. */
async function ownTags(text: string): Promise<{ key: string; tags: string[] }> {
  const split = splitFrontMatter(text);
  if (!('block' in split)) return { key: 'tags', tags: [] };
  const { readFrontMatter } = await import('../text/front-matter.ts');
  const { fields } = readFrontMatter(split.block);
  const key = Object.keys(fields).find((each) => /^tags?$/i.test(each)) ?? 'tags';
  return { key, tags: tagsField(fields[key]) };
}
