import { tokensIn } from './tokens.ts';

/*
 * Every reply has a budget, since a model pays for each word and clients cut off, or keep from
 * the model, what is too long. In tokens as `tokensIn` estimates them, which is
 * half as many again as English takes.
 */

/** What a reply has where the caller named no number: about 8,000 tokens of English. */
const USUAL = 12_500;

/** What no reply exceeds: even of rare words alone it is less than the 25,000 of Claude Code. */
export const MOST = 16_500;

/** The longest single value in a reply besides a page's text, in characters. */
const LONGEST_VALUE = 500;
/** What a page with a picture, or a link, is mostly read for. */
const LONGEST_OF: Readonly<Record<string, number>> = {
  transcript: 6_000,
  quote: 6_000,
  summary: 2_000,
};
const MOST_ENTRIES = 100;
const LONGEST_FIELDS = 2_000;

/** What an operation is asked or answers, field by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The field by which an operation can be asked for less; undefined where there is none. */
export type SizeField = 'limit' | 'max_chars' | undefined;

/**
 * Asks for an answer that fits: when one is too large, asks again for fewer entries or less text,
 * so that `next_cursor` and `next_offset` go on exactly where it ends. Only for asking that
 * changes nothing.
 */
export async function askWithin(
  ask: (input: Fields) => Promise<Fields>,
  input: Fields,
  size: SizeField,
): Promise<Fields> {
  let answer = shortened(await ask(input), size);
  if (size === undefined) return answer;
  const budget = size in input ? MOST : USUAL;
  let wanted: number | undefined;
  while (tokensOf(answer) > budget && wanted !== 1) {
    wanted = size === 'limit' ? fewer(answer, budget) : shorter(answer, budget);
    answer = shortened(await ask({ ...input, [size]: wanted }), size);
  }
  return answer;
}

/** How many entries of a list are likely to fit. */
function fewer(answer: Fields, budget: number): number {
  const list = Object.values(answer).find((value) => Array.isArray(value));
  return part(Array.isArray(list) ? list.length : 1, budget / tokensOf(answer));
}

/** How much of a page's text is likely to fit. */
function shorter(answer: Fields, budget: number): number {
  const text = typeof answer['text'] === 'string' ? answer['text'] : '';
  const size = tokensOf(text);
  return part(text.length, Math.max(0, budget - (tokensOf(answer) - size)) / size);
}

/** A little less than this share, and always less than the whole. */
function part(whole: number, share: number): number {
  return Math.max(1, Math.min(whole - 1, Math.floor(whole * share * 0.95)));
}

/** What a value takes in a reply, in tokens. */
export function tokensOf(value: unknown): number {
  return tokensIn(JSON.stringify(value));
}

/** As much of a text from `offset` on as fits into a reply, never half of a surrogate pair. */
export function pieceOf(text: string, offset: number): string {
  let end = Math.min(text.length, offset + 8 * MOST);
  for (;;) {
    const piece = withoutHalf(text.slice(offset, end));
    const size = tokensOf(piece);
    if (size <= MOST) return piece;
    end = offset + Math.floor((end - offset) * (MOST / size) * 0.99);
  }
}

function withoutHalf(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** Values that are of no use in part. */
const WHOLE: ReadonlySet<string> = new Set(['slug', 'url', 'path', 'next_cursor']);

/**
 * An answer whose values all have a bound, and that says so where one was cut: front matter may
 * hold a novel in one field, and a line with a checkbox may be a megabyte long. The text of a
 * page that was read and the length of a list stay as they were asked for.
 */
export function shortened(answer: Fields, size?: SizeField): Fields {
  const cut = new Set<string>();
  const bounded = Object.entries(answer).map(([name, value]) => {
    if (size === 'max_chars' && name === 'text') return [name, value];
    if (size !== 'limit' || !Array.isArray(value)) return [name, bound(name, value, cut)];
    return [name, value.map((each) => bound(name, each, cut))];
  });
  const fields = Object.fromEntries(bounded) as Fields;
  if (cut.size === 0) return fields;
  const note = `Cut or left out, being too long: ${[...cut].join(', ')}.`;
  const warnings = Array.isArray(fields['warnings']) ? fields['warnings'] : [];
  return { ...fields, warnings: [...warnings, note] };
}

function bound(name: string, value: unknown, cut: Set<string>): unknown {
  if (WHOLE.has(name) || value === null) return value;
  const longest = LONGEST_OF[name] ?? LONGEST_VALUE;
  if (typeof value === 'string' && value.length > longest) {
    cut.add(name);
    return `${withoutHalf(value.slice(0, longest))}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) cut.add(name);
    return value.slice(0, MOST_ENTRIES).map((each) => bound(name, each, cut));
  }
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([field, each]) => [field, bound(field, each, cut)]);
  const bounded: unknown = Object.fromEntries(entries);
  // A page's own fields, whose number has no bound either.
  if (name !== 'fields' || JSON.stringify(bounded).length <= LONGEST_FIELDS) return bounded;
  cut.add(name);
  return {};
}
