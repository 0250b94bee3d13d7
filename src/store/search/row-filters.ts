import { type Asked, badValue, isNone } from './asked.ts';
import { nearest } from '../nearest.ts';
import type { Condition, Test } from './condition.ts';
import { short } from './said.ts';
import type { Filter } from './tree.ts';

/** A column like a pattern: case is ignored and `*` stands for anything. */
export function like(column: string, pattern: string): Test {
  const escaped = pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');
  const spellings = spellingsOf(escaped);
  return {
    sql: `(${spellings.map(() => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    values: spellings,
  };
}

/** SQLite ignores the case of ASCII letters alone: the others in the ways they are mostly written. */
function spellingsOf(pattern: string): string[] {
  const written = pattern.normalize('NFC');
  const lower = written.toLowerCase();
  const first = Array.from(lower)[0] ?? '';
  const capital = first.toUpperCase() + lower.slice(first.length);
  const all = [written, lower, written.toUpperCase(), capital];
  const isAscii = (text: string) => !/[^\0-\u007f]/.test(text);
  return isAscii(written) ? [written] : [...new Set(all)];
}

export function pathCondition({ value }: Filter): Condition {
  const path = value.replace(/^\.?\//, '').replace(/\/$/, '');
  if (path.includes('*')) return like('p.path', path);
  return { any: [like('p.path', path), like('p.path', `${path}/*`), like('p.path', `${path}.*`)] };
}

/** So many notebooks are compared. */
const MOST_NOTEBOOKS = 500;

/** The notebooks, or imported folders, of that name; where there is none the nearest is named. */
export function notebookCondition({ value }: Filter, { store, warn }: Asked): Condition {
  const known = store
    .all<{ name: string }>(
      `WITH RECURSIVE each (name) AS (
         SELECT min(collection) FROM pages WHERE path IS NOT NULL
         UNION ALL SELECT (SELECT min(collection) FROM pages WHERE path IS NOT NULL AND collection > name)
         FROM each WHERE name IS NOT NULL)
       SELECT name FROM each WHERE name IS NOT NULL LIMIT ?`,
      MOST_NOTEBOOKS,
    )
    .map(({ name }) => name);
  if (value.includes('*')) return like('p.collection', value);
  const named = known.filter((name) => name.toLowerCase() === value.toLowerCase());
  if (named.length === 0) {
    const meant = nearest(value, known);
    const hint = meant === undefined ? '' : ` Nearest: ${meant}.`;
    warn(`No page is of a notebook "${short(value)}".${hint}`);
  }
  return {
    sql: 'p.collection IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(named)],
  };
}

export function slugCondition({ value }: Filter, { store }: Asked): Condition {
  const slug = value.normalize('NFC').toLowerCase();
  if (slug.includes('*')) return like('p.slug', slug);
  const row = store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug);
  const id = row?.id ?? Number.MIN_SAFE_INTEGER;
  return { sql: 'p.id = ?', values: [id], ids: { least: id, most: id } };
}

export function priorityCondition(filter: Filter): Condition {
  if (isNone(filter)) return { sql: 'p.priority IS NULL', values: [] };
  const [, sign = '', first, last = first] =
    /^([<>]=?|)([1-5])(?:\.\.([1-5]))?$/.exec(filter.value) ?? [];
  if (first === undefined || last === undefined || (sign !== '' && first !== last)) {
    throw badValue(filter, 'is not a priority. Try priority:1, priority:<=2 or priority:1..3.');
  }
  if (sign !== '') return { sql: `p.priority ${sign} ?`, values: [Number(first)] };
  return { sql: 'p.priority BETWEEN ? AND ?', values: [Number(first), Number(last)] };
}
