/** A value of front matter as it was written: never a number, date or boolean. */
export type FieldValue =
  | string
  | null
  | readonly FieldValue[]
  | { readonly [key: string]: FieldValue };

/** The words of a field that should be one text; undefined where it is empty or no text. */
export function stringField(value: FieldValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const words = value.trim();
  return words === '' ? undefined : words;
}

/**
 * The entries of a field that should be a list of names: a list, or one text with commas.
 * Empty entries are dropped. `- Part 2: the ferry`, which YAML takes for a map, is the name it
 * looks like.
 */
export function listField(value: FieldValue | undefined): string[] {
  return entriesOf(value).flatMap((entry) => split(entry, /,/));
}

/** The tags of a `tags:` field, without `#`: a list, or one text with commas or blanks. */
export function tagsField(value: FieldValue | undefined): string[] {
  const separator = typeof value === 'string' && !value.includes(',') ? /\s/ : /,/;
  return entriesOf(value)
    .flatMap((entry) => split(entry, separator))
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '');
}

function entriesOf(value: FieldValue | undefined): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap((entry) => (isList(entry) ? [] : entriesOf(entry)));
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || typeof entry[1] !== 'string') return [];
  return [`${entry[0]}: ${entry[1]}`];
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
