import * as z from 'zod/mini';

import { invalid } from '../errors.ts';
import { fields, flag, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { enqueueFetch, linkAddress } from '../pages/link.ts';
import { mayEdit, mayOnlyHere } from '../pages/may.ts';
import { textOf } from '../pages/row.ts';
import { refuseTrashed } from '../pages/trashed.ts';
import { LIMITS } from '../pages/words.ts';

export const fetchLink = operation({
  name: 'fetch',
  summary: 'Look again where a link page leads: its title and readable text are taken anew.',
  effect: 'edits',
  doors: { cli: true, http: true, mcp: false },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      allow_private: optional(
        flag("Also inside your own network; only at the store's own terminal"),
      ),
    }),
  output: () =>
    z.strictObject({ slug: z.string(), address: z.string().check(z.describe('To be fetched')) }),
  run(store, { page, allow_private = false }, caller) {
    mayEdit(caller, 'have links fetched');
    if (allow_private) mayOnlyHere(caller, 'have addresses inside the network fetched');
    const row = findPage(store, page);
    refuseTrashed(row);
    const address = linkAddress(row.kind, textOf(store, row.id));
    if (address === undefined) {
      throw invalid(`${row.slug} is no link. A link page has an address as its text.`);
    }
    store.write(() => enqueueFetch(store, row.id, allow_private ? address : undefined));
    return { slug: row.slug, address };
  },
});
