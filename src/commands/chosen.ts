import type { Call } from './command.ts';
import { clean } from './width.ts';

/**
 * Prints the fields that `--field` asked for of each element, in that order with a TAB between;
 * false where none was asked for, or all are wanted as JSON.
 */
export function printChosen({ flags, terminal }: Call, elements: readonly object[]): boolean {
  const { fields } = flags;
  if (!Array.isArray(fields) || terminal.manner === 'json') return false;
  const names = fields.flatMap((each) => String(each).split(',')).map((name) => name.trim());
  for (const element of elements) {
    const values = new Map<string, unknown>(Object.entries(element));
    terminal.print(names.map((name) => shown(values.get(name))).join('\t'));
  }
  return true;
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(' ');
  return clean(typeof value === 'string' ? value : JSON.stringify(value));
}
