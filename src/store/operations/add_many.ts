import * as z from 'zod/mini';

import { fields, optional, texts } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { addPages } from '../pages/add.ts';
import { writtenShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import { givenFields } from './add.ts';

export const addMany = operation({
  name: 'add_many',
  summary: 'Add several pages at once, all or none.',
  effect: 'adds',
  doors: { cli: 'add', http: true, mcp: false },
  input: () =>
    fields({
      texts: texts('One page each, in order', 100, LIMITS.text),
      files: optional(texts('The file of each page, by its id; "" for none', 100, 256)),
      ...givenFields(),
    }),
  output: () => z.strictObject({ pages: z.array(writtenShape()) }),
  async run(store, { texts, files, key, ...given }, caller) {
    const wanted = retryKey(caller, 'add_many', key, { texts, files, ...given });
    const parts = texts.map((text, i) => ({ text, files: [files?.[i] ?? ''].filter(Boolean) }));
    return { pages: await addPages(store, caller, parts, given, wanted) };
  },
});
