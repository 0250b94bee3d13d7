import { OPERATORS } from './operators.ts';

/** How words and groups are written; operators have their own table. */
const SYNTAX: readonly (readonly [string, string])[] = [
  ['oven manual', 'all of the words, in any order'],
  ['"oven manual"', 'the words next to each other'],
  ['oven OR stove, oven | stove', 'either'],
  ['-oven, NOT oven', 'without; before a group or an operator too'],
  ['(oven OR stove) manual', 'a group'],
  ['=plan', 'just this word, and no other form of it'],
  ['man*', 'words that begin so, from two letters on'],
  ['~berg', 'words with it inside, from three letters on'],
  ['@work', 'the search saved under that name (scrap search --save work …)'],
  ['title:(oven OR stove)', 'an operator before a group is meant for each part of it'],
];

/** Something that may be written in a query. */
export interface Construct {
  /** An example of it. */
  readonly write: string;
  readonly finds: string;
  /** Of an operator: what may stand after its colon. */
  readonly values?: string;
}

/** The query language as a table: words and groups first, then the operators. */
export function queryTable(): Construct[] {
  return [
    ...SYNTAX.map(([write, finds]) => ({ write, finds })),
    ...OPERATORS.map(({ example, finds, choices = [], values, aliases = [] }) => ({
      write: example,
      finds: `pages ${finds}`,
      values: [values ?? choices.join(' '), ...alsoNamed(aliases)].join('; '),
    })),
  ];
}

function alsoNamed(aliases: readonly string[]): string[] {
  return aliases.length === 0 ? [] : [`also ${aliases.map((name) => `${name}:`).join(' ')}`];
}

/** The query language in words, one construct a line: what `scrap help query` prints. */
export function queryHelp(): string {
  const rows = queryTable().map(
    ({ write, finds, values }) =>
      [write, values === undefined ? finds : `${finds} (${values})`] as const,
  );
  const width = Math.max(...rows.map(([written]) => written.length));
  return [
    'Whatever is no operator is text, and text is never an error.',
    '',
    ...rows.map(([written, means]) => `  ${written.padEnd(width)}  ${means}`),
    '',
    'Words are found whatever their case, accents and script: first as they stand, then in their',
    'English forms (plan finds planning). Where few pages have them, those with words that begin',
    'so follow; where none has, words with them inside count, or else the nearest words are named.',
    'Words are left out only as they stand.',
    '',
    'Up to 2,000 pages are ranked. Of more, those of the newest 5,000 with the words in the title',
    'come first, then the newest: a word on so many pages tells too little to be ranked by.',
    'Filters on rows (a path, a day, a field) look through the newest 100,000 pages, those on links',
    'the newest 5,000; a list that ends there says so, and can be continued.',
  ].join('\n');
}

/** The query language in a sentence or two, for models: what a tool's description says of it. */
export function queryGist(): string {
  // those that say another in other words can be done without
  const own = OPERATORS.filter(({ means, name }) => means === undefined && name !== 'field');
  const names = own.map(({ name }) => `${name}:`).join(' ');
  return `All words must occur; there are "a phrase", a OR b, -without, (a b), =exact, begin*, ~inside, @saved, ${names} [field:value]. Days: 2026-11, >=2026-11-30, a..b, 7d.`;
}

/** What can be typed in a query before a colon, and after it where there is a choice of words. */
export function queryWords(): { name: string; finds: string; choices: readonly string[] }[] {
  return OPERATORS.map(({ name, finds, choices = [] }) => ({ name, finds, choices }));
}
