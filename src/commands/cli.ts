import { nearest, ScrapError } from '../store/index.ts';
import { callNobody, callOf } from './call.ts';
import type { Call } from './command.ts';
import { serverUrl } from './environment.ts';
import { commands } from './index.ts';
import { KeptForLater, sayKept } from './kept-for-later.ts';
import { type Line, parseLine } from './line.ts';
import { readTable } from './read-table.ts';
import { report } from './report.ts';
import { INTERRUPTED } from './exit.ts';
import { loadSettings } from './settings/settings.ts';
import type { Row } from './table.ts';
import { type Terminal, terminal } from './terminal.ts';

/**
 * Runs one command line, without the name of the program, and gives the status to end with.
 * Nothing but this and `bin/scrap.cjs` knows that there is a process.
 */
export async function run(argv: readonly string[]): Promise<number> {
  process.umask(0o077);
  endQuietlyOnClosedPipe();
  const json = argv.includes('--json');
  try {
    return await dispatch(argv);
  } catch (error) {
    return report(error, json);
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const rows = readTable();
  const name = commandName(argv);
  if (name === undefined) {
    const shown = argv.length === 0 ? await screen(rows) : undefined;
    return shown ?? (await import('./help.ts')).topLevel(argv, rows);
  }
  const row = rows.find((each) => each.name === name);
  if (row === undefined) {
    const topic = name === 'help' ? await import('./help.ts') : undefined;
    if (topic !== undefined) return topic.about(argv, rows);
    throw unknownCommand(name, rows);
  }
  const line = parseLine(row, argv);
  if (line.help) return (await import('./help.ts')).ofCommand(row);
  const { command } = await commands[name as keyof typeof commands]();
  return (await called(line, (call) => command.run(call))) ?? 0;
}

/**
 * Does something as a line calls for it; what it used is closed after it. Undefined where it is
 * kept for later, since the server is away.
 */
async function called<Did>(
  line: Line,
  run: (call: Call) => Promise<Did>,
): Promise<Did | undefined> {
  const output = terminal({
    json: line.flags['json'] === true,
    quiet: line.flags['quiet'] === true,
  });
  for (const warning of await loadSettings()) output.say(`scrap: ${warning}`);
  const { call, close } = await calling(line, output);
  try {
    return await run(call);
  } catch (error) {
    if (!(error instanceof KeptForLater)) throw error;
    sayKept(output, error.kept);
    return undefined;
  } finally {
    await close();
  }
}

/** The store here, or the server that is to be asked instead. */
async function calling(
  line: Line,
  output: Terminal,
): Promise<{ call: Call; close: () => void | Promise<void> }> {
  try {
    const url = serverUrl(line.flags);
    if (url === undefined) return callOf(line, output);
    const { callElsewhere } = await import('./remote/call.ts');
    return callElsewhere(line, output, url);
  } catch (error) {
    // a setting that is wrong can be looked at and mended all the same
    return callNobody(line, output, error);
  }
}

/** Bare `scrap` on a terminal: the screen, where there are pages to show; else undefined. */
async function screen(rows: readonly Row[]): Promise<number | undefined> {
  const row = rows.find(({ name }) => name === 'ui');
  if (row === undefined || !process.stdout.isTTY || !process.stdin.isTTY) return undefined;
  const ui = await commands.ui();
  return called(parseLine(row, ['ui']), async (call) =>
    (await ui.isWorthAScreen(call)) ? ui.openScreen(call, 'pages', '') : undefined,
  );
}

/** The first word that is no flag, nor the value of a global one. */
function commandName(argv: readonly string[]): string | undefined {
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--store' || word === '--as') i += 1;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}

function unknownCommand(name: string, rows: readonly Row[]): ScrapError {
  const meant = nearest(
    name,
    rows.map((row) => row.name),
  );
  const hint =
    meant === undefined ? 'See: scrap --help' : `Did you mean: scrap ${meant}? Nothing was stored.`;
  return new ScrapError('invalid', `There is no command "${name}". ${hint}`, { reason: 'usage' });
}

/** `scrap search x | head -1`: the reader has had enough, which is no failure. */
function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.once('SIGINT', () => process.exit(INTERRUPTED));
}
