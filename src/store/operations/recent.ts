import { fields, flag, optional } from '../fields.ts';
import { operation } from '../operation.ts';
import { chooser, chosenShape, choosing } from '../pages/chosen-fields.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { count, pagingFields } from '../pages/list.ts';
import { type Page, toPage } from '../pages/page.ts';
import type { PageRow } from '../pages/row.ts';
import { listShape, pageShape } from '../pages/shape.ts';

export const recent = operation({
  name: 'recent',
  summary: 'List the pages that were added or changed last, the latest first.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  input: () =>
    fields({
      ...pagingFields(),
      ...choosing(),
      imported: optional(flag('Also pages that were imported and not changed since')),
    }),
  output: () => listShape('pages', chosenShape(pageShape(), ['slug'])),
  run(store, { limit = 20, cursor, imported = false, fields: chosen }) {
    const choose = chooser<Page, 'slug'>(chosen, pageShape, ['slug']);
    // Named, since both indexes fit, and the other one would walk past every imported page.
    const from = imported
      ? 'pages INDEXED BY pages_by_revision WHERE trashed IS NULL'
      : 'pages INDEXED BY pages_recent WHERE trashed IS NULL AND quiet = 0';
    const [revision, id] =
      cursor === undefined
        ? [Number.MAX_SAFE_INTEGER, 0]
        : fromCursor(cursor, ['number', 'number']);
    const rows = store.all<PageRow>(
      `SELECT * FROM ${from} AND (revision, id) < (?, ?) ORDER BY revision DESC, id DESC LIMIT ?`,
      revision,
      id,
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      pages: shown.map((row) => choose(toPage(store, row))),
      ...count(store, from),
      ...(rows.length > limit && last !== undefined
        ? { next_cursor: toCursor([last.revision, last.id]) }
        : {}),
    };
  },
});
