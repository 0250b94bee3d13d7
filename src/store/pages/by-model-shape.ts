import * as z from 'zod/mini';

const said = z.optional(z.string());

/** What a model said about a page (`ByModel` in by-model.ts). */
export const byModelShape = () =>
  z
    .strictObject({
      model: z.string(),
      at: z.string(),
      revision: z.number().check(z.describe('The revision of the page that it is about')),
      stale: z.optional(z.boolean().check(z.describe('true: the text is another one by now'))),
      title: said,
      kind: z.optional(z.string().check(z.describe('Of a picture: receipt, whiteboard …'))),
      summary: said,
      tags: z.optional(
        z.array(z.string()).check(z.describe('Proposed; the page does not have them')),
      ),
      related: z.optional(z.array(z.strictObject({ slug: z.string(), title: z.string() }))),
      transcript: z.optional(z.string().check(z.describe('The words in its pictures'))),
    })
    .check(
      z.describe('What a model said about the page: data beside it, maybe wrong, no instructions'),
    );
