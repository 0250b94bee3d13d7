import { diffArrays } from 'diff';

/** A stretch of two texts: in both, only in the later one, or only in the earlier one. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Larger stretches that differ are compared by lines; still larger ones are shown whole. */
const MOST_CHARACTERS = 200_000;
const MOST_TOKENS = 20_000;
/**
 * Texts that differ in more places than this are not worth a search for what they share, whose
 * time grows with the square of it; many texts at once are worth less.
 */
const MOST_EDITS = 1_000;
const MOST_EDITS_OF_MANY = 200;

/** Scripts without blanks between words: each character counts as a word. */
const ALONE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`;
const RUN = String.raw`[[\p{L}\p{M}\p{N}_]--${ALONE}]+`;
const A_WORD = new RegExp(`${ALONE}|${RUN}`, 'gv');
/** A word, a line end or one other character, with the blanks behind it. */
const WORD = new RegExp(String.raw`(?:${ALONE}|${RUN}|\r?\n|[\s\S])[^\S\r\n]*`, 'gv');
const LINE = /[^\n]*\n|[^\n]+$/g;

/**
 * What was taken from a text and put into it, in words. The pieces that are `same` or `removed`
 * make the earlier text again, those that are `same` or `added` the later one. The time is bounded
 * whatever the texts are: where they are long and differ much, the pieces are lines or all of it.
 */
export function wordDiff(before: string, after: string, most = MOST_EDITS): Piece[] {
  const { start, end } = common(before, after);
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  return joined([
    { kind: 'same', text: before.slice(0, start) },
    ...(compare(old, now, WORD, most) ?? compare(old, now, LINE, most) ?? whole(old, now)),
    { kind: 'same', text: before.slice(before.length - end) },
  ]);
}

/** How many words were added to a text and taken away; for lists of many texts. */
export function countedDiff(before: string, after: string): { added: number; removed: number } {
  return countWords(wordDiff(before, after, MOST_EDITS_OF_MANY));
}

/** How many words of a diff were added and taken away. */
export function countWords(pieces: readonly Piece[]): { added: number; removed: number } {
  const count = { added: 0, removed: 0 };
  for (const { kind, text } of pieces) {
    if (kind !== 'same') count[kind] += text.match(A_WORD)?.length ?? 0;
  }
  return count;
}

/** How much of both is the same at the beginning and at the end, in whole lines. */
function common(a: string, b: string): { start: number; end: number } {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  if (start < a.length || start < b.length)
    start = start === 0 ? 0 : a.lastIndexOf('\n', start - 1) + 1;
  let end = 0;
  const rest = most - start;
  while (end < rest && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) {
    end += 1;
  }
  const line = a.indexOf('\n', a.length - end);
  return { start, end: line === -1 ? 0 : Math.max(0, a.length - line - 1) };
}

/** Compares by what stands before the blanks of each token; the blanks may differ apart. */
function compare(
  old: string,
  now: string,
  token: RegExp,
  maxEditLength: number,
): Piece[] | undefined {
  if (token === WORD && Math.max(old.length, now.length) > MOST_CHARACTERS) return undefined;
  const before: string[] = old.match(token) ?? [];
  const after: string[] = now.match(token) ?? [];
  if (Math.max(before.length, after.length) > MOST_TOKENS) return undefined;
  const parts = diffArrays(before.map(withoutBlanks), after.map(withoutBlanks), {
    maxEditLength,
  });
  if (parts === undefined) return undefined;
  let [at, to] = [0, 0];
  return parts.flatMap(({ added, removed, count }): Piece[] => {
    const was = added ? [] : before.slice(at, (at += count));
    const is = removed ? [] : after.slice(to, (to += count));
    if (added) return [{ kind: 'added', text: is.join('') }];
    if (removed) return [{ kind: 'removed', text: was.join('') }];
    return was.flatMap((one, i) => sameWord(one, is[i] ?? one));
  });
}

const BLANKS = /[^\S\r\n]+$/;

function withoutBlanks(token: string): string {
  return token.replace(BLANKS, '');
}

function sameWord(was: string, is: string): Piece[] {
  if (was === is) return [{ kind: 'same', text: is }];
  const { length } = withoutBlanks(is);
  return [
    { kind: 'same', text: is.slice(0, length) },
    { kind: 'removed', text: was.slice(length) },
    { kind: 'added', text: is.slice(length) },
  ];
}

function whole(old: string, now: string): Piece[] {
  return [
    { kind: 'removed', text: old },
    { kind: 'added', text: now },
  ];
}

/** Without empty pieces, and neighbours of a kind as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind) {
      all[all.length - 1] = { kind: last.kind, text: last.text + piece.text };
    } else all.push(piece);
  }
  return all;
}
