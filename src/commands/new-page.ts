import { editDraft } from './editor.ts';
import type { Call } from './command.ts';
import type { Written } from './written.ts';

/** The fields a new page is asked for, in this order, with what each may be. */
const ASKED = [
  ['title', 'else the first heading or line'],
  ['tags', 'home, work/plans'],
  ['kind', 'note, link, todo, log'],
  ['due', 'friday, +3d, 2026-12-24'],
  ['priority', '1 (highest) to 5'],
  ['repeat', 'every week'],
] as const;
/** Those that may be written there as well. */
const KNOWN: ReadonlySet<string> = new Set([
  ...ASKED.map(([field]) => field),
  'status',
  'scheduled',
  'start',
]);
const HINT =
  '# What stays empty is left out; the page itself goes below the second line of dashes.';

/**
 * Lets the person write a page in their editor, in a form with its fields; undefined where nothing
 * was written. `flags` are the fields that the line has given, which are not asked for again.
 */
export async function newPage(
  call: Call,
  flags: Readonly<Record<string, unknown>>,
): Promise<Written | undefined> {
  const text = flags['to'] === undefined ? formFor(flags) : '';
  return editDraft(call.terminal, { text, name: 'new page' }, async (written) => {
    const page = text === '' ? { text: written } : readForm(written);
    if (page.text.trim() === '' && Object.keys(page).length === 1) return undefined;
    return call.perform<Written>('add', { ...page, ...flags });
  });
}

function formFor(flags: Readonly<Record<string, unknown>>): string {
  const asked = ASKED.filter(([field]) => flags[field] === undefined);
  const lines = asked.map(([field, hint]) => `${field}:${' '.repeat(12 - field.length)}# ${hint}`);
  return ['---', ...lines, HINT, '---', '', ''].join('\n');
}

/**
 * What a form says: its fields as `add` takes them, in the words one would use there (`due:
 * friday`), and the text below it. Lines it does not know stay with the text as front matter.
 */
export function readForm(written: string): { text: string } & Record<string, unknown> {
  const lines = written.split(/\r\n|\r|\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end === -1) return { text: written };
  const fields: Record<string, unknown> = {};
  const rest: string[] = [];
  for (const [i, line] of lines.slice(1, end).entries()) {
    if (line === HINT) continue;
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? [];
    // a value that goes on in the next line is YAML, and left as that
    const goesOn = /^(?:[ \t]+\S|- )/.test(lines[i + 2] ?? '');
    const known = key.toLowerCase();
    if (goesOn || !KNOWN.has(known)) rest.push(line);
    else {
      const said = withoutComment(value);
      if (said !== '') fields[known] = known === 'tags' ? tagsIn(said) : said;
    }
  }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\n/, '');
  const isBare = rest.every((line) => line.trim() === '');
  const text = isBare ? body : ['---', ...rest, '---', body].join('\n');
  return { text, ...fields };
}

/** A `#` after blanks begins a comment, as in YAML; quotes around all of it are none of the value. */
function withoutComment(value: string): string {
  const comment = value.search(/(?:^|[ \t])#[ \t]/);
  const said = (comment === -1 ? value : value.slice(0, comment)).trim();
  const quoted = /^"([^"]*)"$|^'([^']*)'$/.exec(said);
  return (quoted?.[1] ?? quoted?.[2] ?? said).trim();
}

function tagsIn(said: string): string[] {
  return said.split(/[\s,[\]]+/).filter((tag) => tag !== '');
}
