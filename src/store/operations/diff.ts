import * as z from 'zod/mini';

import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import { fields, optional, text, whole } from '../fields.ts';
import { differences } from '../history/metadata.ts';
import { metadataAfter, textAfter } from '../history/past.ts';
import { differenceFields } from '../history/shape.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import type { PageRow } from '../pages/row.ts';
import { LIMITS } from '../pages/words.ts';
import { countWords, wordDiff } from '../text/word-diff.ts';

export const diff = operation({
  name: 'diff',
  summary: 'Show what changed on a page between two of its revisions, in words.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: false },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      from: optional(
        whole(
          'As it was after this change; unless said, before the last one',
          0,
          Number.MAX_SAFE_INTEGER,
        ),
      ),
      to: optional(
        whole('As it was after this change; unless said, now', 0, Number.MAX_SAFE_INTEGER),
      ),
    }),
  output: () =>
    z.strictObject({
      slug: z.string(),
      title: z.string(),
      from: z.number(),
      to: z.number(),
      ...differenceFields(),
      pieces: z
        .array(z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }))
        .check(z.describe('The text in order; same and added make the later one')),
    }),
  run(store, { page, from, to }) {
    const row = findPage(store, page);
    const [earlier, later] = [from ?? (to ?? row.revision) - 1, to ?? row.revision];
    const made = madeBy(store, row);
    if (later < made) throw notYet(row, made);
    const exists = earlier >= made;
    const before = exists ? textAfter(store, row, earlier).text : '';
    const pieces = wordDiff(before, textAfter(store, row, later).text);
    const was = exists ? metadataAfter(store, row, earlier) : undefined;
    return {
      slug: row.slug,
      title: row.title,
      from: earlier,
      to: later,
      fields: differences(was, metadataAfter(store, row, later)),
      ...(pieces.every(({ kind }) => kind === 'same') ? {} : { words: countWords(pieces) }),
      pieces,
    };
  },
});

/** The number of the change that made the page. */
function madeBy(store: Store, row: PageRow): number {
  const first = store.get<{ change: number | null }>(
    'SELECT min(change) AS change FROM revisions WHERE page_id = ?',
    row.id,
  );
  return first?.change ?? 0;
}

function notYet(row: PageRow, made: number): ScrapError {
  return new ScrapError(
    'not_found',
    `${row.slug} was made by change ${made}; there is nothing of it before.`,
    { reason: 'revision' },
  );
}
