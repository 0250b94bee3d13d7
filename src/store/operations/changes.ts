import * as z from 'zod/mini';

import { choice, fields, optional, text, whole } from '../fields.ts';
import { invalid } from '../errors.ts';
import { listChanges } from '../history/changes.ts';
import { latestChange } from '../history/news.ts';
import { changeFields } from '../history/shape.ts';
import { AUTHORS, operation, SOURCES } from '../operation.ts';
import { chooser, chosenShape, choosing } from '../pages/chosen-fields.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { findPage } from '../pages/find.ts';
import { pagingFields } from '../pages/list.ts';
import { LIMITS } from '../pages/words.ts';

const changeShape = () =>
  z.strictObject({
    number: z.number(),
    ...changeFields(),
    pages: z.array(z.string()).check(z.describe('The slugs of at most 50 of them')),
    count: z.number().check(z.describe('How many pages it touched')),
  });

export const changes = operation({
  name: 'changes',
  summary: 'List what was changed, by whom and when: the latest first, or all after a number.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  input: () =>
    fields({
      after: optional(
        whole('Only later ones than this number, the oldest first', 0, Number.MAX_SAFE_INTEGER),
      ),
      page: optional(text('Only those of this page', LIMITS.title)),
      author: optional(choice('Only by the owner (me), agents (claude) or imports', AUTHORS)),
      source: optional(choice('Only those that came through this', SOURCES)),
      client: optional(text('Only by the agent with this label', LIMITS.client)),
      origin: optional(text('Only those that were written for this', LIMITS.origin)),
      ...pagingFields(200, 50),
      ...choosing(),
    }),
  output: () =>
    z.strictObject({
      changes: z.array(chosenShape(changeShape(), ['number'])),
      latest: z.number().check(z.describe('The number of the latest change of all')),
      total: z.optional(z.number()),
      more_than: z.optional(z.number()),
      next_cursor: z.optional(z.string()),
    }),
  run(store, { after, page, limit = 50, cursor, fields: chosen, ...who }) {
    const choose = chooser<z.output<ReturnType<typeof changeShape>>, 'number'>(
      chosen,
      changeShape,
      ['number'],
    );
    if (after !== undefined && cursor !== undefined) {
      throw invalid('Give either "after" or "cursor": they go in opposite directions.');
    }
    const filter = {
      ...who,
      page: page === undefined ? undefined : findPage(store, page).id,
    };
    const latest = latestChange(store);
    if (after !== undefined) {
      const later = { ...filter, from: after + 1 };
      const found = listChanges(store, later, { order: 'ASC', limit });
      return { ...found, changes: found.changes.map(choose), latest };
    }
    const upto = cursor === undefined ? undefined : fromCursor(cursor, ['number'])[0] - 1;
    const found = listChanges(
      store,
      { ...filter, upto },
      { order: 'DESC', limit: limit + 1 },
      filter,
    );
    const shown = found.changes.slice(0, limit);
    const last = shown.at(-1);
    return {
      ...found,
      changes: shown.map(choose),
      latest,
      ...(found.changes.length > limit && last !== undefined
        ? { next_cursor: toCursor([last.number]) }
        : {}),
    };
  },
});
