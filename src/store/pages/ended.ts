import type { Derived } from '../text/derive.ts';
import { tagKey } from '../text/tag.ts';
import { type Overlay, readOverlay } from './overlay.ts';
import type { PageRow } from './row.ts';
import { TODO_FIELDS } from './words.ts';

/**
 * The overlay that is left when the owner has edited a text: a field that the text now says
 * differently is the text's again, and so is a tag it has newly got.
 */
export function endedOverlay(row: PageRow, was: Derived, becomes: Derived): Overlay {
  const overlay = readOverlay(row.overlay);
  for (const field of TODO_FIELDS) {
    if (was[field] !== becomes[field]) delete overlay[field];
  }
  if (overlay.fields !== undefined) {
    const says = (derived: Derived, key: string) => JSON.stringify(derived.fields[key]);
    const left = Object.entries(overlay.fields).filter(
      ([key]) => says(was, key) === says(becomes, key),
    );
    if (left.length > 0) overlay.fields = Object.fromEntries(left);
    else delete overlay.fields;
  }
  if (overlay.tags_removed !== undefined) {
    const before = new Set(was.tags.map(tagKey));
    const written = new Set(becomes.tags.map(tagKey).filter((tag) => !before.has(tag)));
    const left = overlay.tags_removed.filter((tag) => !written.has(tagKey(tag)));
    if (left.length > 0) overlay.tags_removed = left;
    else delete overlay.tags_removed;
  }
  return overlay;
}
