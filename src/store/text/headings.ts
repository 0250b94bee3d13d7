import { splitFrontMatter } from './fence.ts';
import { linesOf } from './lines.ts';
import { plainText } from './plain.ts';
import { prose } from './prose.ts';

/** A heading of a text: its line (from 1, in the whole text), its level and its bare words. */
export interface Heading {
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

const OPENING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;

/** The `#` headings of a text in order, those in code and comments left out. */
export function headings(text: string): Heading[] {
  const masked = prose(text, splitFrontMatter(text).bodyOffset);
  const found: Heading[] = [];
  let number = 0;
  for (const { start, end } of linesOf(text)) {
    number += 1;
    const opening = OPENING.exec(masked.slice(start, end));
    if (opening === null) continue;
    const words = text.slice(start + opening[0].length, end).replace(/[ \t]#+[ \t]*$/, '');
    found.push({ line: number, level: opening[1]?.length ?? 1, text: plainText(words).trim() });
  }
  return found;
}
