import * as z from 'zod/mini';

import { fields, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { chooser, chosenShape, choosing } from '../pages/chosen-fields.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { count, pagingFields } from '../pages/list.ts';
import { listShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import { tagKey } from '../text/tag.ts';

const tagShape = () => z.strictObject({ tag: z.string(), pages: z.number() });

export const tags = operation({
  name: 'tags',
  summary: 'List the tags, the most used first.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  words: 'prefix',
  input: () =>
    fields({
      prefix: optional(text('Only tags that begin like this', LIMITS.tag)),
      ...pagingFields(1000, 200),
      ...choosing(),
    }),
  output: () => listShape('tags', chosenShape(tagShape(), ['tag'])),
  run(store, { prefix, limit = 200, cursor, fields: chosen }) {
    const choose = chooser<{ tag: string; pages: number }, 'tag'>(chosen, tagShape, ['tag']);
    const start = tagKey(prefix ?? '');
    const from = 'tags WHERE pages > 0 AND name >= ? AND name < ?';
    const range = [start, `${start}\u{10FFFF}`];
    const [pages, name] =
      cursor === undefined
        ? [Number.MAX_SAFE_INTEGER, '']
        : fromCursor(cursor, ['number', 'string']);
    const rows = store.all<{ name: string; shown: string; pages: number }>(
      `SELECT name, shown, pages FROM ${from} AND (pages < ? OR (pages = ? AND name > ?))
       ORDER BY pages DESC, name LIMIT ?`,
      ...range,
      pages,
      pages,
      name,
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      tags: shown.map((row) => choose({ tag: row.shown, pages: row.pages })),
      ...count(store, from, ...range),
      ...(rows.length > limit && last !== undefined
        ? { next_cursor: toCursor([last.pages, last.name]) }
        : {}),
    };
  },
});
