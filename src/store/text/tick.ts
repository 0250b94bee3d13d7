import { linesOf } from './lines.ts';

/** What stands before the state character of a checkbox line: `- [`, `> 1. [`, … */
const BEFORE_STATE = /^[\s>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[/;

/**
 * The text with the state character of the checkbox on `line` (from 1) replaced; every other
 * character stays. Undefined where that line has no checkbox.
 */
export function tick(text: string, line: number, state: string): string | undefined {
  let number = 0;
  for (const { start, end } of linesOf(text)) {
    number += 1;
    if (number < line) continue;
    const before = BEFORE_STATE.exec(text.slice(start, end));
    if (before === null) return undefined;
    const at = start + before[0].length;
    const old = String.fromCodePoint(text.codePointAt(at) ?? 32);
    if (text[at + old.length] !== ']') return undefined;
    return text.slice(0, at) + state + text.slice(at + old.length);
  }
  return undefined;
}
