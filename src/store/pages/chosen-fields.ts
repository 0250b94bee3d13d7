import * as z from 'zod/mini';

import { invalid } from '../errors.ts';
import { optional, texts } from '../fields.ts';
import { nearest } from '../nearest.ts';

/** The input field by which every list is asked for less of each of its elements. */
export const choosing = () => ({
  fields: optional(texts('Only these fields of each, by name; all unless said', 40, 200)),
});

/** An element of a list of which fields may be chosen: only its keys are there whatever is chosen. */
export function chosenShape<S extends z.core.$ZodShape, K extends keyof S & string>(
  shape: z.ZodMiniObject<S, z.core.$strict>,
  keys: readonly K[],
) {
  const always = Object.fromEntries(keys.map((key) => [key, shape.shape[key]])) as Pick<S, K>;
  return z.extend(z.partial(shape), always);
}

/**
 * Leaves of an element what was chosen, and its keys; several fields may stand in one text with
 * commas between. Throws `invalid` for a field that elements of this shape do not have, and
 * makes the shape only when something was chosen.
 */
export function chooser<T extends object, K extends keyof T & string>(
  fields: readonly string[] | undefined,
  shape: () => z.ZodMiniObject,
  keys: readonly K[],
): (element: T) => Pick<T, K> & Partial<T> {
  if (fields === undefined) return (element) => element;
  const known = Object.keys(shape().shape);
  const wanted = new Set<string>(keys);
  for (const name of fields.flatMap((each) => each.split(',')).map((each) => each.trim())) {
    if (!known.includes(name)) throw unknownField(name, known);
    wanted.add(name);
  }
  return (element) => {
    const chosen = Object.entries(element).filter(([name]) => wanted.has(name));
    return Object.fromEntries(chosen) as Pick<T, K> & Partial<T>;
  };
}

function unknownField(name: string, known: readonly string[]) {
  const shown = name.slice(0, 60);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `There are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
  return invalid(`There is no field "${shown}" to show. ${hint}`, { field: 'fields', known });
}
