import { boxOf } from './items.ts';
import { linesOf } from './lines.ts';

/**
 * The text with the state character of the checkbox on `line` (from 1) replaced; every other
 * character stays. Undefined where that line has no checkbox.
 */
export function tick(text: string, line: number, state: string): string | undefined {
  let number = 0;
  for (const { start, end } of linesOf(text)) {
    number += 1;
    if (number < line) continue;
    const box = boxOf(text.slice(start, end));
    if (box === undefined) return undefined;
    const close = start + box.textStart - 1;
    return text.slice(0, close - box.state.length) + state + text.slice(close);
  }
  return undefined;
}
