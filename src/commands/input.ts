/** Flags that are every command's, and no field of an operation. */
const GLOBAL = new Set(['json', 'store', 'quiet', 'as']);

/** The flags that are fields of the operation. */
export function inputOf(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([field]) => !GLOBAL.has(field)));
}
