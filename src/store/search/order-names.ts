/** What a list can be ordered by, in the order of help. */
export const ORDERS = ['relevance', 'updated', 'created', 'due', 'priority', 'title'] as const;

/** Other words for an order. */
export const ORDER_ALIASES: ReadonlyMap<string, string> = new Map([
  ['newest', 'created-desc'],
  ['new', 'created-desc'],
  ['oldest', 'created-asc'],
  ['old', 'created-asc'],
  ['date', 'created'],
  ['recent', 'updated'],
  ['modified', 'updated'],
  ['changed', 'updated'],
  ['name', 'title'],
  ['prio', 'priority'],
  ['rank', 'relevance'],
]);
