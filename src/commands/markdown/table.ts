import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

import type { Paper } from './inline.ts';

/** On which side the texts of a column stand. */
export type Side = 'left' | 'center' | 'right';

/** No column gets narrower, however many there are. */
const NARROWEST = 5;

const BETWEEN = ' │ ';

/** Draws a table in lines: the first row is its head; cells that are too long are wrapped. */
export function drawTable(
  rows: readonly (readonly string[])[],
  sides: readonly Side[],
  { width, style }: Paper,
): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const wanted = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const widths = fitted(wanted, width - BETWEEN.length * (columns - 1));
  const drawn = rows.map((row) => drawRow(row, widths, sides));
  const [head = [], ...others] = drawn;
  const rule = widths.map((each) => '─'.repeat(each)).join('─┼─');
  return [...head.map((line) => style('bold', line)), style('dim', rule), ...others.flat()];
}

/** The widths that fit: the widest columns give way first. */
function fitted(wanted: readonly number[], room: number): number[] {
  let most = Math.max(0, ...wanted);
  const within = () => wanted.map((each) => Math.min(each, most));
  while (most > NARROWEST && within().reduce((sum, each) => sum + each, 0) > room) most -= 1;
  return within();
}

function drawRow(row: readonly string[], widths: readonly number[], sides: readonly Side[]) {
  const cells = widths.map((width, column) =>
    wrapAnsi(row[column] ?? '', width, { hard: true }).split('\n'),
  );
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => placed(lines[line] ?? '', widths[column] ?? 0, sides[column]))
      .join(BETWEEN)
      .trimEnd(),
  );
}

function placed(text: string, width: number, side: Side = 'left'): string {
  const room = Math.max(0, width - stringWidth(text));
  if (side === 'right') return ' '.repeat(room) + text;
  const before = side === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(room - before);
}
