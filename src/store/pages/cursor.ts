import { invalid } from '../errors.ts';

/** A place in a list, as callers pass it back: opaque, and right however much is added meanwhile. */
export function toCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

/**
 * The place a cursor stands for: as many values as `shape` has, each of its type. Throws
 * `invalid` for a cursor of another list or one that was made up.
 */
export function fromCursor<const T extends readonly ('string' | 'number')[]>(
  cursor: string,
  shape: T,
): { [K in keyof T]: T[K] extends 'string' ? string : number } {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    place = undefined;
  }
  const fits =
    Array.isArray(place) &&
    place.length === shape.length &&
    place.every((value, i) => typeof value === shape[i]);
  if (!fits) {
    throw invalid('This cursor is not of this list. Leave it out to begin at the first page.');
  }
  return place as { [K in keyof T]: T[K] extends 'string' ? string : number };
}
