import { once } from '../once.ts';
import { isAscii } from './blanks.ts';
import { lineFrom, linesOf } from './lines.ts';
import { plainText } from './plain.ts';

/** A line of nothing but rules, fences and brackets is no title. */
const WORDS = once(() => /[\p{L}\p{N}\p{Extended_Pictographic}]/u);
const PARAGRAPH = /^ {0,3}(?!#|>|[-*+] )/;

/**
 * The first level-one heading from offset `from` on, `# Words` or underlined with `=`, without
 * markup. `masked` is the text as prose.ts gives it.
 */
export function firstHeadingOf(text: string, masked: string, from: number): string | undefined {
  const mark = /[#=]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(masked); found !== null; found = mark.exec(masked)) {
    const start = lineStartAt(masked, found.index);
    if (start === undefined) continue;
    const { end } = lineFrom(masked, start);
    const heading =
      found[0] === '#'
        ? afterNumberSign(text.slice(start, end))
        : aboveUnderline(text, masked, start, end);
    if (heading !== '') return heading;
  }
  return undefined;
}

/** The first line from offset `from` on that says something, without markup. */
export function firstLineOf(text: string, masked: string, from: number): string | undefined {
  for (const { start, end } of linesOf(text, from)) {
    if (!saysSomething(masked.slice(start, end))) continue;
    const words = plainText(text.slice(start, end));
    if (words !== '') return words;
  }
  return undefined;
}

/** Where the line of a mark begins, if at most three blanks stand before it. */
function lineStartAt(text: string, mark: number): number | undefined {
  let start = mark;
  while (mark - start < 3 && text[start - 1] === ' ') start -= 1;
  return start === 0 || isLineEnd(text, start - 1) ? start : undefined;
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

function afterNumberSign(line: string): string {
  return /^ *#(?:[ \t]|$)/.test(line) ? plainText(line) : '';
}

function aboveUnderline(text: string, masked: string, start: number, end: number): string {
  if (start === 0 || !/^ *=+[ \t]*$/.test(masked.slice(start, end))) return '';
  const aboveEnd = masked.slice(start - 2, start) === '\r\n' ? start - 2 : start - 1;
  let above = aboveEnd;
  while (above > 0 && !isLineEnd(masked, above - 1)) above -= 1;
  const shown = masked.slice(above, aboveEnd);
  const isParagraph = PARAGRAPH.test(shown) && saysSomething(shown);
  return isParagraph ? plainText(text.slice(above, aboveEnd)) : '';
}

function saysSomething(line: string): boolean {
  return /[a-z0-9]/i.test(line) || (!isAscii(line) && WORDS().test(line));
}
