import type { Store } from '../database/store.ts';
import { type PageRow, textOf } from '../pages/row.ts';
import type { Encoding } from '../pages/words.ts';
import { type Metadata, metadataOf } from './metadata.ts';

/** One change of one page, with who made it and what the page was like before. */
export interface Revision {
  readonly change: number;
  readonly at: string;
  readonly operation: string;
  readonly author: string;
  readonly source: string;
  readonly client: string | null;
  readonly origin: string | null;
  /** Undefined: this change made the page. */
  readonly before: Metadata | undefined;
  /** Whether it replaced the text. */
  readonly isNewText: boolean;
}

const REVISIONS = `SELECT r.change, r.before, r.text IS NOT NULL AS new_text,
    c.at, c.operation, c.author, c.source, c.client, c.origin
  FROM revisions r JOIN changes c ON c.number = r.change WHERE r.page_id = ?`;

type RevisionRow = Omit<Revision, 'before' | 'isNewText'> & {
  readonly before: string | null;
  readonly new_text: 0 | 1;
};

/** A page's revisions from change `from` on, the oldest first. */
export function revisionsFrom(store: Store, pageId: number, from: number): Revision[] {
  const rows = store.all<RevisionRow>(
    `${REVISIONS} AND r.change >= ? ORDER BY r.change`,
    pageId,
    from,
  );
  return rows.map(toRevision);
}

/** At most `limit` of a page's revisions before change `before`, the newest first. */
export function revisionsBefore(
  store: Store,
  pageId: number,
  before: number,
  limit: number,
): Revision[] {
  const rows = store.all<RevisionRow>(
    `${REVISIONS} AND r.change < ? ORDER BY r.change DESC LIMIT ?`,
    pageId,
    before,
    limit,
  );
  return rows.map(toRevision);
}

function toRevision({ before, new_text, ...row }: RevisionRow): Revision {
  return {
    ...row,
    before: before === null ? undefined : (JSON.parse(before) as Metadata),
    isNewText: new_text === 1,
  };
}

/** A page's text and how it was encoded, as change `change` left them. */
export function textAfter(
  store: Store,
  row: PageRow,
  change: number,
): { text: string; encoding: Encoding } {
  const next = store.get<{ text: string; before: string }>(
    `SELECT text, before FROM revisions
     WHERE page_id = ? AND change > ? AND text IS NOT NULL ORDER BY change LIMIT 1`,
    row.id,
    change,
  );
  if (next === undefined) return { text: textOf(store, row.id), encoding: row.encoding };
  const { encoding = 'utf-8' } = JSON.parse(next.before) as Metadata;
  return { text: next.text, encoding };
}

/** A page's metadata as change `change` left it. */
export function metadataAfter(store: Store, row: PageRow, change: number): Metadata {
  const next = store.get<{ before: string }>(
    `SELECT before FROM revisions WHERE page_id = ? AND change > ? AND before IS NOT NULL
     ORDER BY change LIMIT 1`,
    row.id,
    change,
  );
  return next === undefined ? metadataOf(store, row) : (JSON.parse(next.before) as Metadata);
}
