import { distinctTags, tagKey } from '../text/tag.ts';
import type { Overlay } from './overlay.ts';

/**
 * The overlay with which a page whose text has the tags `written` has the tags `wanted`. Tags
 * that were added beside the text stay so where they are still wanted, also when the text has
 * them too.
 */
export function tagsBeside(
  { tags_added = [], tags_removed = [], ...rest }: Overlay,
  written: readonly string[],
  wanted: readonly string[],
): Overlay {
  const inText = new Set(written.map(tagKey));
  const isWanted = new Set(wanted.map(tagKey));
  const added = distinctTags([
    ...tags_added.filter((tag) => isWanted.has(tagKey(tag))),
    ...wanted.filter((tag) => !inText.has(tagKey(tag))),
  ]);
  const removed = distinctTags(
    [...tags_removed, ...written].filter((tag) => !isWanted.has(tagKey(tag))),
  );
  return {
    ...rest,
    ...(added.length === 0 ? {} : { tags_added: added }),
    ...(removed.length === 0 ? {} : { tags_removed: removed }),
  };
}

/** Tags with some put in and some taken out. */
export function tagsWith(
  tags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] {
  const gone = new Set(remove.map(tagKey));
  return distinctTags([...tags.filter((tag) => !gone.has(tagKey(tag))), ...add]);
}
