import { invalid } from '../store/index.ts';
import type { Call } from './command.ts';
import type { Flag } from './flags.ts';
import { clean } from './width.ts';

/** Flags of commands that list, for scripts. Fields of no operation: see `inputOf`. */
export const LIST_FLAGS: readonly Flag[] = [
  {
    field: 'template',
    long: '--format',
    value: 'template',
    description: 'Each as this says, such as {{slug}}\\t{{title}}, with its fields by name',
  },
  {
    field: 'null_ended',
    long: '--null',
    short: '-0',
    description: 'A NUL byte after each instead of a line end; alone, only what names each',
  },
];

/** What names one of a list, the first of these that it has. */
const NAMES = ['slug', 'tag', 'number'];

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', 0: '\0', '\\': '\\' };

/** The fields that the call asks for, by `--field` or in `--format`; undefined for all. */
export function chosenFields(flags: Call['flags']): readonly string[] | undefined {
  const { fields, template } = flags;
  if (typeof template !== 'string') return Array.isArray(fields) ? fields.map(String) : undefined;
  if (fields !== undefined) throw invalid('Give --format or --field, not both.');
  const names = pieces(template).filter((_, i) => i % 2 === 1);
  if (names.length > 0) return names;
  throw invalid('--format names no field. Put some in, as in {{slug}} or {{title}}.', {
    field: 'format',
  });
}

/**
 * Prints each element as `--format`, `--field` (a TAB between) or `--null` ask for; false where
 * none of them is given, or all is wanted as JSON.
 */
export function printChosen({ flags, terminal }: Call, elements: readonly object[]): boolean {
  const line = lineOf(flags);
  if (line === undefined || terminal.manner === 'json') return false;
  const end = flags['null_ended'] === true ? '\0' : '\n';
  for (const element of elements) {
    terminal.write(`${line(new Map<string, unknown>(Object.entries(element)))}${end}`);
  }
  return true;
}

function lineOf(
  flags: Call['flags'],
): ((values: ReadonlyMap<string, unknown>) => string) | undefined {
  const { fields, template, null_ended: isNullEnded } = flags;
  if (typeof template === 'string') {
    const all = pieces(template);
    return (values) =>
      all.map((piece, i) => (i % 2 === 1 ? shown(values.get(piece)) : unescaped(piece))).join('');
  }
  if (Array.isArray(fields)) {
    const names = fields.flatMap((each) => String(each).split(',')).map((name) => name.trim());
    return (values) => names.map((name) => shown(values.get(name))).join('\t');
  }
  if (isNullEnded !== true) return undefined;
  return (values) => shown(values.get(NAMES.find((name) => values.has(name)) ?? ''));
}

/** What stands between the names of fields at the even places, the names at the odd ones. */
function pieces(template: string): string[] {
  return template.split(/\{\{([^{}]*)\}\}/).map((piece, i) => (i % 2 === 1 ? piece.trim() : piece));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([tn0\\])/g, (_, letter: string) => ESCAPES[letter] ?? '');
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(' ');
  return clean(typeof value === 'string' ? value : JSON.stringify(value));
}
