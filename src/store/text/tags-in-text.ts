import { once } from '../once.ts';
import type { LinkPlace } from './links.ts';
import { isColour, isTag, TAG_CHARACTER, trimSlashes } from './tag.ts';

/** A tag where it stands in a text; `start` is the place of its `#`. */
export interface TagPlace {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const HASHTAG = once(
  () => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_#&/\\\\])#(${TAG_CHARACTER}+)`, 'gu'),
);

/**
 * The tags of a text, in order. `masked` is the text as prose.ts gives it, and `links` are the
 * places links.ts found in it, in which there are no tags. A `#` after a letter, a digit or one
 * of `_ # & /` begins none: those are names, entities and paths.
 */
export function* tagsIn(masked: string, links: readonly LinkPlace[]): Generator<TagPlace> {
  if (!masked.includes('#')) return;
  let next = 0;
  let linkedUpTo = 0;
  for (const { 1: written = '', index: start } of masked.matchAll(HASHTAG())) {
    for (; (links[next]?.start ?? Infinity) < start; next += 1) {
      linkedUpTo = Math.max(linkedUpTo, links[next]?.end ?? 0);
    }
    if (start < linkedUpTo) continue;
    const tag = trimSlashes(written);
    if (isTag(tag) && !isColour(tag)) yield { tag, start, end: start + 1 + written.length };
  }
}
