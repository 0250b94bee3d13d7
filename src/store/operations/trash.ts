import type { Store } from '../database/store.ts';
import { fields, optional, text } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { mayEdit, refuseMirrored } from '../pages/may.ts';
import { rewrite } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { setTrashed } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';

const input = () =>
  fields({
    page: text('Its slug, path, URL or [[link]]', LIMITS.title),
    key: optional(text('The same for a retry', LIMITS.key)),
  });

const doors = { cli: true, http: true, mcp: false } as const;

export const trash = operation({
  name: 'trash',
  summary: 'Move a page to the trash.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: writtenShape,
  run(store, { page, key }, caller) {
    mayEdit(caller, 'trash pages');
    return rewrite(store, caller, {
      operation: 'trash',
      key: retryKey(caller, 'trash', key, { page }),
      find: () => findOwn(store, page),
      plan: () => ({}),
      write: (change, row) => setTrashed(store, change, row, row.trashed ?? change.at),
    });
  },
});

export const untrash = operation({
  name: 'untrash',
  summary: 'Take a page out of the trash.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: writtenShape,
  run(store, { page, key }, caller) {
    mayEdit(caller, 'take pages out of the trash');
    return rewrite(store, caller, {
      operation: 'untrash',
      key: retryKey(caller, 'untrash', key, { page }),
      find: () => findOwn(store, page),
      plan: () => ({}),
      write: (change, row) => setTrashed(store, change, row, null),
    });
  },
});

function findOwn(store: Store, page: string): PageRow {
  const row = findPage(store, page);
  refuseMirrored(store, row);
  return row;
}
