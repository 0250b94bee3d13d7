import * as z from 'zod/mini';

import { fields, optional, text, whole } from '../fields.ts';
import { latestChange } from '../history/news.ts';
import { markSeen, unseen } from '../history/review.ts';
import { operation } from '../operation.ts';
import { mayEdit } from '../pages/may.ts';
import { LIMITS } from '../pages/words.ts';

const which = () => ({
  client: optional(text('Only the agent with this label', LIMITS.client)),
  origin: optional(text('Only what was written for this', LIMITS.origin)),
});

const doors = { cli: true, http: true, mcp: false } as const;

export const review = operation({
  name: 'review',
  summary: 'Show what agents changed since you last looked.',
  effect: 'reads',
  doors,
  input: () => fields(which()),
  output: () =>
    z.strictObject({
      groups: z
        .array(
          z.strictObject({
            client: z.optional(z.string()),
            origin: z.optional(z.string()),
            changes: z.number(),
            first: z.number().check(z.describe('The number of the first of the changes')),
            last: z.number(),
            from: z.string(),
            until: z.string(),
            pages: z.array(
              z.strictObject({ slug: z.string(), title: z.string(), added: z.boolean() }),
            ),
            count: z.number().check(z.describe('How many pages; at most 50 are listed')),
          }),
        )
        .check(z.describe('By agent and by what it was done for, the latest first')),
      latest: z.number().check(z.describe('Pass as upto to keep what is shown here')),
    }),
  run(store, filter) {
    return store.read(() => ({ groups: unseen(store, filter), latest: latestChange(store) }));
  },
});

export const keep = operation({
  name: 'keep',
  summary: 'Keep what agents changed: review does not show it again.',
  effect: 'edits',
  doors: { cli: 'review', http: true, mcp: false },
  input: () =>
    fields({
      ...which(),
      upto: whole('The latest change that was seen: latest of review', 0, Number.MAX_SAFE_INTEGER),
    }),
  output: () => z.strictObject({ groups: z.number() }),
  run(store, { upto, ...filter }, caller) {
    mayEdit(caller, 'review what agents did');
    return { groups: markSeen(store, filter, upto) };
  },
});
