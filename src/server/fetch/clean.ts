import type { Extracted } from './extracted.ts';

/** Characters of a readable text. */
export const LONGEST_TEXT = 200_000;

/** Control characters but TAB and line feed, marks of direction, and invisible tag characters. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** A text of a stranger without what cannot be seen, its line ends as ours, at most `most` long. */
export function cleanText(text: string, most: number): string {
  const lines = text
    .slice(0, 2 * most)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  return whole(lines.replace(INVISIBLE, '').toWellFormed().slice(0, most)).trim();
}

/** The same on one line; undefined where nothing is left. */
export function cleanLine(text: string | null | undefined, most: number): string | undefined {
  const line = cleanText((text ?? '').slice(0, 20 * most), 20 * most)
    .split(/\s+/)
    .join(' ');
  const cut = line.length <= most ? line : `${whole(line.slice(0, most - 1)).trimEnd()}…`;
  return cut === '' ? undefined : cut;
}

/** Without half of a character at its end. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** A page that is text already. */
export function extractPlain(text: string): Extracted {
  const clean = cleanText(text, LONGEST_TEXT);
  return clean === '' ? {} : { text: clean };
}
