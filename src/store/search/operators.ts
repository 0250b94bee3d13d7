import { KINDS, STATUSES } from '../pages/words.ts';
import { type Asked, oneOf } from './asked.ts';
import { type Condition, filterWord } from './condition.ts';
import { createdCondition, doneCondition, dueCondition, updatedCondition } from './date-filters.ts';
import { fieldCondition } from './field-filter.ts';
import { authorFilter, kindFilter, sourceFilter, statusFilter } from './filters.ts';
import {
  like,
  notebookCondition,
  pathCondition,
  priorityCondition,
  slugCondition,
} from './row-filters.ts';
import { factCondition, PRESENCES, STATES } from './states.ts';
import { tagCondition } from './tag-filter.ts';
import { linkedByCondition, linksCondition, relatedCondition } from './link-filters.ts';
import { ORDERS } from './order-names.ts';
import type { Column, Filter } from './tree.ts';

/** Something before a colon. Help, the MCP tool's description and the app print this table. */
export interface Operator {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The words that may stand after the colon, where nothing else may. */
  readonly choices?: readonly string[];
  /** What may stand after it, in words; the choices unless said. */
  readonly values?: string;
  /** What it finds: pages … */
  readonly finds: string;
  readonly example: string;
  /** Words are then looked for in this column alone. */
  readonly column?: Column;
  /** Another way to write this operator with that value. */
  readonly means?: {
    readonly name: string;
    readonly negated?: boolean;
    readonly value: (value: string) => string;
  };
  readonly condition?: (filter: Filter, asked: Asked) => Condition;
}

const AUTHORS = ['me', 'claude', 'import'] as const;
const SOURCES = ['cli', 'http', 'pwa', 'share', 'mcp', 'import', 'notebook'] as const;
const DATES = '2026, 2026-11, 2026-11-30, today, 7d, >=…, a..b';

