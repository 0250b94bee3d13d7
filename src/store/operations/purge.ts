import * as z from 'zod/mini';

import { asScrapError } from '../database/failure.ts';
import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { fields, flag, optional, texts } from '../fields.ts';
import { removeUnused } from '../files/remove.ts';
import { makeChange } from '../history/change.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { mayOnlyHere, refuseMirrored } from '../pages/may.ts';
import { purgePage, wipe } from '../pages/purge.ts';
import type { PageRow } from '../pages/row.ts';
import { LIMITS } from '../pages/words.ts';

export const purge = operation({
  name: 'purge',
  summary: 'Remove pages and all their revisions for ever; only a backup brings them back.',
  effect: 'edits',
  doors: { cli: true, http: false, mcp: false },
  input: () =>
    fields({
      pages: texts('Their slugs, paths, URLs or [[links]]; all or none', 50, LIMITS.title),
      yes: optional(flag('Really; without it, only say which')),
    }),
  output: () =>
    z.strictObject({
      pages: z.array(z.strictObject({ slug: z.string(), title: z.string() })),
      purged: z.boolean(),
      change: z.optional(z.number()),
      warnings: z.optional(z.array(z.string())),
    }),
  run(store, { pages: names, yes = false }, caller) {
    mayOnlyHere(caller, 'purge pages');
    if (names.length === 0) throw invalid('Name at least one page.', { field: 'pages' });
    if (!yes) return { pages: named(findAll(store, names)), purged: false };
    const { files, ...done } = makeChange(store, caller, { operation: 'purge' }, (change) => {
      const rows = findAll(store, names);
      const files = rows.flatMap((row) => purgePage(store, change, row));
      return { pages: named(rows), purged: true, change: change.number, files };
    });
    removeUnused(store, files);
    return { ...done, ...overwritten(store) };
  },
});

function findAll(store: Store, names: readonly string[]): PageRow[] {
  const rows = names.map((name) => findPage(store, name));
  // one in the trash has no file any more that would bring it back
  for (const row of rows) if (row.trashed === null) refuseMirrored(store, row);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function named(rows: readonly PageRow[]): { slug: string; title: string }[] {
  return rows.map(({ slug, title }) => ({ slug, title }));
}

/** The pages are gone by now, so that a failure here is only told. */
function overwritten(store: Store): { warnings?: string[] } {
  try {
    wipe(store);
    return {};
  } catch (error) {
    const failure = asScrapError(error, store.file);
    if (!(failure instanceof ScrapError)) throw failure;
    const warning =
      'The pages are gone, but their bytes could not be overwritten on the disk yet, since the store is in use. Stop scrap serve and purge another page to do that.';
    return { warnings: [warning] };
  }
}
