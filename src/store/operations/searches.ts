import * as z from 'zod/mini';

import { fields, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { mayEdit } from '../pages/may.ts';
import { LIMITS } from '../pages/words.ts';
import { searchPages } from '../search/search.ts';
import { forgetSearch, LONGEST_NAME, savedSearches, saveSearch } from '../search/saved.ts';

const savedShape = () =>
  z.strictObject({ name: z.string(), query: z.string(), updated: z.string() });

export const searches = operation({
  name: 'searches',
  summary: 'List the saved searches: @name in a query stands for what is saved under it.',
  effect: 'reads',
  doors: { cli: 'search', http: true, mcp: false },
  input: () => fields({}),
  output: () => z.strictObject({ searches: z.array(savedShape()) }),
  run(store) {
    return { searches: savedSearches(store) };
  },
});

export const saveQuery = operation({
  name: 'save_search',
  summary: 'Save a query under a name, or remove what is saved under it.',
  effect: 'edits',
  doors: { cli: 'search', http: true, mcp: false },
  input: () =>
    fields({
      name: text('Its name: @name in a query then stands for it', LONGEST_NAME + 1),
      query: optional(text('What to save; nothing removes what was saved', LIMITS.query)),
    }),
  output: () => z.extend(savedShape(), { saved: z.boolean() }),
  async run(store, { name, query }, caller) {
    mayEdit(caller, 'save searches');
    if (query === undefined) return { ...forgetSearch(store, name), saved: false };
    // what would be an error each time it is used is not saved
    await searchPages(store, { query, limit: 1, cursor: undefined, complete: false }, caller);
    return { ...saveSearch(store, name, query), saved: true };
  },
});
