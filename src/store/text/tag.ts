import { once } from '../once.ts';
import { LIMITS } from '../pages/words.ts';

/**
 * Characters of a tag: letters and marks of any script with joiners, digits, `_ - /` and emoji.
 * An apostrophe ends it (`#ann's` is the tag `ann`), except U+02BC, which Unicode calls a letter.
 */
export const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_\-/\u200C\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]`;

const WHOLE = once(() => new RegExp(`^${TAG_CHARACTER}+$`, 'u'));
const NOT_ONLY_DIGITS = once(() => /[^\p{N}\p{P}]|\p{N}[_\-/]+\p{N}/u);
const HEX_SHAPE = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const DIGIT_OR_REPEATED = /\d|^(?:(.)\1{2}|(.)\2{5}|(..)\3{2})$/i;

/**
 * Whether words can be a tag, given without `#`: the characters above, at least one of them no
 * digit, at most 100. What stands between them alone (`-`, `/`) is none.
 */
export function isTag(text: string): boolean {
  return text.length <= LIMITS.tag && WHOLE().test(text) && NOT_ONLY_DIGITS().test(text);
}

/**
 * Whether words after a `#` in a text are a colour rather than a tag: 3, 4, 6 or 8 hexadecimal
 * characters of which one is a digit, or which repeat one or two (`#FA4616`, `#1a2`, `#fff`,
 * `#efefef`). `#facade` and `#added` are tags.
 */
export function isColour(text: string): boolean {
  return HEX_SHAPE.test(text) && DIGIT_OR_REPEATED.test(text);
}

const BEFORE = /[\s#/]/;
const AFTER = /[\s/]/;

/** What tags are compared by: NFC, case folded, without `#` before it, outer `/` and blanks. */
export function tagKey(tag: string): string {
  let start = 0;
  let end = tag.length;
  while (start < end && BEFORE.test(tag[start] ?? '')) start += 1;
  while (end > start && AFTER.test(tag[end - 1] ?? '')) end -= 1;
  return tag
    .slice(start, end)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** The tags that differ, each as it was first written. */
export function distinctTags(tags: Iterable<string>): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (!first.has(key)) first.set(key, tag);
  }
  return [...first.values()];
}

/** A tag as it is shown, without the `/` some people leave at its ends. */
export function trimSlashes(tag: string): string {
  let start = 0;
  let end = tag.length;
  while (start < end && tag[start] === '/') start += 1;
  while (end > start && tag[end - 1] === '/') end -= 1;
  return tag.slice(start, end);
}
