import { lineFrom, linesOf } from './lines.ts';

/** The longest front matter block that is read, in characters. */
const LONGEST_BLOCK = 64 * 1024;

/** A text with a front matter block: the lines between the fences, and what follows them. */
export interface Fenced {
  readonly block: string;
  readonly body: string;
  /** Where the body begins, in characters. */
  readonly bodyOffset: number;
  /** The number of the body's first line, from 1. */
  readonly bodyLine: number;
}

/** A text that is all body; `warning` says why something that looks like front matter is not. */
export interface Unfenced {
  readonly warning?: string;
  readonly body: string;
  readonly bodyOffset: 0;
  readonly bodyLine: 1;
}

/**
 * Parts a text into front matter and body without reading the front matter. Only a first line
 * that is exactly `---` opens a block, and only `---` or `...` closes it: a language after the
 * dashes would let a page choose the parser, and one of the usual parsers runs code.
 */
export function splitFrontMatter(text: string): Fenced | Unfenced {
  const opening = lineFrom(text, 0);
  const first = text.slice(0, Math.min(opening.end, 80));
  if (first !== '---' || opening.end > 3) return whole(text, warningFor(first));
  let number = 1;
  for (const line of linesOf(text, opening.next)) {
    number += 1;
    if (line.start - opening.next > LONGEST_BLOCK) break;
    if (line.end - line.start !== 3) continue;
    const fence = text.slice(line.start, line.end);
    if (fence !== '---' && fence !== '...') continue;
    return {
      block: text.slice(opening.next, line.start),
      body: text.slice(line.next),
      bodyOffset: line.next,
      bodyLine: number + 1,
    };
  }
  return whole(
    text,
    'The first line opens front matter, but no line --- closes it within 64 KiB, so it is kept as text.',
  );
}

function whole(text: string, warning?: string): Unfenced {
  return { ...(warning === undefined ? {} : { warning }), body: text, bodyOffset: 0, bodyLine: 1 };
}

function warningFor(first: string): string | undefined {
  if (/^---[ \t]*[A-Za-z][\w+#.-]*[ \t]*$/.test(first)) {
    return 'The first line names a language for front matter; only YAML after a bare --- is read, so the block is kept as text.';
  }
  if (/^---[ \t]+$/.test(first)) {
    return 'The first line has blanks after its ---, so it opens no front matter; take them out if it should.';
  }
  if (/^(?:\+\+\+|;;;)[ \t]*\w*[ \t]*$/.test(first)) {
    return 'The first line opens front matter that is not YAML; it is kept as text.';
  }
  return undefined;
}
