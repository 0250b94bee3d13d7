import type { Store } from '../database/store.ts';
import { optional, text, whole } from '../fields.ts';

/** How far a list is counted; beyond it says only that there are more. */
const COUNTED = 2000;

/** The fields by which every list is paged. */
export const pagingFields = (most = 100, usual = 20) => ({
  limit: optional(whole(`How many at most; ${usual} unless said`, 1, most)),
  cursor: optional(text('next_cursor of the list before', 500)),
});

/** `{ total }` of a query, or `{ more_than }` where counting on would cost more than it says. */
export function count(
  store: Store,
  from: string,
  ...values: readonly unknown[]
): { total: number } | { more_than: number } {
  const row = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${COUNTED + 1})`,
    ...values,
  );
  const n = row?.n ?? 0;
  return n > COUNTED ? { more_than: COUNTED } : { total: n };
}
