import { type Asked, oneOf } from './asked.ts';
import { anyFilterWord, type Condition, filterWord } from './condition.ts';
import { authorFilter, kindFilter, statusFilter, TRASHED } from './filters.ts';
import { isYes } from './field-filter.ts';
import { HAS_BACKLINK, HAS_FILE, HAS_PICTURE, IS_BROKEN } from './link-filters.ts';
import type { Filter } from './tree.ts';

/** A word after `is:` or `has:`: what it says of a page, and how that is looked up. */
interface Fact {
  readonly says: string;
  readonly condition: (asked: Asked) => Condition;
}

const TODO = filterWord(kindFilter('todo'));
const OPEN: Condition = {
  all: [
    TODO,
    anyFilterWord([statusFilter('open'), statusFilter('doing'), statusFilter('waiting')]),
  ],
};

/** The words of `is:`. */
export const STATES = {
  open: { says: 'a todo still to be done', condition: () => OPEN },
  done: { says: 'done', condition: () => filterWord(statusFilter('done')) },
  overdue: {
    says: 'a todo still to be done, its day gone by',
    condition: ({ today }) => ({ all: [OPEN, { sql: 'p.due < ?', values: [today] }] }),
  },
  todo: { says: 'a todo, done or not', condition: () => TODO },
  claude: { says: 'written by an agent', condition: () => filterWord(authorFilter('claude')) },
  mine: { says: 'written by you', condition: () => filterWord(authorFilter('me')) },
  pinned: { says: 'pinned', condition: () => isYes('pinned') },
  orphan: { says: 'linked to by no other page', condition: () => ({ not: HAS_BACKLINK }) },
  broken: { says: 'with a link to a page that is not there', condition: () => IS_BROKEN },
  trashed: { says: 'in the trash', condition: () => filterWord(TRASHED) },
} as const satisfies Record<string, Fact>;

const filled = (column: string) => (): Condition => ({
  sql: `p.${column} IS NOT NULL`,
  values: [],
});
const listed = (table: string) => (): Condition => ({
  sql: `EXISTS (SELECT 1 FROM ${table} WHERE page_id = p.id)`,
  values: [],
});

/** The words of `has:` and `no:`. */
export const PRESENCES = {
  due: { says: 'a day it is due', condition: filled('due') },
  priority: { says: 'a priority', condition: filled('priority') },
  status: { says: 'a status', condition: filled('status') },
  item: { says: 'checkbox lines', condition: listed('items') },
  link: { says: 'links to pages', condition: listed('links') },
  backlink: { says: 'links to it from other pages', condition: () => HAS_BACKLINK },
  image: {
    says: 'a picture',
    condition: () => ({ any: [filterWord(kindFilter('photo')), HAS_PICTURE] }),
  },
  file: {
    says: 'a file, pictures too',
    condition: () => ({
      any: [anyFilterWord([kindFilter('photo'), kindFilter('file')]), HAS_FILE],
    }),
  },
  tag: { says: 'tags', condition: listed('page_tags') },
  path: { says: 'a file it came from', condition: filled('path') },
  origin: { says: 'what it was written for', condition: filled('origin') },
} as const satisfies Record<string, Fact>;

/** The condition that a word of one of these tables stands for. */
export function factCondition(
  facts: Readonly<Record<string, Fact>>,
  filter: Filter,
  asked: Asked,
): Condition {
  const word = oneOf(filter, Object.keys(facts));
  const fact = facts[word];
  if (fact === undefined) throw new Error(`no fact ${word}`);
  return fact.condition(asked);
}

/** Whether a filter asks for the trash: then pages in it are not left out. */
export function asksForTrash(filter: Filter): boolean {
  return filter.name === 'is' && filter.value.toLowerCase() === 'trashed';
}
