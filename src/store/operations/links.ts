import * as z from 'zod/mini';

import { fields, optional, text, whole } from '../fields.ts';
import { linkedPages } from '../notebooks/linked.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { linkedFields } from '../pages/linked-shape.ts';
import { LIMITS } from '../pages/words.ts';

export const links = operation({
  name: 'links',
  summary: 'Show what a page links to and what links to it.',
  effect: 'reads',
  // over MCP, `read` carries both
  doors: { cli: true, http: true, mcp: false },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      limit: optional(whole('How many of each at most; 50 unless said', 1, 500)),
    }),
  output: () => z.strictObject({ slug: z.string(), title: z.string(), ...linkedFields() }),
  run(store, { page, limit = 50 }) {
    const row = findPage(store, page);
    return { slug: row.slug, title: row.title, ...linkedPages(store, row, limit) };
  },
});
