import { isDeepStrictEqual } from 'node:util';

import { type FieldChange, setFrontMatterLines } from './edit-front-matter.ts';
import { splitFrontMatter } from './fence.ts';
import { type FieldValue, readFrontMatter } from './front-matter.ts';

/** The fields of a text's front matter by their keys in lower case: the key as written, its value. */
export type FrontMatterFields = ReadonlyMap<
  string,
  { readonly key: string; readonly value: FieldValue }
>;

/** What the front matter of a text says; empty where there is none or it could not be read whole. */
export function frontMatterFields(text: string): FrontMatterFields {
  const split = splitFrontMatter(text);
  if (!('block' in split)) return new Map();
  const { fields, warnings } = readFrontMatter(split.block);
  if (warnings.length > 0) return new Map();
  return new Map(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), { key, value }]));
}

/**
 * The text with some keys that its front matter has set to something else, or taken out (null).
 * Undefined where reading it back would not give these values and all others as they were: then
 * the change does not go into the text.
 */
export function changeFrontMatter(
  text: string,
  changes: Readonly<Record<string, FieldChange>>,
): string | undefined {
  const before = frontMatterFields(text);
  const next = setFrontMatterLines(text, changes);
  const after = frontMatterFields(next);
  const wanted = new Map([...before].map(([name, { value }]) => [name, value]));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) wanted.delete(key.toLowerCase());
    else wanted.set(key.toLowerCase(), typeof value === 'number' ? String(value) : value);
  }
  const read = new Map([...after].map(([name, { value }]) => [name, value]));
  const isSameBody = splitFrontMatter(text).body === splitFrontMatter(next).body;
  return isSameBody && isDeepStrictEqual(read, wanted) ? next : undefined;
}
