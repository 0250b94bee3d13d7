/** What a page can be. A closed set: everything else is a tag or a field. */
export const KINDS = ['note', 'link', 'photo', 'file', 'todo', 'log'] as const;
export type Kind = (typeof KINDS)[number];

/** How far a todo, or an item in a text, has come. */
export const STATUSES = ['open', 'doing', 'waiting', 'done', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** What a page's text may say of it as a todo, each one value that the overlay may say instead. */
export const TODO_FIELDS = [
  'kind',
  'status',
  'due',
  'scheduled',
  'start',
  'repeat',
  'priority',
] as const;

/** Where a todo stands in the list: by its due day, or the day it is planned for. */
export const GROUPS = ['overdue', 'today', 'this_week', 'later', 'no_date', 'done'] as const;
export type TodoGroup = (typeof GROUPS)[number];

/** Whether something with this status is still to be done. */
export function isOpen(status: Status | null | undefined): boolean {
  return status === 'open' || status === 'doing' || status === 'waiting';
}

/** By what two pages are alike: things both have, or a model said so. */
export const REASONS = ['links', 'tags', 'words', 'by_model'] as const;
export type Reason = (typeof REASONS)[number];

/** How a page's bytes were written; see text/decode.ts. */
export const ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bounds that hold at every door, in characters unless said. */
export const LIMITS = {
  text: 10 * 1024 * 1024,
  title: 300,
  slug: 80,
  tag: 100,
  tags: 50,
  origin: 200,
  client: 60,
  key: 200,
  query: 512,
} as const;
