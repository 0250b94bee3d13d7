import { nearest } from '../nearest.ts';
import { tagKey } from '../text/tag.ts';
import type { Asked } from './asked.ts';
import { anyFilterWord, type Condition, filterWord } from './condition.ts';
import { exactTagFilter, tagFilter } from './filters.ts';
import { short } from './said.ts';
import type { Filter } from './tree.ts';

/** How many tags a glob may stand for, and how many are compared with one that does not exist. */
const MOST_TAGS = 200;
const MOST_COMPARED = 5000;

interface TagRow {
  readonly id: number;
  readonly shown: string;
  readonly pages: number;
}

/** A word no page has. */
const NONE = filterWord(tagFilter(0));

/**
 * `tag:a` is the tag and all below it, `tag:=a` only itself, `tag:a/*` the tags of that pattern
 * (and those below them). A tag nobody uses finds nothing, and the nearest one is named.
 */
export function tagCondition({ value }: Filter, asked: Asked): Condition {
  const isExact = value.startsWith('=');
  const key = tagKey(isExact ? value.slice(1) : value);
  if (key.includes('*')) return patternCondition(key, asked);
  const row = asked.store.get<TagRow>('SELECT id, shown, pages FROM tags WHERE name = ?', key);
  if (row === undefined || !isUsed(asked, key, row)) warnOfUnknown(asked, value, key);
  if (row === undefined) return NONE;
  return filterWord(isExact ? exactTagFilter(row.id) : tagFilter(row.id));
}

function patternCondition(key: string, asked: Asked): Condition {
  const rows = asked.store.all<TagRow>(
    'SELECT id, shown, pages FROM tags WHERE name GLOB ? ORDER BY pages DESC LIMIT ?',
    key.replaceAll('[', '[[]').replaceAll('?', '[?]'),
    MOST_TAGS + 1,
  );
  if (rows.length === 0) {
    asked.warn(`No tag is like "${short(key)}".`);
    return NONE;
  }
  if (rows.length > MOST_TAGS) {
    asked.warn(`"${short(key)}" stands for the ${MOST_TAGS} most used of its tags only.`);
  }
  return anyFilterWord(rows.slice(0, MOST_TAGS).map((row) => tagFilter(row.id)));
}

/** A tag above others has a row without pages of its own. */
function isUsed({ store }: Asked, key: string, row: TagRow): boolean {
  if (row.pages > 0) return true;
  const below = 'SELECT 1 FROM tags WHERE name > ? AND name < ? AND pages > 0 LIMIT 1';
  return store.get(below, `${key}/`, `${key}0`) !== undefined;
}

function warnOfUnknown({ store, warn }: Asked, value: string, key: string): void {
  const start = Array.from(key)[0] ?? '';
  const rows = store.all<TagRow & { name: string }>(
    'SELECT name, id, shown, pages FROM tags WHERE name >= ? AND name < ? AND pages > 0 LIMIT ?',
    start,
    `${start}\u{10FFFF}`,
    MOST_COMPARED,
  );
  const meant = nearest(
    key,
    rows.map((row) => row.name),
  );
  const row = rows.find(({ name }) => name === meant);
  const said = `No page has the tag "${short(value.replace(/^=/, ''))}".`;
  if (row === undefined) warn(said);
  else warn(`${said} Nearest: ${row.shown} (${row.pages} ${row.pages === 1 ? 'page' : 'pages'}).`);
}
