import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod/mini';

import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { restoreFrom } from '../export/restore.ts';
import { fields, flag, optional, text } from '../fields.ts';
import { collectionName } from '../notebooks/collection.ts';
import { importFolder } from '../notebooks/folder.ts';
import { Report } from '../notebooks/report.ts';
import { operation } from '../operation.ts';
import { isMirrored, mayOnlyHere } from '../pages/may.ts';

const left = () => z.array(z.strictObject({ path: z.string(), reason: z.string() }));

export const importFiles = operation({
  name: 'import',
  summary: 'Copy a folder of Markdown into the store, or read a jsonl export.',
  effect: 'adds',
  doors: { cli: true, http: false, mcp: false },
  words: 'dir',
  input: () =>
    fields({
      dir: text('The folder, or a file that export --format jsonl made', 4096),
      name: optional(text("What the collection is called; the folder's name unless said", 100)),
      dry_run: optional(flag('Only say what would happen')),
    }),
  output: () =>
    z.strictObject({
      collection: z.optional(z.string()),
      files: z.number(),
      added: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      kept: z.number().check(z.describe('Other files, beside the pages')),
      skipped: left(),
      skipped_by_reason: z.record(z.string(), z.number()),
      failed: left(),
      failed_total: z.number(),
      conflicts: z.array(z.strictObject({ path: z.string(), slug: z.string() })),
      conflicts_total: z.number(),
      change: z.optional(z.number()),
      dry_run: z.optional(z.boolean()),
    }),
  async run(store, { dir, name, dry_run: dryRun = false }, caller, progress) {
    mayOnlyHere(caller, 'import');
    const path = resolve(dir);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw invalid(`There is no folder ${dir}.`, { field: 'dir' });
    if (stat.isDirectory()) {
      const collection = collectionName(name, path);
      refuseMirroredFolder(store, collection);
      return importFolder(store, caller, path, { collection, dryRun }, progress);
    }
    if (!path.endsWith('.jsonl')) throw noFolder(dir);
    if (name !== undefined || dryRun) {
      throw invalid('A jsonl export is read as it is, without --name and --dry-run.');
    }
    const pages = await restoreFrom(store, path, progress);
    return { ...new Report().answer, files: pages, added: pages };
  },
});

function noFolder(dir: string): ScrapError {
  return invalid(
    `${dir} is a file. To add it as a page: scrap add --file ${dir} · import takes a folder, or a .jsonl file that export made.`,
    { field: 'dir' },
  );
}

function refuseMirroredFolder(store: Store, collection: string): void {
  if (!isMirrored(store, { collection })) return;
  throw new ScrapError(
    'conflict',
    `The notebook "${collection}" is mirrored already: scrap notebook sync ${collection}. To copy another folder, give it another --name.`,
    { reason: 'mirrored' },
  );
}
