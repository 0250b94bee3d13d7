import type { Store } from '../database/store.ts';
import { nearest } from '../nearest.ts';
import { badQuery, short } from './said.ts';
import type { Parts } from './parts.ts';
import type { Speller } from './spellings.ts';
import type { Filter } from './tree.ts';

/** What the meaning of a query depends on, besides the query. */
export interface Asked {
  readonly store: Store;
  /** The calendar day it is for the caller, and the zone that makes it so. */
  readonly today: string;
  readonly zone: string | undefined;
  readonly warn: (warning: string) => void;
  readonly spell: Speller;
  /** What was looked for before, since it takes longer. */
  readonly parts: Parts;
}

/** One of a closed set of values, whatever its case; throws `invalid` with what may be meant. */
export function oneOf<const T extends string>(filter: Filter, known: readonly T[]): T {
  const value = filter.value.toLowerCase();
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  const meant = nearest(value, known);
  const hint = meant === undefined ? '' : ` Did you mean ${filter.name}:${meant}?`;
  throw badValue(filter, `is not one of ${known.join(', ')}.${hint}`, meant);
}

/** The error for a value that an operator cannot read: `says` goes on after the filter. */
export function badValue(filter: Filter, says: string, meant?: string) {
  const written = short(`${filter.name}:${filter.value}`);
  return badQuery(`"${written}" ${says}`, filter.at, {
    operator: filter.name,
    ...(meant === undefined ? {} : { meant: `${filter.name}:${meant}` }),
  });
}

/** Whether a filter asks for pages without a value. */
export function isNone({ value }: Filter): boolean {
  return value.toLowerCase() === 'none';
}
