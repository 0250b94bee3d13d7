import { chosenFields } from './chosen.ts';

/** Flags that are no field of an operation: every command's, and those of lists. */
const OWN = new Set(['json', 'store', 'quiet', 'as', 'template', 'null_ended']);

/** The flags that are fields of the operation. What `--format` names is all that it is asked for. */
export function inputOf(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const input = Object.fromEntries(Object.entries(flags).filter(([field]) => !OWN.has(field)));
  return flags['template'] === undefined ? input : { ...input, fields: chosenFields(flags) };
}
