import type { Store } from '../database/store.ts';
import type { FieldValue } from '../text/field-values.ts';

/** A page's front matter, without its tags; values as Emanote types them. */
export type FrontMatter = Readonly<Record<string, unknown>>;

/** Keeps what the front matter of a page's text says. */
export function writeFrontMatter(
  store: Store,
  id: number,
  fields: Readonly<Record<string, FieldValue>> = {},
): void {
  const { tags: _tags, ...others } = fields;
  const json = JSON.stringify(typed(others));
  if (json !== '{}') store.run('INSERT INTO front_matter (page_id, json) VALUES (?, ?)', id, json);
}

/** The front matter of the pages with these row numbers and those between, by row number. */
export function frontMatterBetween(
  store: Store,
  first: number,
  last: number,
): ReadonlyMap<number, FrontMatter> {
  const rows = store.all<{ page_id: number; json: string }>(
    'SELECT page_id, json FROM front_matter WHERE page_id BETWEEN ? AND ?',
    first,
    last,
  );
  return new Map(rows.map(({ page_id, json }) => [page_id, JSON.parse(json) as FrontMatter]));
}

/**
 * A value as Emanote has it: `10` a number and `true` a boolean, where that says what was written.
 * `02142` and `1.10` would come out otherwise than they went in, and stay texts.
 */
function typed(value: FieldValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value === 'string') {
    const number = Number(value);
    return Number.isFinite(number) && String(number) === value ? number : value;
  }
  if (Array.isArray(value)) return value.map(typed);
  if (value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typed(each)]));
}
