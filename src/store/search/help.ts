import { OPERATORS } from './operators.ts';

/** How words and groups are written; operators have their own table. */
const SYNTAX: readonly (readonly [string, string])[] = [
  ['oven manual', 'all of the words, in any order'],
  ['"oven manual"', 'the words next to each other'],
  ['oven OR stove, oven | stove', 'either'],
  ['-oven, NOT oven', 'without; before a group or an operator too'],
  ['(oven OR stove) manual', 'a group'],
  ['man*', 'words that begin so, from two letters on'],
];

/** The query language in words, one construct a line: what `scrap help query` prints. */
export function queryHelp(): string {
  const operators = OPERATORS.map(({ example, finds, values, aliases = [] }) => {
    const also =
      aliases.length === 0 ? '' : `; also ${aliases.map((name) => `${name}:`).join(' ')}`;
    return [example, `pages ${finds} (${values}${also})`] as const;
  });
  const rows = [...SYNTAX, ...operators];
  const width = Math.max(...rows.map(([written]) => written.length));
  return [
    'Whatever is no operator is text, and text is never an error.',
    '',
    ...rows.map(([written, means]) => `  ${written.padEnd(width)}  ${means}`),
    '',
    'Words are found whatever their case, accents and script. Where no page has them whole, pages',
    'with words that begin like them are shown. Up to 2,000 pages are ranked; of more, those with',
    'the words in the title come first, then the newest.',
  ].join('\n');
}
