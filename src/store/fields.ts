import * as z from 'zod/mini';

/*
 * The few kinds of field an input may have. Every one carries its description and a bound:
 * flags, JSON schemas, tool descriptions and the man page are read from them.
 */

/** A string of at most `max` characters. */
export function text(describe: string, max: number) {
  return z.string().check(z.maxLength(max), z.describe(describe));
}

/** A whole number between two bounds. */
export function whole(describe: string, least: number, most: number) {
  return z.int().check(z.gte(least), z.lte(most), z.describe(describe));
}

/** Yes or no. */
export function flag(describe: string) {
  return z.boolean().check(z.describe(describe));
}

/** One of a closed set of words. */
export function choice<const T extends readonly [string, ...string[]]>(
  describe: string,
  values: T,
) {
  return z.enum(values).check(z.describe(describe));
}

/** At most `count` strings of at most `max` characters each. */
export function texts(describe: string, count: number, max: number) {
  return z
    .array(z.string().check(z.maxLength(max)))
    .check(z.maxLength(count), z.describe(describe));
}

/** May be left out. */
export const optional = z.optional;

/** The flat object itself; a field it does not know is an error. */
export const fields = z.strictObject;
