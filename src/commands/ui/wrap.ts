import { cells, characters } from './cells.ts';
import { type Row, type Span, span, textOf } from './spans.ts';

/** Spans one after another in rows of at most `columns`, broken between words where there are some. */
export function flow(spans: readonly Span[], columns: number): Row[] {
  const rows: Span[][] = [[]];
  let used = 0;
  const next = () => {
    rows.push([]);
    used = 0;
  };
  for (const { text, look } of spans) {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) next();
      for (const [word] of line.matchAll(/\s+|\S+/gu)) {
        const width = cells(word);
        if (used > 0 && used + width > columns && width <= columns) next();
        // What is longer than a row, such as Chinese, goes on from where the row is.
        const parts = width <= columns - used ? [{ part: word, width }] : cut(word, columns, used);
        for (const { part, width } of parts) {
          if (used + width > columns) next();
          rows.at(-1)?.push(span(part, look));
          used += width;
        }
      }
    }
  }
  return rows;
}

/** A word in pieces: the first for the rest of a row, the others for whole ones. */
function* cut(
  word: string,
  columns: number,
  used: number,
): Generator<{ part: string; width: number }> {
  let [part, width, room] = ['', 0, columns - used];
  for (const character of characters(word)) {
    const own = cells(character);
    if (width + own > room) {
      if (part !== '') yield { part, width };
      [part, width, room] = ['', 0, columns];
    }
    part += character;
    width += own;
  }
  if (part !== '') yield { part, width };
}

/** What stands before the words of a line: blanks, a list marker, a box, a quote's marks. */
const HANGING = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}(?:\[.\][ \t])?)?/u;

/**
 * One line of text in rows of at most `columns` columns; what goes on stands below the first word
 * of a list item.
 */
export function wrap(line: string, columns: number): string[] {
  if (line.length <= columns && /^[\x20-\x7E]*$/.test(line)) return [line];
  const marker = HANGING.exec(line)?.[0] ?? '';
  const hanging = cells(marker) <= columns / 2 ? marker : '';
  const indent = ' '.repeat(cells(hanging));
  return flow([span(line.slice(hanging.length))], columns - indent.length).map((row, i) =>
    (i === 0 ? hanging + textOf(row) : indent + textOf(row).trimStart()).trimEnd(),
  );
}
