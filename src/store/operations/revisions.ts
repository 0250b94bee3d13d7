import * as z from 'zod/mini';

import type { Store } from '../database/store.ts';
import { fields, text } from '../fields.ts';
import { differences } from '../history/metadata.ts';
import { metadataAfter, type Revision, revisionsBefore, textAfter } from '../history/past.ts';
import { changeFields, differenceFields } from '../history/shape.ts';
import { operation } from '../operation.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { findPage } from '../pages/find.ts';
import { given } from '../pages/given.ts';
import { count, pagingFields } from '../pages/list.ts';
import type { PageRow } from '../pages/row.ts';
import { LIMITS } from '../pages/words.ts';
import { countedDiff } from '../text/word-diff.ts';

export const revisions = operation({
  name: 'revisions',
  summary: 'List what was done to a page, the latest first: by whom, when, and what changed.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      ...pagingFields(50),
    }),
  output: () =>
    z.strictObject({
      revisions: z.array(
        z.strictObject({
          change: z.number().check(z.describe('Its number; revert takes it')),
          ...changeFields(),
          made: z.optional(z.boolean().check(z.describe('true: this made the page'))),
          ...differenceFields(),
        }),
      ),
      slug: z.string(),
      total: z.optional(z.number()),
      more_than: z.optional(z.number()),
      next_cursor: z.optional(z.string()),
    }),
  run(store, { page, limit = 20, cursor }) {
    const row = findPage(store, page);
    const before =
      cursor === undefined ? Number.MAX_SAFE_INTEGER : fromCursor(cursor, ['number'])[0];
    const found = revisionsBefore(store, row.id, before, limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      revisions: shown.map((revision) => toRevision(store, row, revision)),
      slug: row.slug,
      ...count(store, 'revisions WHERE page_id = ?', row.id),
      ...(found.length > limit && last !== undefined
        ? { next_cursor: toCursor([last.change]) }
        : {}),
    };
  },
});

function toRevision(store: Store, row: PageRow, revision: Revision) {
  const { change, before, isNewText, client, origin, ...who } = revision;
  const wrote = before === undefined || isNewText;
  const old = before === undefined ? '' : textAfter(store, row, change - 1).text;
  return {
    change,
    ...who,
    ...given('client', client),
    ...given('origin', origin),
    ...(before === undefined ? { made: true } : {}),
    fields: differences(before, metadataAfter(store, row, change)),
    ...(wrote ? { words: countedDiff(old, textAfter(store, row, change).text) } : {}),
  };
}
