import { splitFrontMatter } from './fence.ts';

/** What of a text is shown to a reader: all but its front matter. */
export interface Body {
  readonly text: string;
  /** The number of its first line in the whole text, from 1. */
  readonly line: number;
}

/**
 * A text without its front matter. A block that cannot be read is text like the rest, as it is
 * for derive.ts.
 */
export async function bodyOf(text: string): Promise<Body> {
  const split = splitFrontMatter(text);
  if ('block' in split) {
    const { readFrontMatter } = await import('./front-matter.ts');
    const { fields, warnings } = readFrontMatter(split.block);
    const isRead = warnings.length === 0 || Object.keys(fields).length > 0;
    if (isRead) return { text: split.body, line: split.bodyLine };
  }
  return { text, line: 1 };
}
