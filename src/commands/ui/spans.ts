import { cells, fit } from './cells.ts';

/** What a piece of text is, which is all that its colour and weight depend on. */
export type Look =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'accent'
  | 'cursor'
  | 'hit'
  | 'late'
  | 'added'
  | 'removed';

/** A piece of a row of the screen. */
export interface Span {
  readonly text: string;
  readonly look?: Look;
}

/** One row of the screen. */
export type Row = readonly Span[];

export function span(text: string, look?: Look): Span {
  return look === undefined ? { text } : { text, look };
}

/** How many columns a row takes. */
export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + cells(text), 0);
}

/** The row in at most `columns` columns. */
export function fitRow(row: Row, columns: number): Row {
  if (rowWidth(row) <= columns) return row;
  const kept: Span[] = [];
  let left = columns;
  for (const each of row) {
    const text = fit(each.text, left);
    if (text !== '') kept.push({ ...each, text });
    left -= cells(text);
    if (left <= 0 || text !== each.text) break;
  }
  return kept;
}

/** `left` at the left end of a row and `right`, where there is room for both, at its other end. */
export function between(left: Row, right: Row, columns: number): Row {
  const gap = columns - rowWidth(left) - rowWidth(right);
  if (right.length === 0 || gap < 1) return fitRow(left, columns);
  return [...left, span(' '.repeat(gap)), ...right];
}

/** A snippet's `**hit**` as spans. */
export function marked(snippet: string): Row {
  return snippet
    .split('**')
    .map((part, i) => span(part, i % 2 === 1 ? 'hit' : 'dim'))
    .filter(({ text }) => text !== '');
}

/** The text of a row, without looks. */
export function textOf(row: Row): string {
  return row.map(({ text }) => text).join('');
}
