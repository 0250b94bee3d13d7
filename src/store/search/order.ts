import type { Store } from '../database/store.ts';
import { oneOf } from './asked.ts';
import type { Plan } from './compile.ts';
import { rowsSql } from './hits.ts';
import { ORDER_ALIASES } from './order-names.ts';
import type { Filter } from './tree.ts';

/** What pages can be listed by. */
interface Key {
  /** Over a row `p`; what has no value comes last either way. */
  readonly sql: (descending: boolean) => string;
  /** What is bound in it. */
  readonly values?: readonly unknown[];
  readonly isNumber: boolean;
  /** The way round that is meant when none is said. */
  readonly descending: boolean;
}

const KEYS: ReadonlyMap<string, Key> = new Map(
  Object.entries({
    updated: { sql: () => 'p.updated', isNumber: false, descending: true },
    created: { sql: () => 'p.id', isNumber: true, descending: true },
    due: {
      sql: (descending) => `coalesce(p.due, '${descending ? '' : '9999-99-99'}')`,
      isNumber: false,
      descending: false,
    },
    priority: { sql: () => 'p.urgency', isNumber: true, descending: false },
    title: { sql: () => 'lower(p.title)', isNumber: false, descending: false },
  } satisfies Record<string, Key>),
);

/** The order of a list: by relevance, the newest first, or by a key. */
export type Order = 'relevance' | 'newest' | { readonly key: Key; readonly descending: boolean };

/** Every order there is, as it is written. */
const NAMES = [
  'relevance',
  ...Array.from(KEYS.keys(), (name) => [name, `${name}-asc`, `${name}-desc`]).flat(),
];
const ALL_NAMES = [...NAMES, ...ORDER_ALIASES.keys()];

/**
 * Reads `sort:`, also as `sort:-due` and under its other names; throws `invalid` for an order that
 * does not exist.
 */
export function orderOf(sort: Filter | undefined): Order {
  if (sort === undefined) return 'relevance';
  const written = sort.value.replace(/^([-+])(.+)$/, (_, sign, name) => {
    return `${String(name)}-${sign === '-' ? 'desc' : 'asc'}`;
  });
  const known = oneOf({ ...sort, value: written }, ALL_NAMES);
  const [name = '', way] = (ORDER_ALIASES.get(known) ?? known).split('-');
  const key = KEYS.get(name);
  if (key === undefined) return 'relevance';
  const descending = way === undefined ? key.descending : way === 'desc';
  return name === 'created' && descending ? 'newest' : { key, descending };
}

/** The order in which these row numbers stand. */
export function asListed(ids: readonly number[]): Exclude<Order, string> {
  const sql = () => '(SELECT j.key FROM json_each(?) j WHERE j.value = p.id)';
  const key = { sql, values: [JSON.stringify(ids)], isNumber: true, descending: false };
  return { key, descending: false };
}

/** A page and what it is listed by, as text. */
export interface Sorted {
  readonly id: number;
  readonly key: string | number;
}

/** The pages of a plan by a key, of two alike the newer first. */
export function sortedPages(
  store: Store,
  plan: Plan,
  { key, descending }: Exclude<Order, string>,
  after: { readonly key: string; readonly id: number } | undefined,
  limit: number,
): Sorted[] {
  const rows = rowsSql(plan);
  const values = [...(key.values ?? []), ...rows.values];
  const by = key.sql(descending);
  const way = descending ? 'DESC' : 'ASC';
  const list = `SELECT * FROM (SELECT p.id AS id, ${by} AS key ${rows.sql})`;
  const order = `ORDER BY key ${way}, id DESC LIMIT ?`;
  if (after === undefined) return store.all<Sorted>(`${list} ${order}`, ...values, limit);
  const place = key.isNumber ? Number(after.key) : after.key;
  return store.all<Sorted>(
    `${list} WHERE key ${descending ? '<' : '>'} ? OR (key = ? AND id < ?) ${order}`,
    ...values,
    place,
    place,
    after.id,
    limit,
  );
}
