import type { Heading } from './headings.ts';
import { linesOf } from './lines.ts';

/**
 * The text with a piece appended, one blank line between, in the line ends the text already has.
 * With `section` the piece goes to the end of the section under that heading, or under a new
 * heading at the end where there is none; `headings` are those of the text.
 */
export function append(
  text: string,
  piece: string,
  section: string | undefined,
  headings: readonly Heading[],
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = piece.trimEnd().replaceAll(/\r\n?|\n/g, eol);
  if (section === undefined) return `${closed(text, eol)}${added}${eol}`;
  const wanted = section.replace(/^#+\s*/, '').trim();
  const at = headings.findIndex((heading) => heading.text.toLowerCase() === wanted.toLowerCase());
  const heading = headings[at];
  if (heading === undefined) return `${closed(text, eol)}## ${wanted}${eol}${eol}${added}${eol}`;
  const next = headings.slice(at + 1).find((later) => later.level <= heading.level);
  if (next === undefined) return `${closed(text, eol)}${added}${eol}`;
  const cut = lineStart(text, next.line);
  return `${closed(text.slice(0, cut).trimEnd(), eol)}${added}${eol}${eol}${text.slice(cut)}`;
}

/** The text so that a new paragraph can follow it. */
function closed(text: string, eol: string): string {
  if (text === '') return '';
  if (text.endsWith(eol + eol)) return text;
  return text.endsWith('\n') ? text + eol : text + eol + eol;
}

function lineStart(text: string, wanted: number): number {
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (number === wanted) return line.start;
  }
  return text.length;
}
