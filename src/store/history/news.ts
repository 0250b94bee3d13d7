import type { Store } from '../database/store.ts';
import { given } from '../pages/given.ts';

/** A change, as those are told who keep something of the store on their screen. */
export interface News {
  readonly number: number;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly operation: string;
  readonly author: string;
  readonly client?: string;
  /** How many pages it touched. */
  readonly pages: number;
  /** The slugs of at most 50 of them. */
  readonly slugs: readonly string[];
}

const MOST_SLUGS = 50;

/** The number of the latest change; 0 in a store without any. */
export function latestChange(store: Store): number {
  return store.get<{ n: number | null }>('SELECT max(number) AS n FROM changes')?.n ?? 0;
}

/** The changes after number `after`, the oldest first, at most `limit` of them. */
export function changesAfter(store: Store, after: number, limit: number): News[] {
  const rows = store.all<Omit<News, 'slugs' | 'client'> & { readonly client: string | null }>(
    `SELECT number, at, operation, author, client, pages FROM changes
     WHERE number > ? ORDER BY number LIMIT ?`,
    after,
    limit,
  );
  return rows.map(({ client, pages, ...row }) => ({
    ...row,
    ...given('client', client),
    pages,
    slugs: store
      .all<{ slug: string }>(
        `SELECT p.slug FROM revisions r JOIN pages p ON p.id = r.page_id
         WHERE r.change = ? LIMIT ${MOST_SLUGS}`,
        row.number,
      )
      .map(({ slug }) => slug),
  }));
}
