import { createReadStream } from 'node:fs';

import { ScrapError } from '../errors.ts';

/** A line of a jsonl export holds at most one text and its metadata, escaped. */
const LONGEST = 128 * 1024 * 1024;

/** The lines of a file, as `linesIn` has them. */
export function linesOfFile(file: string): AsyncGenerator<string> {
  return linesIn(createReadStream(file) as AsyncIterable<Buffer>, file);
}

/**
 * The lines in some bytes, without their line ends; an empty one is left out. Only LF ends a line:
 * Node's readline would also cut at U+2028, which JSON leaves as it is. `from` names where they
 * come from. Throws `unreadable` for a line that is longer than any of an export.
 */
export async function* linesIn(
  chunks: AsyncIterable<Buffer>,
  from: string,
): AsyncGenerator<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      if (length > 0 || end > start) yield Buffer.concat(parts).toString('utf8');
      parts.length = 0;
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST) {
      throw new ScrapError('unreadable', `${from} has a line that is too long to be of scrap.`, {
        reason: 'bad_file',
      });
    }
  }
  if (length > 0) yield Buffer.concat(parts).toString('utf8');
}
