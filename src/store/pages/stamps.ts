import type { Store } from '../database/store.ts';
import type { PageRow } from './row.ts';
import { rowBySlug, rowsByPath } from './source.ts';

/*
 * Stamps: short strings that differ when what they stand for may have changed, and cost no more
 * than a look into an index. A page's revision is the number of the last change to it.
 */

/** The stamp of the page with this slug; undefined where there is none, or it is in the trash. */
export function stampBySlug(store: Store, slug: string): string | undefined {
  const row = rowBySlug(store, slug);
  return row === undefined ? undefined : stampOf(row);
}

/** The stamp of the pages with this path; undefined where there is none. */
export function stampByPath(store: Store, path: string): string | undefined {
  const rows = rowsByPath(store, path);
  return rows.length === 0 ? undefined : rows.map(stampOf).join(' ');
}

function stampOf({ id, revision }: PageRow): string {
  return `${id}.${revision}`;
}

/**
 * The stamp of what is to be done by `day` (YYYY-MM-DD): whatever enters brings the number of the
 * latest change, and whatever leaves makes it fewer.
 */
export function stampOfDue(store: Store, day: string): string {
  const { count, latest } = store.get<{ count: number; latest: number | null }>(
    `SELECT count(*) AS count, max(revision) AS latest FROM (
       SELECT revision FROM pages WHERE open = 1 AND day <= ?
       UNION ALL
       SELECT p.revision FROM items i JOIN pages p ON p.id = i.page_id
       WHERE i.open = 1 AND i.day <= ?)`,
    day,
    day,
  ) ?? { count: 0, latest: null };
  return `${count}.${latest}`;
}
