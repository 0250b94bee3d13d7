import { GROUPS } from './command.ts';
import { type Flag, GLOBAL_FLAGS } from './flags.ts';
import type { Row } from './table.ts';
import { topics } from './topics.ts';

/**
 * The manual page of scrap in mdoc(7), from the table of commands and the help topics. It is
 * written to man/scrap.1 and never edited by hand.
 */
export async function manPage(rows: readonly Row[]): Promise<string> {
  const lines = [
    '.\\" Generated from the program: npm run man. Do not edit.',
    '.Dd $Mdocdate$',
    '.Dt SCRAP 1',
    '.Os',
    '.Sh NAME',
    '.Nm scrap',
    '.Nd a scrapbook for one person and that person\\(aqs agents',
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
    '.Sh COMMANDS',
  ];
  for (const group of GROUPS) {
    lines.push(`.Ss ${group}`, '.Bl -tag -width Ds');
    for (const row of rows.filter((each) => each.group === group)) lines.push(...commandLines(row));
    lines.push('.El');
  }
  lines.push('.Sh FLAGS OF EVERY COMMAND', ...flagLines(GLOBAL_FLAGS));
  lines.push('.Sh SEARCH QUERIES', ...literal(await topics.query()));
  lines.push('.Sh DAYS', ...literal(topics.days()));
  lines.push('.Sh ENVIRONMENT', ...literal(topics.environment()));
  lines.push('.Sh FILES', '.Bl -tag -width Ds');
  lines.push('.It Pa ~/.local/share/scrap/scrap.db', 'The store, unless named otherwise.', '.El');
  lines.push('.Sh EXIT STATUS', ...literal(topics['exit-codes']()));
  return `${lines.join('\n')}\n`;
}

function commandLines(row: Row): string[] {
  const words = row.words === undefined ? '' : ` Op Ar ${row.words}`;
  return [
    `.It Cm ${row.name}${words}`,
    ...paragraph(row.summary),
    ...flagLines(row.flags),
    '.Bd -literal -offset indent',
    ...row.examples.map((example) => escape(example)),
    '.Ed',
  ];
}

function flagLines(flags: readonly Flag[]): string[] {
  if (flags.length === 0) return [];
  const lines = ['.Bl -tag -width Ds'];
  for (const flag of flags) {
    const short = flag.short === undefined ? '' : `Fl ${flag.short.slice(1)} , `;
    const value = flag.value === undefined ? '' : ` Ar ${flag.value}`;
    lines.push(`.It ${short}Fl \\-${flag.long.slice(2).replaceAll('-', '\\-')}${value}`);
    const choices = flag.choices === undefined ? '' : ` (${flag.choices.join(', ')})`;
    lines.push(...paragraph(`${flag.description}${choices}.`));
  }
  return [...lines, '.El'];
}

/** Text in lines of at most 78 columns, none beginning a request. */
function paragraph(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= 78) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => escape(line));
}

function literal(text: string): string[] {
  return ['.Bd -literal', ...text.split('\n').map((line) => escape(line)), '.Ed'];
}

/** Text for roff: backslashes, and what would begin a request, are taken literally. */
function escape(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('’', "'")
    .replaceAll(
      /[^\x00-\x7F]/gu,
      (c) => `\\[u${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
