import { boxOf, fieldsOf, type Item, statusOf } from './items.ts';
import { linesOf } from './lines.ts';
import { findLinks, type Link } from './links.ts';
import { HIDDEN, mask } from './mask.ts';
import { plainText } from './plain.ts';
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
  const unlinked = mask(
    masked,
    linkPlaces.flatMap(({ start, end }) => [start, end]),
  );
  const tagPlaces = [...tagsIn(unlinked)];
  const links: Link[] = [];
  const items: Item[] = [];
  let nextLink = 0;
  let nextTag = 0;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    for (; (linkPlaces[nextLink]?.start ?? Infinity) < line.next; nextLink += 1) {
      const link = linkPlaces[nextLink]?.link;
      if (link !== undefined) links.push({ line: number, ...link });
    }
    const firstTag = nextTag;
    while ((tagPlaces[nextTag]?.start ?? Infinity) < line.next) nextTag += 1;
    const box = line.start < from ? undefined : boxOf(masked.slice(line.start, line.end));
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
  return {
    ...firstWords(text, masked, from),
    tags: distinctTags(tagPlaces.map(({ tag }) => tag)),
    items,
    links,
  };
}

/** The heading and the first line; reads on only until it has both. */
function firstWords(
  text: string,
  masked: string,
  from: number,
): { heading?: string; firstLine?: string } {
  let firstLine: string | undefined;
  let above = '';
  for (const { start, end } of linesOf(text, from)) {
    const shown = masked.slice(start, end);
    const words = text.slice(start, end);
    const isHeading = /^ {0,3}#(?:[ \t]|$)/.test(shown);
    const isUnderline = above !== '' && /^ {0,3}=+[ \t]*$/.test(shown);
    const heading = isHeading ? plainText(words) : isUnderline ? plainText(above) : '';
    if (firstLine === undefined && SAYS_SOMETHING.test(shown)) {
      firstLine = plainText(words) || undefined;
    }
    if (heading !== '') return { heading, ...(firstLine === undefined ? {} : { firstLine }) };
    above = isVisible(shown) && !/^ {0,3}(?:#|>|[-*+] )/.test(shown) ? words : '';
  }
  return firstLine === undefined ? {} : { firstLine };
}

/** A line of nothing but rules, fences and brackets is no title. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Whether anything of a line is left that is neither blank nor hidden. */
function isVisible(shown: string): boolean {
  for (const character of shown) if (character !== HIDDEN && character.trim() !== '') return true;
  return false;
}
