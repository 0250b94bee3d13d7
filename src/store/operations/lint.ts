import * as z from 'zod/mini';

import { fields, optional, whole } from '../fields.ts';
import { lintPages } from '../notebooks/lint.ts';
import { operation } from '../operation.ts';

const where = () => ({ slug: z.string(), path: z.optional(z.string()) });

const badLink = () =>
  z.strictObject({
    ...where(),
    line: z.number(),
    written: z.string(),
    candidates: z.optional(z.array(z.string())),
  });

export const lint = operation({
  name: 'lint',
  summary: 'Look for broken and ambiguous links, front matter as text, and colliding names.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: false },
  input: () =>
    fields({ limit: optional(whole('How many of each at most; 100 unless said', 1, 1000)) }),
  output: () =>
    z.strictObject({
      broken: z.array(badLink()).check(z.describe('Links to pages that are not there')),
      broken_count: z.number(),
      ambiguous: z.array(badLink()).check(z.describe('Links that could be several pages')),
      ambiguous_count: z.number(),
      warned: z
        .array(z.strictObject({ ...where(), warnings: z.array(z.string()) }))
        .check(z.describe('Pages whose text could not be read as it was meant')),
      warned_count: z.number(),
      colliding: z
        .array(z.strictObject({ name: z.string(), slugs: z.array(z.string()) }))
        .check(z.describe('Aliases and paths that several pages of a notebook have')),
      colliding_count: z.number(),
    }),
  run: (store, { limit = 100 }, _caller, progress) => lintPages(store, limit, progress),
});
