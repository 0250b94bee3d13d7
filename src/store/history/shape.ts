import * as z from 'zod/mini';

/*
 * The shapes of what history answers, as schemas for the doors.
 */

/** Who made a change, and when. */
export const changeFields = () => ({
  at: z.string(),
  operation: z.string(),
  author: z.string().check(z.describe('me (the owner), claude (an agent) or import')),
  source: z.string(),
  client: z.optional(z.string()),
  origin: z.optional(z.string()),
});

/** What a change did to a page's metadata, field by field, and to its text, in words. */
export const differenceFields = () => ({
  fields: z
    .array(
      z.strictObject({
        field: z.string(),
        before: z.optional(z.string()),
        after: z.optional(z.string()),
      }),
    )
    .check(z.describe('What differs; before or after is absent where there was or is none')),
  words: z.optional(
    z
      .strictObject({ added: z.number(), removed: z.number() })
      .check(z.describe('Of the text; absent where that is the same')),
  ),
});
