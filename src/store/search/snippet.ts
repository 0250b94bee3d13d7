import { once } from '../once.ts';
import { BLANKS, isAscii } from '../text/blanks.ts';
import { cutAt } from '../text/cut.ts';
import { splitFrontMatter } from '../text/fence.ts';
import { type Hit, hitsIn, type Term } from './marks.ts';

/** What stands on both sides of a hit. */
const MARK = '**';

/** How long a snippet is, marks apart, and how much of it stands before the first hit. */
const LENGTH = 180;
const BEFORE = 50;

/** How much of a text is looked through at a time, and in all the texts of one search. */
const STRETCH = 20_000;
const IN_ALL = 4_000_000;

/** Makes the snippets of one search; the longer its texts, the less of each is looked through. */
export class Snippets {
  readonly #terms: readonly Term[];
  #left = IN_ALL;

  constructor(terms: readonly Term[]) {
    this.#terms = terms.filter((term) => term.column !== 'title');
  }

  /**
   * At most 180 characters of a text around the first place where most of the terms stand, the
   * hits marked, on one line; the beginning of the text where none is found.
   */
  of(text: string): { snippet: string; hits: readonly Hit[] } {
    const { bodyOffset } = splitFrontMatter(text);
    const hits = this.#find(text, bodyOffset);
    if (hits.length === 0) return { snippet: beginningOf(text, bodyOffset), hits };
    const [first] = hits;
    const inBody = first !== undefined && first.start >= bodyOffset;
    return { snippet: around(text, densest(hits), inBody ? bodyOffset : 0), hits };
  }

  #find(text: string, bodyOffset: number): Hit[] {
    if (this.#terms.length === 0) return [];
    if (this.#terms.length === 1) {
      // one term is shown where it stands first, so that what is far from there need not be cut up
      const first = this.#spelled(text, bodyOffset, bodyOffset, 3 * LENGTH);
      if (first.length > 0) return first;
    }
    const head = this.#look(text, bodyOffset, bodyOffset + STRETCH);
    if (head.length > 0) return head;
    const hits = this.#spelled(text, bodyOffset + STRETCH, bodyOffset, STRETCH);
    if (hits.length > 0) return hits;
    for (let from = bodyOffset + STRETCH; from < text.length && this.#left > 0; from += STRETCH) {
      const hits = this.#look(text, wordStart(text, from - LENGTH, bodyOffset), from + STRETCH);
      if (hits.length > 0) return hits;
    }
    return this.#look(text, 0, Math.min(bodyOffset, STRETCH));
  }

  #look(text: string, from: number, to: number): Hit[] {
    const end = Math.min(to, text.length);
    if (end <= from || this.#left <= 0) return [];
    this.#left -= end - from;
    return hitsIn(text, this.#terms, from, end);
  }

  /** The hits around the first place from `from` on where a term is spelled out. */
  #spelled(text: string, from: number, bodyOffset: number, length: number): Hit[] {
    const spelled = this.#spelledFrom(text, from);
    if (spelled === undefined) return [];
    return this.#look(text, wordStart(text, spelled - LENGTH, bodyOffset), spelled + length);
  }

  /** Where a term stands letter by letter: found at once, deep in a long text too. */
  #spelledFrom(text: string, from: number): number | undefined {
    const places = this.#terms.flatMap(({ tokens }) => {
      const spelled = new RegExp(tokens.join(' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
      spelled.lastIndex = from;
      const at = spelled.exec(text)?.index;
      return at === undefined ? [] : [at];
    });
    return places.length === 0 ? undefined : Math.min(...places);
  }
}

/** The start of the word at a place, not before `least`; where there is no blank, of the character. */
function wordStart(text: string, at: number, least: number): number {
  if (at <= least) return least;
  const first = Math.max(least, at - LENGTH);
  const blank = text.slice(first, at).lastIndexOf(' ');
  if (blank !== -1) return first + blank + 1;
  return cutAt(text, at, 1) === '' ? at - 1 : at;
}

/** The hits of the first stretch as long as a snippet that has the most different terms. */
function densest(hits: readonly Hit[]): readonly Hit[] {
  const inOrder = hits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let best: readonly Hit[] = [];
  let most = 0;
  let end = 0;
  const terms = new Map<number, number>();
  for (const [i, first] of inOrder.entries()) {
    for (
      let next = inOrder[end];
      next !== undefined && next.end <= first.start + LENGTH - BEFORE;
    ) {
      terms.set(next.term, (terms.get(next.term) ?? 0) + 1);
      end += 1;
      next = inOrder[end];
    }
    if (terms.size > most) [best, most] = [inOrder.slice(i, end), terms.size];
    const left = (terms.get(first.term) ?? 1) - 1;
    if (left === 0) terms.delete(first.term);
    else terms.set(first.term, left);
    if (end <= i) end = i + 1;
  }
  return best.length > 0 ? best : inOrder.slice(0, 1);
}

function around(text: string, hits: readonly Hit[], least: number): string {
  const start = wordStart(text, (hits[0]?.start ?? 0) - BEFORE, least);
  const to = start + cutAt(text, start, LENGTH).length;
  let snippet = '';
  let at = start;
  for (const hit of hits) {
    if (hit.start < at || hit.end > to) continue;
    snippet += `${clean(text.slice(at, hit.start))}${MARK}${clean(text.slice(hit.start, hit.end))}${MARK}`;
    at = hit.end;
  }
  snippet += clean(text.slice(at, to));
  return `${start > least ? '…' : ''}${snippet.trim()}${to < text.length ? '…' : ''}`;
}

function beginningOf(text: string, bodyOffset: number): string {
  const part = cutAt(text, bodyOffset, LENGTH);
  return `${clean(part).trim()}${bodyOffset + part.length < text.length ? '…' : ''}`;
}

const INVISIBLE = once(() => /(?![\u200C\u200D])[\p{Cf}\p{Cs}]/gu);

/** On one line, without what is invisible, turns the line around, or looks like our marks. */
function clean(part: string): string {
  const line = part.replaceAll(BLANKS, ' ').replaceAll('*', '');
  return isAscii(line) ? line : line.replaceAll(INVISIBLE(), '');
}
