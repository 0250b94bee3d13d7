import type { Kind, Status } from '../pages/words.ts';

/*
 * The words of the index's `filters` column. A filter is then one more word of a query and costs
 * what a word costs, where a condition on the row would first rank every match of the text.
 */

export const kindFilter = (kind: Kind) => `k${kind}`;
export const statusFilter = (status: Status) => `s${status}`;
export const authorFilter = (author: string) => `a${author}`;
export const sourceFilter = (source: string) => `o${source}`;
/** A page with this tag or one below it. */
export const tagFilter = (tagId: number) => `t${tagId}`;
/** A page with exactly this tag. */
export const exactTagFilter = (tagId: number) => `e${tagId}`;
/** `2026` or `2026-11`, of the creation time in UTC. */
export const createdFilter = (period: string) => `c${period.replace('-', '')}`;
export const TRASHED = 'xtrashed';

/** What the index has to know of a page besides its words. */
export interface Filterable {
  readonly kind: Kind;
  readonly status: Status | undefined;
  readonly author: string;
  readonly source: string;
  readonly created: string;
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
    createdFilter(page.created.slice(0, 4)),
    createdFilter(page.created.slice(0, 7)),
    ...page.tagAndAboveIds.map(tagFilter),
    ...page.tagIds.map(exactTagFilter),
  ];
  if (page.status !== undefined) words.push(statusFilter(page.status));
  if (page.trashed) words.push(TRASHED);
  return words.join(' ');
}
