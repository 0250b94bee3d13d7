import * as z from 'zod/mini';

import { choice, fields, flag, optional, text, whole } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { revert as takeBack } from '../history/revert.ts';
import { differenceFields } from '../history/shape.ts';
import { AUTHORS, operation, SOURCES } from '../operation.ts';
import { mayOnlyHere } from '../pages/may.ts';
import { LIMITS } from '../pages/words.ts';

const page = () => ({ slug: z.string(), title: z.string(), url: z.string() });

export const revert = operation({
  name: 'revert',
  summary:
    'Take back a change, or all that somebody changed since a time; it can be taken back too.',
  effect: 'edits',
  doors: { cli: true, http: true, mcp: true },
  words: 'page',
  input: () =>
    fields({
      page: optional(text('Only on this page: its slug, path, URL or [[link]]', LIMITS.title)),
      change: optional(
        whole('The number of the one change to take back', 1, Number.MAX_SAFE_INTEGER),
      ),
      author: optional(choice('All by the owner (me), agents (claude) or imports', AUTHORS)),
      source: optional(choice('All that came through this', SOURCES)),
      client: optional(text('All by the agent with this label', LIMITS.client)),
      origin: optional(text('All that was written for this', LIMITS.origin)),
      by_key: optional(text('What was written with this retry key', LIMITS.key)),
      since: optional(
        text('From here on: 2h, today, 2026-11-30, a time, or the number of a change', 60),
      ),
      upto: optional(
        whole('Up to this change; to the latest unless said', 1, Number.MAX_SAFE_INTEGER),
      ),
      dry_run: optional(flag('Only show what would become of each page')),
      force: optional(flag('Also what somebody else has changed since; only at the terminal')),
      key: optional(text('The same for a retry', LIMITS.key)),
    }),
  output: () =>
    z.strictObject({
      dry_run: z.boolean(),
      changes: z.number().check(z.describe('How many changes are taken back')),
      pages: z
        .array(z.strictObject({ ...page(), ...differenceFields() }))
        .check(z.describe('At most 50 of the pages that go back, with what they were and become')),
      count: z.number(),
      left: z
        .array(
          z.strictObject({
            ...page(),
            fields: z.array(z.string()),
            author: z.string(),
            client: z.optional(z.string()),
            change: z.number().check(z.describe('The later change that is in the way')),
          }),
        )
        .check(z.describe('At most 50 of the pages of which something stays as it is')),
      left_count: z.number(),
      change: z.optional(z.number().check(z.describe('Absent when nothing was written'))),
      created: z.boolean().check(z.describe('false: nothing written, or its key had done it')),
    }),
  async run(store, { dry_run = false, force = false, key, ...wanted }, caller) {
    if (force) mayOnlyHere(caller, 'take back what somebody else has changed since');
    return takeBack(store, caller, wanted, {
      dryRun: dry_run,
      force,
      key: retryKey(caller, 'revert', key, { ...wanted, force }),
    });
  },
});
