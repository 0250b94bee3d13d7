import { cells } from './cells.ts';
import { type Row, span } from './spans.ts';
import type { Typed } from './typed.ts';

/** A line that is typed, with its cursor, in at most `columns` columns; a long one is moved along. */
export function lineRow({ text, at }: Typed, columns: number, isActive: boolean): Row {
  let from = at;
  let room = columns - 2;
  while (from > 0 && room >= cells(text[from - 1] ?? '')) {
    from -= 1;
    room -= cells(text[from] ?? '');
  }
  let to = at;
  while (to < text.length && room > 0) {
    room -= cells(text[to] ?? '');
    to += 1;
  }
  const before = text.slice(from, at).join('');
  if (!isActive) return [span(before + text.slice(at, to).join(''))];
  return [span(before), span(text[at] ?? ' ', 'cursor'), span(text.slice(at + 1, to).join(''))];
}
