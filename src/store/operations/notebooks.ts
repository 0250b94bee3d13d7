import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod/mini';

import { invalid } from '../errors.ts';
import { fields, flag, optional, text } from '../fields.ts';
import { collectionName } from '../notebooks/collection.ts';
import { addNotebook, notebookNamed, notebooks } from '../notebooks/mirrored.ts';
import { removeNotebook } from '../notebooks/remove.ts';
import { syncNotebook } from '../notebooks/sync.ts';
import { operation } from '../operation.ts';
import { mayOnlyHere } from '../pages/may.ts';

const MAY = 'keep notebooks';
const doors = { cli: 'notebook', http: false, mcp: false } as const;
const NAME = 100;

const syncShape = () =>
  z.strictObject({
    name: z.string(),
    folder: z.string(),
    files: z.number(),
    added: z.number(),
    changed: z.number(),
    moved: z.number().check(z.describe('Renamed files, which kept their pages')),
    trashed: z.number().check(z.describe('Pages whose files are gone')),
    unchanged: z.number(),
    kept: z.number().check(z.describe('Other files, beside the pages')),
    skipped_by_reason: z.record(z.string(), z.number()),
    failed: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
    failed_total: z.number(),
    change: z.optional(z.number()),
    missing: z.optional(z.literal(true)),
  });

export const notebookAdd = operation({
  name: 'notebook_add',
  summary: 'Mirror a folder of Markdown: its pages follow its files, which stay as they are.',
  effect: 'adds',
  doors,
  input: () =>
    fields({
      dir: text('The folder', 4096),
      name: optional(text("What the notebook is called; the folder's name unless said", NAME)),
      ticks: optional(flag('Ticking an item here changes its one character in the file')),
    }),
  output: syncShape,
  run(store, { dir, name, ticks = false }, caller, progress) {
    mayOnlyHere(caller, MAY);
    const path = resolve(dir);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw invalid(`There is no folder ${dir}.`, { field: 'dir' });
    }
    const notebook = addNotebook(store, {
      name: collectionName(name, path),
      folder: realpathSync(path),
      ticks: ticks ? 1 : 0,
    });
    return syncNotebook(store, notebook, progress);
  },
});

export const notebookList = operation({
  name: 'notebook_list',
  summary: 'List the folders that are mirrored.',
  effect: 'reads',
  doors,
  input: () => fields({}),
  output: () =>
    z.strictObject({
      notebooks: z.array(
        z.strictObject({
          name: z.string(),
          folder: z.string(),
          pages: z.number(),
          ticks: z.boolean(),
          synced: z.optional(z.string().check(z.describe('When it was read last'))),
        }),
      ),
    }),
  run(store, _input, caller) {
    mayOnlyHere(caller, MAY);
    return {
      notebooks: notebooks(store).map(({ name, folder, ticks, synced }) => ({
        name,
        folder,
        ticks: ticks === 1,
        pages:
          store.get<{ n: number }>(
            'SELECT count(*) AS n FROM pages WHERE collection = ? AND trashed IS NULL',
            name,
          )?.n ?? 0,
        ...(synced === null ? {} : { synced }),
      })),
    };
  },
});

export const notebookSync = operation({
  name: 'notebook_sync',
  summary: 'Read mirrored folders again.',
  effect: 'edits',
  doors,
  input: () => fields({ name: optional(text('Only this notebook', NAME)) }),
  output: () => z.strictObject({ notebooks: z.array(syncShape()) }),
  async run(store, { name }, caller, progress) {
    mayOnlyHere(caller, MAY);
    const wanted = name === undefined ? notebooks(store) : [notebookNamed(store, name)];
    const answers = [];
    for (const notebook of wanted) answers.push(await syncNotebook(store, notebook, progress));
    return { notebooks: answers };
  },
});

export const notebookRemove = operation({
  name: 'notebook_remove',
  summary: 'Mirror a folder no longer; its pages go to the trash.',
  effect: 'edits',
  doors,
  input: () =>
    fields({
      name: text('The notebook', NAME),
      keep: optional(flag('Keep its pages, as if they had been imported')),
    }),
  output: () =>
    z.strictObject({
      name: z.string(),
      folder: z.string(),
      pages: z.number().check(z.describe('How many went to the trash, or stay')),
      change: z.optional(z.number()),
    }),
  run(store, { name, keep = false }, caller, progress) {
    mayOnlyHere(caller, MAY);
    return removeNotebook(store, caller, notebookNamed(store, name), keep, progress);
  },
});
