import type { Store } from '../database/store.ts';
import { tagKey } from '../text/tag.ts';
import { given } from './given.ts';
import type { PageRow } from './row.ts';

/** What a model can say about a page, each if it has something to say. */
export interface Saying {
  readonly title?: string;
  /** Of a picture: receipt, whiteboard … */
  readonly kind?: string;
  readonly summary?: string;
  /** Names of tags that it proposes. */
  readonly tags?: readonly string[];
  /** Row numbers of pages. */
  readonly related?: readonly number[];
  /** The words in the page's pictures. */
  readonly transcript?: string;
}

/** The same as `read` answers it: data, which may be wrong, and never a part of the page. */
export interface ByModel extends Omit<Saying, 'tags' | 'related'> {
  readonly model: string;
  readonly at: string;
  /** The page's revision that it is about. */
  readonly revision: number;
  /** The page's text is another one by now. */
  readonly stale?: true;
  /** Proposed tags that the page does not have. */
  readonly tags?: string[];
  readonly related?: { readonly slug: string; readonly title: string }[];
}

interface Row {
  readonly model: string;
  readonly at: string;
  readonly revision: number;
  readonly text_sha256: Uint8Array;
  readonly title: string | null;
  readonly kind: string | null;
  readonly summary: string | null;
  readonly tags: string | null;
  readonly related: string | null;
  readonly transcript: string | null;
}

/** What a model said about a page; undefined where none was asked. */
export function byModelOf(
  store: Store,
  page: PageRow,
  pageTags: readonly string[],
): ByModel | undefined {
  const row = rowOf(store, page.id);
  if (row === undefined) return undefined;
  const own = new Set(pageTags.map(tagKey));
  const tags = list(row.tags, 'string').filter((tag) => !own.has(tagKey(tag)));
  const related = store.all<{ slug: string; title: string }>(
    `SELECT p.slug, p.title FROM json_each(?) j JOIN pages p ON p.id = j.value
     WHERE p.trashed IS NULL ORDER BY j.key`,
    JSON.stringify(list(row.related, 'number')),
  );
  return {
    model: row.model,
    at: row.at,
    revision: row.revision,
    ...(isAbout(row, page) ? {} : { stale: true as const }),
    ...given('title', row.title),
    ...given('kind', row.kind),
    ...given('summary', row.summary),
    ...(tags.length === 0 ? {} : { tags }),
    ...(related.length === 0 ? {} : { related }),
    ...given('transcript', row.transcript),
  };
}

/** The texts among it, which are searched. */
export function sayings(store: Store, id: number): string[] {
  const row = rowOf(store, id);
  if (row === undefined) return [];
  const { title, kind, summary, transcript } = row;
  const tags = list(row.tags, 'string').join(' ');
  return [title, kind, summary, tags, transcript].flatMap((text) => text || []);
}

/** The row numbers of the pages that a model named as related. */
export function relatedByModel(store: Store, id: number): number[] {
  return list(rowOf(store, id)?.related ?? null, 'number');
}

function rowOf(store: Store, id: number): Row | undefined {
  return store.get<Row>('SELECT * FROM by_model WHERE page_id = ?', id);
}

function isAbout({ text_sha256: shown }: Row, { sha256 }: PageRow): boolean {
  return Buffer.compare(shown, sha256) === 0;
}

/** What an imported file says may be any JSON. */
function list(json: string | null, of: 'string'): string[];
function list(json: string | null, of: 'number'): number[];
function list(json: string | null, of: string): unknown[] {
  const values: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(values) ? values.filter((value) => typeof value === of) : [];
}
