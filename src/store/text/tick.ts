import { isSuccessor, successorOf } from './item-successor.ts';
import { boxOf, statusOf } from './items.ts';
import { type Line, linesOf } from './lines.ts';

/** What ticking made of a text. */
export interface Ticked {
  readonly text: string;
  /** The line of what follows, where the item repeats, from 1. */
  readonly nextLine?: number;
  /** It says that it repeats, in a way that is not understood: nothing follows. */
  readonly unread?: true;
}

/**
 * The text with the checkbox on `line` (from 1) ticked. One that repeats is followed by a line of
 * its own, below what is indented under it; every other character stays, and a box that is ticked
 * stays as it is. Undefined where that line has no checkbox. `today` is `YYYY-MM-DD`.
 */
export function tick(text: string, line: number, today: string): Ticked | undefined {
  const place = boxAt(text, line);
  if (place === undefined) return undefined;
  if (statusOf(place.state) === 'done') return { text };
  const ticked = withState(text, place, 'x');
  const next = successorOf(place.words, today);
  if (next === undefined) return { text: ticked };
  if (!('text' in next)) return { text: ticked, unread: next.unread };
  // the box may have had a character of two units
  const shift = ticked.length - text.length;
  const { at, line: nextLine } = below(ticked, line, place, place.next + shift);
  const written = place.head + next.text;
  const eol = lineEnd(text);
  const isOpenEnded = at === ticked.length && !/[\r\n]$/.test(ticked.slice(-1));
  const piece = isOpenEnded ? eol + written : written + eol;
  return { text: ticked.slice(0, at) + piece + ticked.slice(at), nextLine };
}

/**
 * The text with the checkbox on `line` open again, and the line that ticking it has put below
 * taken out, where that is still open and as it was put there. Undefined where there is no box.
 */
export function untick(text: string, line: number): Ticked | undefined {
  const place = boxAt(text, line);
  if (place === undefined) return undefined;
  if (statusOf(place.state) !== 'done') return { text: withState(text, place, ' ') };
  const { at, end } = below(text, line, place, place.next);
  const next = linesOf(text, at).next().value as Line | undefined;
  const words = next === undefined ? '' : text.slice(next.start, next.end);
  const isNext =
    words.startsWith(place.head) && isSuccessor(place.words, words.slice(place.head.length));
  if (next === undefined || !isNext) return { text: withState(text, place, ' ') };
  // without a line end of its own it has brought the one before it
  const from = next.next === next.end ? end : next.start;
  return { text: withState(text.slice(0, from) + text.slice(next.next), place, ' ') };
}

/** The text with the boxes on these lines open. `lines` are in order. */
export function untickAll(text: string, lines: readonly number[]): string {
  let written = '';
  let from = 0;
  let number = 0;
  let next = 0;
  for (const { start, end } of linesOf(text)) {
    number += 1;
    if (number !== lines[next]) continue;
    next += 1;
    const box = boxOf(text.slice(start, end));
    if (box === undefined) continue;
    const close = start + box.textStart - 1;
    written += `${text.slice(from, close - box.state.length)} `;
    from = close;
  }
  return written + text.slice(from);
}

/** A checkbox line. */
interface BoxPlace {
  readonly state: string;
  /** Of the character in the box. */
  readonly at: number;
  /** Where the next line begins. */
  readonly next: number;
  /** Where its own line ends. */
  readonly end: number;
  /** What stands before its marker: blanks and the signs of quotes. */
  readonly prefix: string;
  /** Marker, open box and the blanks behind it, as an item like it begins. */
  readonly head: string;
  /** The item's text. */
  readonly words: string;
}

function boxAt(text: string, line: number): BoxPlace | undefined {
  let number = 0;
  for (const { start, end, next } of linesOf(text)) {
    number += 1;
    if (number < line) continue;
    const written = text.slice(start, end);
    const box = boxOf(written);
    if (box === undefined) return undefined;
    const rest = written.slice(box.textStart);
    const blanks = rest.slice(0, rest.length - rest.trimStart().length);
    const before = written.slice(0, box.textStart - 1 - box.state.length);
    const prefix = /^[ \t>]*/.exec(written)?.[0] ?? '';
    const words = rest.trim();
    const at = start + before.length;
    return { state: box.state, at, next, end, prefix, head: `${before} ]${blanks}`, words };
  }
  return undefined;
}

function withState(text: string, { at, state }: BoxPlace, by: string): string {
  return text.slice(0, at) + by + text.slice(at + state.length);
}

/**
 * Where the lines end that are indented under an item, blank ones between them too; `from` is where
 * those after it begin.
 */
function below(
  text: string,
  line: number,
  { prefix, end: own }: BoxPlace,
  from: number,
): { at: number; end: number; line: number } {
  let at = from;
  let end = own;
  let after = line + 1;
  let number = line;
  for (const { start, end: lineEnd, next } of linesOf(text, from)) {
    const words = text.slice(start, lineEnd);
    number += 1;
    if (words.trim() === '' || words.trim() === prefix.trim()) continue;
    const isUnder = words.startsWith(prefix) && /^[ \t]+\S/.test(words.slice(prefix.length));
    if (!isUnder) break;
    at = next;
    end = lineEnd;
    after = number + 1;
  }
  return { at, end, line: after };
}

function lineEnd(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}
