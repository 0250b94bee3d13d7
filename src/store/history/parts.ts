import type { Overlay } from '../pages/overlay.ts';
import { tagKey } from '../text/tag.ts';
import type { Metadata } from './metadata.ts';

/**
 * A page's state in the parts that are changed and taken back each by itself: every value of the
 * overlay, every tag in it, and being in the trash. The text is the one part that is not in here.
 * A part that is not there is absent; values can be compared as JSON.
 */
export type Parts = ReadonlyMap<string, unknown>;

/** The name of the part that the text is. */
export const TEXT = 'text';
/** The name of the part that being in the trash is; since when does not count. */
export const TRASHED = 'trashed';

/** The parts of a page's metadata. */
export function partsOf({ overlay = {}, trashed }: Pick<Metadata, 'overlay' | 'trashed'>): Parts {
  const { tags_added = [], tags_removed = [], fields = {}, ...singles } = overlay;
  return new Map<string, unknown>([
    ...Object.entries(singles),
    ...Object.entries(fields).map(([key, value]) => [`fields.${key}`, value] as const),
    ...tags_removed.map((tag) => [`#${tagKey(tag)}`, ['-', tag]] as const),
    ...tags_added.map((tag) => [`#${tagKey(tag)}`, ['+', tag]] as const),
    ...(trashed === undefined ? [] : [[TRASHED, true] as const]),
  ]);
}

/** The overlay that parts make again. */
export function overlayFrom(parts: Parts): Overlay {
  const overlay: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  const added: string[] = [];
  const removed: string[] = [];
  for (const [part, value] of parts) {
    if (part.startsWith('fields.')) fields[part.slice(7)] = value;
    else if (part.startsWith('#') && Array.isArray(value)) {
      (value[0] === '+' ? added : removed).push(String(value[1]));
    } else if (part !== TRASHED) overlay[part] = value;
  }
  if (added.length > 0) overlay['tags_added'] = added;
  if (removed.length > 0) overlay['tags_removed'] = removed;
  if (Object.keys(fields).length > 0) overlay['fields'] = fields;
  return overlay;
}

/** The names of the parts that differ. */
export function changedParts(before: Parts, after: Parts): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !sameValue(before.get(name), after.get(name)));
}

export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
