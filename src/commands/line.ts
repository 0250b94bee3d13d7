import { Command, CommanderError, Option } from 'commander';

import { invalid } from '../store/index.ts';
import { type Flag, GLOBAL_FLAGS } from './flags.ts';
import type { Row } from './table.ts';

/** A command line, read. */
export interface Line {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** There was a `--`: whatever the words look like, they are text. */
  readonly literal: boolean;
  readonly help: boolean;
}

/** argv cannot hold a NUL, so that a word marked with one cannot be anything else. */
const TEXT = '\0';

/**
 * Reads the line of one command with commander. Text that begins with a dash is text: only a
 * known short flag, or something that looks like `--word`, is taken for a flag. Throws `invalid`
 * for an unknown flag or a missing value.
 */
export function parseLine(row: Row, argv: readonly string[]): Line {
  const flags = [...GLOBAL_FLAGS, ...row.flags];
  const command = new Command(row.name)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .helpOption(false)
    .option('-h, --help')
    .argument('[words...]');
  for (const flag of flags) addFlag(command, flag);
  try {
    command.parse(markText(withoutName(row.name, argv), flags), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw usage(error, row);
    throw error;
  }
  const { help = false, ...given } = command.opts<Record<string, unknown>>();
  return {
    words: command.args.map((word) => (word.startsWith(TEXT) ? word.slice(1) : word)),
    flags: Object.fromEntries(
      flags
        .map((flag) => [flag.field, given[optionName(flag)]] as const)
        .filter(([, value]) => value !== undefined),
    ),
    literal: argv.includes('--'),
    help: help === true,
  };
}

function addFlag(command: Command, flag: Flag): void {
  const names = flag.short === undefined ? flag.long : `${flag.short}, ${flag.long}`;
  const option = new Option(flag.value === undefined ? names : `${names} <${flag.value}>`);
  if (flag.choices !== undefined) option.choices([...flag.choices]);
  if (flag.many === true) {
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  }
  command.addOption(option);
  if (flag.value === undefined)
    command.addOption(new Option(`--no-${flag.long.slice(2)}`).hideHelp());
}

/** The name commander files an option under. */
function optionName(flag: Flag): string {
  return flag.long.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function withoutName(name: string, argv: readonly string[]): string[] {
  const at = argv.indexOf(name);
  return [...argv.slice(0, at), ...argv.slice(at + 1)];
}

function markText(argv: readonly string[], flags: readonly Flag[]): string[] {
  const short = new Set(['-h', ...flags.flatMap((flag) => flag.short ?? [])]);
  const takesValue = new Set(
    flags.flatMap((flag) => (flag.value === undefined ? [] : [flag.long, flag.short])),
  );
  const end = argv.indexOf('--');
  return argv.map((word, i) => {
    if (end !== -1 && i >= end) return word;
    if (!word.startsWith('-') || word === '-' || short.has(word)) return word;
    if (i > 0 && takesValue.has(argv[i - 1])) return word;
    return /^--[a-z]/i.test(word) && !/\s/.test(word.split('=', 1)[0] ?? '') ? word : TEXT + word;
  });
}

function usage(error: CommanderError, row: Row) {
  const said = error.message
    .replace(/^error: /, '')
    .replaceAll(TEXT, '')
    .replace(/\n/g, ' ');
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const mend =
    error.code === 'commander.unknownOption'
      ? `If it is text, put -- before it. See: scrap ${row.name} --help`
      : `See: scrap ${row.name} --help`;
  return invalid(`${sentence.replace(/\.?$/, '.')} ${mend}`, { reason: 'usage' });
}
