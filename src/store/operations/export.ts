import { resolve } from 'node:path';

import * as z from 'zod/mini';

import { invalid } from '../errors.ts';
import { exportFolder } from '../export/folder.ts';
import { FORMATS } from '../export/pieces.ts';
import { fields, flag, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';

export const exportPages = operation({
  name: 'export',
  summary: 'Write all pages as files into a folder.',
  effect: 'reads',
  doors: { cli: true, http: false, mcp: false },
  words: 'dir',
  input: () =>
    fields({
      dir: text('The folder to write into', 4096),
      force: optional(flag('Also into a folder that is not empty')),
      raw: optional(flag('Only the texts, nothing of what scrap knows beside them')),
    }),
  output: () =>
    z.strictObject({
      dir: z.string(),
      files: z.number(),
      amended: z.number().check(z.describe('Files whose front matter got lines of its own')),
      kept: z.number().check(z.describe('Photos and other files beside them')),
      lost: z.number().check(z.describe('Those whose bytes are gone from the disk of the store')),
    }),
  run(store, { dir, force = false, raw = false }, _caller, progress) {
    const format = FORMATS.find((each) => each === dir);
    if (format !== undefined) {
      throw invalid(
        `"${dir}" is a format. Write: scrap export --format ${dir}, or ./${dir} for a folder of this name.`,
        { field: 'dir' },
      );
    }
    return exportFolder(store, resolve(dir), { force, raw }, progress);
  },
});
