import type { Kind, Status } from '../pages/words.ts';

/*
 * The words of the index's `filters` column. A filter is then one more word of a query and costs
 * what a word costs, where a condition on the row would first rank every match of the text.
 * Each begins with `_`, which no folded text holds, so that no word of a page or of a query is one.
 */

export const kindFilter = (kind: Kind) => `_k${kind}`;
export const statusFilter = (status: Status) => `_s${status}`;
export const authorFilter = (author: string) => `_a${author}`;
export const sourceFilter = (source: string) => `_o${source}`;
/** A page with this tag or one below it. */
export const tagFilter = (tagId: number) => `_t${tagId}`;
/** A page with exactly this tag. */
export const exactTagFilter = (tagId: number) => `_e${tagId}`;
export const TRASHED = '_xtrashed';

/** What the index has to know of a page besides its words. */
export interface Filterable {
  readonly kind: Kind;
  readonly status: Status | undefined;
  readonly author: string;
  readonly source: string;
  readonly trashed: boolean;
  /** Row numbers of its tags, and of all tags above them. */
  readonly tagIds: readonly number[];
  readonly tagAndAboveIds: readonly number[];
}

/** The `filters` column of a page. */
export function filterWords(page: Filterable): string {
  const words = [
    kindFilter(page.kind),
    authorFilter(page.author),
    sourceFilter(page.source),
    ...page.tagAndAboveIds.map(tagFilter),
    ...page.tagIds.map(exactTagFilter),
  ];
  if (page.status !== undefined) words.push(statusFilter(page.status));
  if (page.trashed) words.push(TRASHED);
  return words.join(' ');
}
