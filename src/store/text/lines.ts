/** One line of a text: where it begins, where it ends, and where the next one begins. */
export interface Line {
  readonly start: number;
  /** Just after its last character, before its line end. */
  readonly end: number;
  /** Just after its line end; the text's length where it is the last. */
  readonly next: number;
}

/**
 * The line that begins at offset `start`. Lines end with LF, CRLF or CR alone, as in CommonMark;
 * every line number scrap gives counts these, from 1.
 */
export function lineFrom(text: string, start: number): Line {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 10) return { start, end, next: end + 1 };
    if (code === 13) {
      return { start, end, next: text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1 };
    }
    end += 1;
  }
  return { start, end, next: end };
}

/** Every line of the text from an offset on; a text that ends with a line end has no empty last line. */
export function* linesOf(text: string, from = 0): Generator<Line> {
  // each search goes on from where the last one ended, so that a text is read once for each
  let lf = from - 1;
  let cr = from - 1;
  for (let start = from; start < text.length;) {
    if (lf < start) lf = indexOf(text, '\n', start);
    if (cr < start) cr = indexOf(text, '\r', start);
    const end = Math.min(lf, cr, text.length);
    const next = Math.min(lf === cr + 1 ? lf + 1 : end + 1, text.length);
    yield { start, end, next };
    start = next;
  }
}

function indexOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? Infinity : found;
}

/** Where offset `index` is, counted from 1 as people do. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  let line = 0;
  let start = 0;
  for (const each of linesOf(text)) {
    if (each.start > index) break;
    line += 1;
    start = each.start;
  }
  return { line: Math.max(line, 1), column: index - start + 1 };
}
