import type { Store } from '../database/store.ts';
import { given } from './given.ts';

/** What stood where a link page leads when it was fetched: somebody else's words, quoted. */
export interface Clip {
  /** Where it was found, after redirects. */
  readonly url: string;
  /** When. */
  readonly fetched: string;
  /** The readable text as Markdown; absent where there was none. */
  readonly quote?: string;
}

interface Row {
  readonly url: string;
  readonly fetched: string;
  readonly quote: string | null;
}

/** The quoted copy beside a page; undefined where there is none. */
export function clipOf(store: Store, pageId: number): Clip | undefined {
  const sql = 'SELECT url, fetched, quote FROM clips WHERE page_id = ?';
  const row = store.get<Row>(sql, pageId);
  return row && { url: row.url, fetched: row.fetched, ...given('quote', row.quote) };
}

/** Why the link of a page could not be fetched, as a sentence for its owner. */
export function fetchWarning(store: Store, pageId: number, slug: string): string | undefined {
  const sql = `SELECT reason FROM jobs
    WHERE page_id = ? AND kind = 'fetch' AND failed IS NOT NULL LIMIT 1`;
  const failed = store.get<{ reason: string | null }>(sql, pageId);
  if (failed === undefined) return undefined;
  const reason = failed.reason ?? 'Nothing came.';
  return `Where it leads could not be fetched. ${reason} To try again: scrap fetch ${slug}`;
}
