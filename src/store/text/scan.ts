import { firstLineOf, firstHeadingOf } from './first-words.ts';
import { fieldsOf } from './item-fields.ts';
import { boxOf, type Item, statusOf } from './items.ts';
import { linesOf } from './lines.ts';
import { findLinks, type Link } from './links.ts';
import { prose } from './prose.ts';
import { distinctTags } from './tag.ts';
import { tagsIn } from './tags-in-text.ts';

/** What a text says besides its front matter. */
export interface Scan {
  /** The first level-one heading, without markup. */
  readonly heading?: string;
  /** The first line with something on it, without markup. */
  readonly firstLine?: string;
  /** As written, without `#`, in order, each once. */
  readonly tags: readonly string[];
  readonly items: readonly Item[];
  readonly links: readonly Link[];
}

/**
 * Reads a text from offset `from` on (where its front matter ends). Nothing counts that stands
 * in code, comments, math or addresses (prose.ts); line numbers are those of the whole text.
 * Linear in the length of the text, whatever it holds.
 */
export function scan(text: string, from = 0): Scan {
  const masked = prose(text, from);
  const linkPlaces = findLinks(text, masked);
  const tagPlaces = [...tagsIn(masked, linkPlaces)];
  const links: Link[] = [];
  const items: Item[] = [];
  let nextLink = 0;
  let nextTag = 0;
  let nextBracket = -1;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    for (; (linkPlaces[nextLink]?.start ?? Infinity) < line.next; nextLink += 1) {
      const link = linkPlaces[nextLink]?.link;
      if (link !== undefined) links.push({ line: number, ...link });
    }
    const firstTag = nextTag;
    while ((tagPlaces[nextTag]?.start ?? Infinity) < line.next) nextTag += 1;
    if (nextBracket < line.start) nextBracket = indexOf(masked, '[', line.start);
    const box = nextBracket < line.end ? boxOf(masked.slice(line.start, line.end)) : undefined;
    if (box === undefined) continue;
    const words = text.slice(line.start + box.textStart, line.end).trim();
    items.push({
      line: number,
      text: words,
      state: box.state,
      status: statusOf(box.state),
      ...fieldsOf(words),
      tags: distinctTags(tagPlaces.slice(firstTag, nextTag).map(({ tag }) => tag)),
    });
  }
  const heading = firstHeadingOf(text, masked, from);
  const firstLine = firstLineOf(text, masked, from);
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(firstLine === undefined ? {} : { firstLine }),
    tags: distinctTags(tagPlaces.map(({ tag }) => tag)),
    items,
    links,
  };
}

function indexOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? Infinity : found;
}
