import * as z from 'zod/mini';

import { REASONS } from './words.ts';

const relation = () =>
  z.optional(
    z
      .enum(['child', 'parent'])
      .check(z.describe('What that page is to this one, by a folgezettel link ([[x]]#, #[[x]])')),
  );

/** A link on a page, and where it leads. */
const linkShape = () =>
  z.strictObject({
    written: z.string().check(z.describe('What it names, as it stands in the text')),
    line: z.number(),
    as: relation(),
    slug: z.optional(z.string().check(z.describe('The page; absent where there is none yet'))),
    title: z.optional(z.string()),
    candidates: z.optional(z.array(z.string()).check(z.describe('It could be any of these slugs'))),
    file: z.optional(z.boolean().check(z.describe('true: it names a file that is no page'))),
    url: z.optional(z.string().check(z.describe('Of that file, where it is kept'))),
  });

/** A page with a link to this one. */
const backlinkShape = () =>
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    line: z.number(),
    as: relation(),
    text: z.string().check(z.describe('The line around the link')),
  });

/** A page that is like this one. */
export const relatedShape = () =>
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    why: z.array(z.enum(REASONS)).check(z.describe('What both have; by_model: a model said so')),
  });

/** What a page links to and what links to it; the lists are cut, the counts beside them go on. */
export const linkedFields = () => ({
  links: z.array(linkShape()).check(z.describe('What it links to, each once')),
  links_count: z.number(),
  backlinks: z.array(backlinkShape()).check(z.describe('The pages that link here, newest first')),
  backlinks_count: z
    .number()
    .check(z.describe('Pages; of very many links only 2,000 are followed')),
});
