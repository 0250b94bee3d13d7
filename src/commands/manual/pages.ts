import { GROUPS } from '../command.ts';
import { GLOBAL_FLAGS } from '../flags.ts';
import type { Row } from '../table.ts';
import { type Topic, topics } from '../topics.ts';
import { flagLines, head, literal, paragraph, seeAlso } from './mdoc.ts';

/** A manual page: its file's name, `scrap-search.1`, and its text. */
export interface ManualPage {
  readonly file: string;
  readonly text: string;
}

/** Section 1 is of commands, section 7 of what is good to know. */
const COMMAND = 1;
const TOPIC = 7;

/**
 * The manual in mdoc(7): scrap itself, then a page for each command and each help topic. It is
 * written to man/ from the table of commands and the topics, and never edited by hand.
 */
export async function manualPages(rows: readonly Row[]): Promise<ManualPage[]> {
  const all = Object.entries(topics) as [string, Topic][];
  const texts = await Promise.all(all.map(async ([name, topic]) => topicPage(name, topic)));
  return [{ file: 'scrap.1', text: written(mainPage(rows, all)) }, ...rows.map(page), ...texts];
}

function page(row: Row): ManualPage {
  return { file: `scrap-${row.name}.1`, text: written(commandPage(row)) };
}

function mainPage(rows: readonly Row[], all: readonly [string, Topic][]): string[] {
  const lines = [
    ...head('scrap', COMMAND, 'a scrapbook for one person and the agents of that person'),
    '.Sh SYNOPSIS',
    '.Nm',
    '.Ar command',
    '.Op Ar words',
    '.Op Ar flags',
    '.Sh DESCRIPTION',
    'Keeps text, links, photos and todos in one SQLite file and finds them again.',
    'When',
    '.Nm',
    'exits 0 after a write, the page is on the disk.',
    'In a pipe every list prints one line per page with a TAB between its fields.',
    '.Pp',
    'Each command has a page of its own, such as',
    '.Xr scrap-search 1 .',
  ];
  for (const group of GROUPS) {
    lines.push(`.Ss ${group}`, '.Bl -tag -width Ds');
    for (const row of rows.filter((each) => each.group === group)) {
      lines.push(`.It Cm ${row.name}${words(row)}`, ...paragraph(row.summary));
    }
    lines.push('.El');
  }
  lines.push('.Ss Flags of every command', ...flagLines(GLOBAL_FLAGS));
  return [...lines, ...seeAlso(all.map(([name]) => [`scrap-${name}`, TOPIC]))];
}

function commandPage(row: Row): string[] {
  return [
    ...head(`scrap-${row.name}`, COMMAND, saysOf(row.summary)),
    '.Sh SYNOPSIS',
    `.Nm scrap ${row.name}`,
    ...(row.words === undefined ? [] : [`.Op Ar ${row.words}`]),
    '.Op Ar flags',
    '.Sh DESCRIPTION',
    ...paragraph(row.summary),
    ...(row.flags.length > 0 ? ['.Pp', 'Its flags:', ...flagLines(row.flags)] : []),
    '.Pp',
    'The flags of every command are in',
    '.Xr scrap 1 .',
    '.Sh EXIT STATUS',
    'See',
    '.Xr scrap-exit-codes 7 .',
    '.Sh EXAMPLES',
    ...literal(row.examples.join('\n')),
    ...seeAlso([['scrap', COMMAND]]),
  ];
}

async function topicPage(name: string, { title, text }: Topic): Promise<ManualPage> {
  const lines = [
    ...head(`scrap-${name}`, TOPIC, title),
    '.Sh DESCRIPTION',
    ...literal(await text()),
    ...seeAlso([['scrap', COMMAND]]),
  ];
  return { file: `scrap-${name}.7`, text: written(lines) };
}

/** A summary as the one line under NAME has it: no capital, no full stop. */
function saysOf(summary: string): string {
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}`;
}

function words(row: Row): string {
  return row.words === undefined ? '' : ` Op Ar ${row.words}`;
}

function written(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
