import { invalid, nearest, version } from '../store/index.ts';
import { GROUPS } from './command.ts';
import { type Flag, GLOBAL_FLAGS } from './flags.ts';
import type { Row } from './table.ts';
import { topics } from './topics.ts';

/** The commands of every day, which `scrap --help` opens with. */
const EVERYDAY = ['add', 'search', 'read', 'recent', 'todos', 'done', 'tags'];

/** `scrap`, `scrap --help` and `scrap --version`. */
export function topLevel(argv: readonly string[], rows: readonly Row[]): number {
  if (argv.includes('--version') || argv.includes('-V')) return print(version);
  const odd = argv.find((word) => word !== '--help' && word !== '-h');
  if (odd?.startsWith('-') === true) {
    throw invalid(`There is no flag ${odd.slice(0, 40)}. See: scrap --help`, { reason: 'usage' });
  }
  const names = Math.max(...rows.map((row) => row.name.length));
  const list = (some: readonly Row[]) =>
    some.map((row) => `  ${row.name.padEnd(names)}  ${row.summary}`).join('\n');
  const everyday = EVERYDAY.flatMap((name) => rows.find((row) => row.name === name) ?? []);
  const rest = rows.filter((row) => !EVERYDAY.includes(row.name));
  const groups = GROUPS.map((group) => [group, rest.filter((row) => row.group === group)] as const);
  return print(
    [
      'A scrapbook for one person and that person’s agents.',
      'usage: scrap <command> [words] [flags]',
      `Every day\n${list(everyday)}`,
      ...groups
        .filter(([, some]) => some.length > 0)
        .map(([group, some]) => `${group}\n${list(some)}`),
      `Flags of every command\n${flagList(GLOBAL_FLAGS)}`,
      `Topics: scrap help ${Object.keys(topics).join('|')}`,
      `Examples\n  ${EVERYDAY.slice(0, 3)
        .flatMap((name) => rows.find((row) => row.name === name)?.examples[0] ?? [])
        .join('\n  ')}`,
    ].join('\n\n'),
  );
}

/** `scrap <command> --help`. */
export function ofCommand(row: Row): number {
  const words = row.words === undefined ? '' : ` <${row.words}>`;
  return print(
    [
      row.summary,
      `usage: scrap ${row.name}${words} [flags]`,
      ...(row.flags.length > 0 ? [`Flags\n${flagList(row.flags)}`] : []),
      `Flags of every command\n${flagList(GLOBAL_FLAGS)}`,
      `Examples\n  ${row.examples.join('\n  ')}`,
    ].join('\n\n'),
  );
}

/** `scrap help [command or topic]`. */
export async function about(argv: readonly string[], rows: readonly Row[]): Promise<number> {
  const name = argv.slice(argv.indexOf('help') + 1).find((word) => !word.startsWith('-'));
  if (name === undefined) return topLevel([], rows);
  const row = rows.find((each) => each.name === name);
  if (row !== undefined) return ofCommand(row);
  if (Object.hasOwn(topics, name)) return print(await topics[name as keyof typeof topics].text());
  const known = [...rows.map((each) => each.name), ...Object.keys(topics)];
  const meant = nearest(name, known);
  throw invalid(
    `There is no help on "${name.slice(0, 40)}". ${meant === undefined ? 'See: scrap --help' : `Did you mean: scrap help ${meant}?`}`,
    { reason: 'usage' },
  );
}

function flagList(flags: readonly Flag[]): string {
  const left = flags.map((flag) => {
    const value = flag.value === undefined ? '' : ` <${flag.value}>`;
    return `  ${flag.short === undefined ? '    ' : `${flag.short}, `}${flag.long}${value}`;
  });
  const width = Math.max(...left.map((text) => text.length));
  return flags
    .map((flag, i) => {
      const choices = flag.choices === undefined ? '' : ` (${flag.choices.join(', ')})`;
      return `${(left[i] ?? '').padEnd(width)}  ${flag.description}${choices}`;
    })
    .join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
