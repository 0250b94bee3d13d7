import type { Store } from '../database/store.ts';
import { contentOf } from '../pages/content.ts';
import { type Overlay, readOverlay, settle } from '../pages/overlay.ts';
import type { PageRow } from '../pages/row.ts';
import { type FieldChange, setFrontMatterLines } from '../text/edit-front-matter.ts';
import type { Derived } from '../text/derive.ts';
import { splitFrontMatter } from '../text/fence.ts';
import { type FieldValue, tagsField } from '../text/field-values.ts';
import { tagKey } from '../text/tag.ts';

/**
 * A page's text with what scrap knows beside it written into the front matter, so that the file
 * alone, at `path`, gives the same page: title, kind, what is said of a todo, tags and fields where
 * the text says otherwise, when it was made where no file did, and the paths of `files`, which came
 * with it. All other lines stay.
 */
export async function withOwnLines(
  store: Store,
  row: PageRow,
  text: string,
  path: string,
  files: readonly string[] = [],
): Promise<string> {
  if (/\.org$/i.test(path)) return text;
  // what the folder's YAML says is said there too, where the page stays in its place
  const collection = row.path === path ? row.collection : null;
  const { derived } = await contentOf(store, text, { collection, path, at: row.created });
  const block = await readBlock(text);
  const overlay = readOverlay(row.overlay);
  const changes: Record<string, FieldChange> = {
    ...(row.title === derived.title ? {} : { title: row.title }),
    ...todoChanges(row, derived, text),
    ...tagChange(overlay, block.fields, derived.tags),
    ...fieldChanges({ ...overlay.fetched?.fields, ...overlay.fields }),
    ...(row.path === null && derived.created === undefined ? { created: row.created } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
  };
  return block.isText
    ? setFrontMatterLines('', changes) + text
    : setFrontMatterLines(text, changes);
}

/**
 * What a text's front matter says; `isText` where it is something else between two rules, which
 * must not get lines of ours.
 */
async function readBlock(
  text: string,
): Promise<{ fields: Readonly<Record<string, FieldValue>>; isText: boolean }> {
  const split = splitFrontMatter(text);
  if (!('block' in split)) return { fields: {}, isText: false };
  const { readFrontMatter } = await import('../text/front-matter.ts');
  const { fields, warnings } = readFrontMatter(split.block);
  return { fields, isText: warnings.length > 0 && Object.keys(fields).length === 0 };
}

/** The todo's fields where the text says otherwise, and the kind where they do not imply it. */
function todoChanges(row: PageRow, derived: Derived, text: string) {
  const own = {
    ...(row.due === (derived.due ?? null) ? {} : { due: row.due }),
    ...(row.scheduled === (derived.scheduled ?? null) ? {} : { scheduled: row.scheduled }),
    ...(row.start === (derived.start ?? null) ? {} : { start: row.start }),
    ...(row.repeat === (derived.repeat ?? null) ? {} : { repeat: row.repeat }),
    ...(row.priority === (derived.priority ?? null) ? {} : { priority: row.priority }),
    ...(row.status === (derived.status ?? null) ? {} : { status: row.status }),
  };
  return row.kind === settle(derived, own, text).kind ? own : { ...own, kind: row.kind };
}

/** Fields that were set beside the text; front matter lines hold texts, numbers and lists of texts. */
function fieldChanges(fields: Readonly<Record<string, unknown>>): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const [key, value] of Object.entries(fields)) {
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
    if (value === null || typeof value === 'string' || typeof value === 'number' || isList) {
      changes[key] = value;
    } else if (typeof value === 'boolean') changes[key] = String(value);
  }
  return changes;
}

/** The front matter's tags with those that were added and without those that were removed. */
function tagChange(
  overlay: Overlay,
  fields: Readonly<Record<string, FieldValue>>,
  said: readonly string[],
): Record<string, FieldChange> {
  const removed = new Set((overlay.tags_removed ?? []).map(tagKey));
  const known = new Set(said.map(tagKey));
  const added = (overlay.tags_added ?? []).filter((tag) => !known.has(tagKey(tag)));
  const key = Object.keys(fields).find((each) => /^tags?$/i.test(each)) ?? 'tags';
  const tags = tagsField(fields[key]);
  const kept = tags.filter((tag) => !removed.has(tagKey(tag)));
  if (added.length === 0 && kept.length === tags.length) return {};
  return { [key]: [...kept, ...added] };
}
