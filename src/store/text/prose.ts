import { findNoProse } from './inline.ts';
import { type Line, linesOf } from './lines.ts';
import { mask } from './mask.ts';

/**
 * The text from offset `from` on with everything hidden that is not prose: code (fenced, indented
 * and spans), HTML comments, tags and raw blocks, `%%` comments, `$$` math, escaped characters
 * and web addresses. Offsets and line ends are those of the text. What stands before `from` is
 * hidden too. Follows CommonMark 0.31 for blocks as far as tags, items and links depend on it.
 */
export function prose(text: string, from: number): string {
  const blocks = new Blocks(text);
  blocks.hide(0, from);
  for (const line of linesOf(text, from)) blocks.take(line);
  blocks.endParagraph();
  return mask(text, blocks.hidden);
}

interface Fence {
  readonly character: string;
  readonly length: number;
  /** The containers it stands in: it ends with them, closed or not. */
  readonly quotes: number;
  readonly indent: number;
}

/** Blocks that run to a closing mark, over blank lines too. */
const RAW = /<!--|%%|\$\$|<(?:pre|script|style|textarea)(?=[\s>])/iy;
const FENCE = /(`{3,})[^`]*$|(~{3,})/y;
const MARKER = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const HEADING = /#{1,6}(?:[ \t]|$)/y;

/** What all of these begin with: other lines are looked at no further. */
const BEGINS_BLOCK: ReadonlySet<string> = new Set('-*+0123456789`~<%$#');

class Blocks {
  readonly hidden: number[] = [];
  readonly #text: string;
  #fence: Fence | undefined;
  /** How far a raw block reaches. */
  #rawEnd = 0;
  readonly #unclosed = new Set<string>();
  /** How many `>` the last line had, and the columns where the items around it have their text. */
  #quotes = 0;
  #items: number[] = [];
  /** The open paragraph: its code spans and comments may run over several lines. */
  #paragraph: { start: number; end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  hide(start: number, end: number): void {
    if (end > start) this.hidden.push(start, end);
  }

  endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = undefined;
    if (paragraph === undefined) return;
    findNoProse(this.#text, paragraph.start, paragraph.end, (start, end) => this.hide(start, end));
  }

  take(line: Line): void {
    if (line.start < this.#rawEnd) {
      const end = Math.min(this.#rawEnd, line.end);
      this.hide(line.start, end);
      if (end < line.end) this.#paragraph = { start: end, end: line.end };
      return;
    }
    const { quotes, at, column } = this.#containers(line);
    if (this.#fence !== undefined && this.#insideFence(line, quotes, at, column)) return;
    if (at === line.end) {
      this.endParagraph();
      return;
    }
    if (quotes !== this.#quotes) {
      this.endParagraph();
      this.#quotes = quotes;
      this.#items = [];
    }
    while (column < (this.#items.at(-1) ?? 0)) this.#items.pop();
    const isIndented = column - (this.#items.at(-1) ?? 0) >= 4 && this.#paragraph === undefined;
    if (isIndented && !this.#isOutline(line, at)) this.hide(line.start, line.end);
    else this.#content(line, at, column);
  }

  /** Passes the `>` a line begins with; `column` is where it goes on after them. */
  #containers(line: Line): { quotes: number; at: number; column: number } {
    let quotes = 0;
    let column = 0;
    let at = line.start;
    for (; at < line.end; at += 1) {
      const character = this.#text[at];
      if (character === '>') {
        quotes += 1;
        column = this.#text[at + 1] === ' ' ? -1 : 0;
      } else if (character === ' ') column += 1;
      else if (character === '\t') column += 4 - (column % 4);
      else break;
    }
    return { quotes, at, column };
  }

  /**
   * Outliners indent their top items with tabs, below a line that is none. To CommonMark that is
   * code; to everybody who writes it, items.
   */
  #isOutline(line: Line, at: number): boolean {
    return (
      this.#text[line.start] === '\t' && matchAt(MARKER, this.#text.slice(at, line.end), 0) !== ''
    );
  }

  /** Whether the line belongs to the open fence, which it may close; if so it is hidden. */
  #insideFence(line: Line, quotes: number, at: number, column: number): boolean {
    const fence = this.#fence;
    if (fence === undefined) return false;
    if (quotes < fence.quotes || (at < line.end && column < fence.indent)) {
      this.#fence = undefined;
      return false;
    }
    this.hide(line.start, line.end);
    let end = at;
    while (end < line.end && this.#text[end] === fence.character) end += 1;
    const isClosing = end - at >= fence.length && quotes === fence.quotes;
    if (isClosing && this.#text.slice(end, line.end).trim() === '') this.#fence = undefined;
    return true;
  }

  /** A line that is neither blank nor code, from its first character on. */
  #content(line: Line, at: number, column: number): void {
    if (!BEGINS_BLOCK.has(this.#text.charAt(at))) {
      this.#continueParagraph(at, line.end);
      return;
    }
    const words = this.#text.slice(at, line.end);
    let begin = 0;
    let textColumn = column;
    for (let marker = matchAt(MARKER, words, begin); marker !== '';) {
      this.endParagraph();
      const after = begin + marker.length;
      begin = after + matchAt(/[ \t]*/y, words, after).length;
      const blanks = begin - after;
      textColumn += marker.length + (blanks > 4 ? 1 : Math.max(blanks, 1));
      this.#items.push(textColumn);
      begin += matchAt(/[> \t]*/y, words, begin).length;
      marker = matchAt(MARKER, words, begin);
    }
    const fence = matchAt(FENCE, words, begin);
    if (fence !== '') {
      this.endParagraph();
      const character = fence.charAt(0);
      const length = matchAt(character === '`' ? /`+/y : /~+/y, fence, 0).length;
      this.#fence = { character, length, quotes: this.#quotes, indent: this.#items.at(-1) ?? 0 };
      this.hide(at + begin, line.end);
      return;
    }
    if (this.#rawBlock(line, at + begin, matchAt(RAW, words, begin).toLowerCase())) return;
    const isHeading = matchAt(HEADING, words, begin) !== '';
    if (isHeading) this.endParagraph();
    this.#continueParagraph(at + begin, line.end);
    if (isHeading) this.endParagraph();
  }

  #continueParagraph(start: number, end: number): void {
    if (this.#paragraph === undefined) this.#paragraph = { start, end };
    else this.#paragraph.end = end;
  }

  /** Begins a raw block at `at` and hides its first line, unless nothing closes it. */
  #rawBlock(line: Line, at: number, opening: string): boolean {
    if (opening === '' || this.#unclosed.has(opening)) return false;
    const isComment = opening === '<!--';
    const closing = isComment
      ? '-->'
      : opening.startsWith('<')
        ? `</${opening.slice(1)}>`
        : opening;
    const found = this.#text.indexOf(closing, at + opening.length);
    if (found === -1) this.#unclosed.add(opening);
    // a comment that nothing closes hides the rest of the page; other marks are then only text
    if (found === -1 && !isComment) return false;
    const end = found === -1 ? this.#text.length : found + closing.length;
    if (end <= line.end && !isComment) return false;
    this.endParagraph();
    this.#rawEnd = end;
    this.take({ ...line, start: at });
    return true;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
