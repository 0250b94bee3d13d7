import { isColour, isTag, TAG_CHARACTER, trimSlashes } from './tag.ts';

/** A tag where it stands in a text; `start` is the place of its `#`. */
export interface TagPlace {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const HASHTAG = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_#&/\\\\])#(${TAG_CHARACTER.source}+)`, 'gu');

/**
 * The tags in a text in which everything that is not prose, links too, is hidden. A `#` after a
 * letter, a digit, `_ # & /` begins none: those are names, entities and addresses.
 */
export function* tagsIn(masked: string): Generator<TagPlace> {
  if (!masked.includes('#')) return;
  for (const { 1: written = '', index } of masked.matchAll(HASHTAG)) {
    const tag = trimSlashes(written);
    if (!isTag(tag) || isColour(tag)) continue;
    const start = index;
    yield { tag, start, end: start + 1 + written.length };
  }
}
