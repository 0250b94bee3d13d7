import { type Asked, badValue, isNone } from './asked.ts';
import type { Condition } from './condition.ts';
import type { Filter } from './tree.ts';

/** A column like a pattern: case is ignored and `*` stands for anything. */
export function like(column: string, pattern: string): Condition {
  const escaped = pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');
  return { sql: `${column} LIKE ? ESCAPE '\\'`, values: [escaped] };
}

export function pathCondition({ value }: Filter): Condition {
  const path = value.replace(/^\.?\//, '').replace(/\/$/, '');
  if (path.includes('*')) return like('p.path', path);
  return { any: [like('p.path', path), like('p.path', `${path}/*`), like('p.path', `${path}.*`)] };
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