/** Every operator, in the order of help. `sort:` says how to list, and finds nothing itself. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'title',
    values: 'a word or "a phrase"',
    finds: 'with it in the title',
    example: 'title:budget',
    column: 'title',
  },
  {
    name: 'body',
    values: 'a word or "a phrase"',
    finds: 'with it in the text',
    example: 'body:"next steps"',
    column: 'body',
  },
  {
    name: 'tag',
    values: 'a tag, =tag for it alone, a/* for a pattern',
    finds: 'with the tag or one below it; also #tag',
    example: 'tag:home/garden',
    condition: tagCondition,
  },
  {
    name: 'kind',
    aliases: ['type'],
    choices: KINDS,
    finds: 'of the kind',
    example: 'kind:link',
    condition: (filter) => filterWord(kindFilter(oneOf(filter, KINDS))),
  },
  {
    name: 'is',
    choices: Object.keys(STATES),
    finds: 'in the state',
    example: 'is:overdue',
    condition: (filter, asked) => factCondition(STATES, filter, asked),
  },
  {
    name: 'has',
    choices: Object.keys(PRESENCES),
    finds: 'that have one',
    example: 'has:item',
    condition: (filter, asked) => factCondition(PRESENCES, filter, asked),
  },
  {
    name: 'no',
    choices: Object.keys(PRESENCES),
    values: 'the same words',
    finds: 'that have none',
    example: 'no:tag',
    means: { name: 'has', negated: true, value: (value) => value },
  },
  {
    name: 'status',
    choices: STATUSES,
    finds: 'with the status',
    example: 'status:waiting',
    condition: (filter) => filterWord(statusFilter(oneOf(filter, STATUSES))),
  },
  {
    name: 'priority',
    values: '1 (highest) to 5, <=2, 1..3, none',
    finds: 'with the priority',
    example: 'priority:<=2',
    condition: priorityCondition,
  },
  {
    name: 'author',
    choices: AUTHORS,
    finds: 'by the author',
    example: 'author:claude',
    condition: (filter) => filterWord(authorFilter(oneOf(filter, AUTHORS))),
  },
  {
    name: 'source',
    choices: SOURCES,
    finds: 'written through it',
    example: 'source:share',
    condition: (filter) => filterWord(sourceFilter(oneOf(filter, SOURCES))),
  },
  {
    name: 'origin',
    values: 'a part of it',
    finds: 'written for it',
    example: 'origin:"spring release"',
    condition: ({ value }) => like('p.origin', `*${value}*`),
  },
  {
    name: 'client',
    values: 'a label, with * as a pattern',
    finds: 'by the agent under that label',
    example: 'client:laptop',
    condition: ({ value }) => like('p.client', value),
  },
  {
    name: 'path',
    values: 'a file or folder, with * as a pattern',
    finds: 'that came from there',
    example: 'path:guide/*.md',
    condition: pathCondition,
  },
  {
    name: 'notebook',
    values: 'its name, with * as a pattern',
    finds: 'of the notebook or imported folder',
    example: 'notebook:garden',
    condition: notebookCondition,
  },
  {
    name: 'slug',
    values: 'a slug, with * as a pattern',
    finds: 'of that name',
    example: 'slug:trip-to-rome',
    condition: slugCondition,
  },
  {
    name: 'created',
    values: DATES,
    finds: 'made then',
    example: 'created:2026-11',
    condition: createdCondition,
  },
  {
    name: 'updated',
    values: DATES,
    finds: 'last changed then',
    example: 'updated:7d',
    condition: updatedCondition,
  },
  {
    name: 'due',
    values: `${DATES}, overdue, none`,
    finds: 'due then',
    example: 'due:<=friday',
    condition: dueCondition,
  },
  {
    name: 'done',
    values: `${DATES}, none`,
    finds: 'done then',
    example: 'done:yesterday',
    condition: doneCondition,
  },
  {
    name: 'after',
    values: 'a day, month or year',
    finds: 'made from then on',
    example: 'after:2026-06',
    means: { name: 'created', value: (value) => `>=${value}` },
  },
  {
    name: 'before',
    values: 'a day, month or year',
    finds: 'made before',
    example: 'before:2026',
    means: { name: 'created', value: (value) => `<${value}` },
  },
  {
    name: 'newer_than',
    values: '7d 2w 3m 1y',
    finds: 'made since',
    example: 'newer_than:2w',
    means: { name: 'created', value: (value) => `>=-${value}` },
  },
  {
    name: 'older_than',
    values: '7d 2w 3m 1y',
    finds: 'made before that',
    example: 'older_than:1y',
    means: { name: 'created', value: (value) => `<-${value}` },
  },
  {
    name: 'links',
    values: 'a slug, path or title',
    finds: 'that link to the page',
    example: 'links:trip-to-rome',
    condition: linksCondition,
  },
  {
    name: 'linkedby',
    aliases: ['linked_by'],
    values: 'the same',
    finds: 'that the page links to',
    example: 'linkedby:trip-to-rome',
    condition: linkedByCondition,
  },
  {
    name: 'related',
    values: 'the same',
    finds: 'most like the page: by links, tags and rare words that both have',
    example: 'related:trip-to-rome',
    condition: relatedCondition,
  },
  {
    name: 'field',
    values:
      '[key] whatever it says, [key:value], [key:>5], [key:1..5], [key:2026-11]; also field:key',
    finds: 'with that field in their front matter',
    example: '[rating:>=4]',
    condition: fieldCondition,
  },
  {
    name: 'sort',
    aliases: ['order'],
    choices: ORDERS,
    values: `${ORDERS.join(' ')}, with -asc or -desc`,
    finds: 'in that order',
    example: 'sort:due',
  },
];

const BY_NAME: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.flatMap((operator) =>
    [operator.name, ...(operator.aliases ?? [])].map((name) => [name, operator] as const),
  ),
);

/** The operator of that name or alias, whatever its case. */
export function operatorNamed(name: string): Operator | undefined {
  return BY_NAME.get(name.toLowerCase());
}

export function operatorNames(): Iterable<string> {
  return BY_NAME.keys();
}
