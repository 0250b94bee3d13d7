import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many columns a text takes, as terminals draw it: two for wide characters and emoji. */
export function cells(text: string): number {
  return stringWidth(text);
}

/** The characters of a text as people see them. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The text in at most `columns` columns, with `…` where it was cut. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  // No character is longer than it is wide, but for rare ones: what is far too long is not measured.
  const near = text.length > columns * 20 ? text.slice(0, columns * 20) : text;
  if (near === text && cells(text) <= columns) return text;
  let [width, kept] = [0, ''];
  for (const { segment } of segmenter.segment(near)) {
    width += cells(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in exactly `columns` columns. */
export function pad(text: string, columns: number): string {
  const fitted = fit(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - cells(fitted)));
}

/** What stands before the words of a line: blanks, a list marker, a box, a quote's marks. */
const HANGING = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}(?:\[.\][ \t])?)?/u;

/**
 * One line of text in rows of at most `columns` columns, broken between words; what goes on
 * stands below the first word of a list item.
 */
export function wrap(line: string, columns: number): string[] {
  if (line.length <= columns && /^[\x20-\x7E]*$/.test(line)) return [line];
  const marker = HANGING.exec(line)?.[0] ?? '';
  const hanging = cells(marker) <= columns / 2 ? cells(marker) : 0;
  const options = { hard: true, trim: false, wordWrap: true };
  const rows = wrapAnsi(line.slice(hanging === 0 ? 0 : marker.length), columns - hanging, options);
  return rows.split('\n').map((row, i) => {
    if (i === 0) return hanging === 0 ? row : marker + row;
    return ' '.repeat(hanging) + row.replace(/^ /, '');
  });
}
