import * as z from 'zod/mini';

import { fields, flag, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { chooser, chosenShape, choosing } from '../pages/chosen-fields.ts';
import { pagingFields } from '../pages/list.ts';
import { foundShape, listEnd } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import type { FoundPage } from '../search/found.ts';
import { searchPages } from '../search/search.ts';

export const search = operation({
  name: 'search',
  summary: 'Find pages by words, "phrases" and filters such as tag:home is:open due:7d.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  words: 'query',
  input: () =>
    fields({
      query: optional(
        text('What to find, all words of it; nothing lists the newest pages', LIMITS.query),
      ),
      ...pagingFields(),
      ...choosing(),
      complete: optional(flag('Still typing: the last word may be the beginning of one')),
      explain: optional(flag('Also say how the query was understood')),
    }),
  output: () =>
    z.strictObject({
      pages: z.array(chosenShape(foundShape(), ['slug'])),
      ...listEnd(),
      explain: z.optional(
        z.strictObject({
          query: z.string().check(z.describe('The query in its one spelling')),
          text: z.array(z.string()).check(z.describe('What was taken as text, not as grammar')),
          plan: z.string().check(z.describe('How the pages were found and listed')),
        }),
      ),
    }),
  async run(store, input, caller) {
    const { query = '', limit = 20, cursor, complete = false, explain = false } = input;
    const choose = chooser<FoundPage, 'slug'>(input.fields, foundShape, ['slug']);
    const found = await searchPages(store, { query, limit, cursor, complete }, caller);
    const { pages, count, nextCursor, warnings, explained } = found;
    return {
      pages: pages.map(choose),
      ...(count.isAll ? { total: count.n } : { more_than: count.n }),
      ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(explain ? { explain: explained } : {}),
    };
  },
});
