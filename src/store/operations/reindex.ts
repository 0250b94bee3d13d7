import * as z from 'zod/mini';

import { fields, flag, optional } from '../fields.ts';
import { operation } from '../operation.ts';
import { mayOnlyHere } from '../pages/may.ts';
import { rebuildDerived } from '../pages/rebuild.ts';

export const reindex = operation({
  name: 'reindex',
  summary: 'Read all pages anew: titles, tags, items, links and the search index.',
  effect: 'edits',
  doors: { cli: true, http: false, mcp: false },
  input: () =>
    fields({
      fresh: optional(
        flag('Clear them first, for an index that is damaged: less is found until it is done'),
      ),
    }),
  output: () =>
    z.strictObject({
      pages: z.number(),
      changed: z.number().check(z.describe('Pages of which something else is known by now')),
    }),
  run(store, { fresh = false }, caller, progress) {
    mayOnlyHere(caller, 'read all pages anew');
    const tell = (done: number, total: number) => progress(done, total, 'read');
    return rebuildDerived(store, tell, { fresh });
  },
});
