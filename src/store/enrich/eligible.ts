import type { Store } from '../database/store.ts';
import { filesOf } from '../files/shown.ts';
import { isPicture } from '../files/type.ts';
import { besideOf } from '../pages/beside.ts';
import { isMirrored } from '../pages/may.ts';
import { type PageRow, tagsOf } from '../pages/row.ts';
import { tagKey } from '../text/tag.ts';

/** A page with this tag, or one below it, is shown to no model. */
const PRIVATE = 'private';

/** A shorter text says itself what a summary would, in bytes. */
const LEAST = 280;

/** Pages that no model is shown unless the owner asks for them. */
export interface Also {
  readonly private?: boolean;
  readonly mirrored?: boolean;
}

/** Why a model is not asked about a page. */
export type Against = 'trashed' | 'private' | 'mirrored' | 'done' | 'short';

/**
 * Why a model is not asked about a page by itself; undefined where it is. Where the owner asks for
 * the page (`asked`), a short one is no reason, nor what is to be read `also`.
 */
export function reasonAgainst(store: Store, row: PageRow, asked?: Also): Against | undefined {
  if (row.trashed !== null) return 'trashed';
  if (asked?.private !== true && isPrivate(store, row.id)) return 'private';
  if (asked?.mirrored !== true && isMirrored(store, row)) return 'mirrored';
  if (isUpToDate(store, row)) return 'done';
  if (asked !== undefined || bytesOf(store, row.id) >= LEAST) return undefined;
  return hasPictures(store, row) || quotedBeside(store, row.id) !== '' ? undefined : 'short';
}

function bytesOf(store: Store, id: number): number {
  const sql = 'SELECT octet_length(text) AS n FROM texts WHERE page_id = ?';
  return store.get<{ n: number }>(sql, id)?.n ?? 0;
}

/** Whether a page is for no model's eyes. */
export function isPrivate(store: Store, id: number): boolean {
  return tagsOf(store, id).some((tag) => isPrivateTag(tag));
}

export function isPrivateTag(tag: string): boolean {
  const key = tagKey(tag);
  return key === PRIVATE || key.startsWith(`${PRIVATE}/`);
}

/** Whether what a model said is about the text as it is. */
function isUpToDate(store: Store, { id, sha256 }: PageRow): boolean {
  const sql = 'SELECT 1 FROM by_model WHERE page_id = ? AND text_sha256 = ?';
  return store.get(sql, id, sha256) !== undefined;
}

/** What of others stands beside a page: the text of a link. */
export function quotedBeside(store: Store, id: number): string {
  const quoted = besideOf(store, id).filter(({ from }) => from !== 'by_model');
  return quoted.map(({ text }) => text).join('\n\n');
}

function hasPictures(store: Store, row: PageRow): boolean {
  return filesOf(store, row).some(({ type }) => isPicture(type));
}
