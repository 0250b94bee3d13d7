import { invalid, ScrapError } from '../errors.ts';
import { fields, optional, text, whole } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { tickFile } from '../notebooks/tick-file.ts';
import { type Caller, operation } from '../operation.ts';
import type { Store } from '../database/store.ts';
import { findPage } from '../pages/find.ts';
import { hasTicks, isMirrored, mayEdit, refuseMirrored } from '../pages/may.ts';
import { contentOf, storedContent } from '../pages/content.ts';
import { editInside } from '../pages/edit-meta.ts';
import { rewrite } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { replacePage } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { refuseTrashed } from '../pages/trashed.ts';
import { LIMITS } from '../pages/words.ts';
import { tick } from '../text/tick.ts';

const input = () =>
  fields({
    page: text('Its slug, path, URL or [[link]]', LIMITS.title),
    line: optional(whole('The line of a checkbox in its text, from 1', 1, 10_000_000)),
    expect: optional(
      text('The text after that box, as it was seen; another text there is a conflict', 10_000),
    ),
    key: optional(text('The same for a retry', LIMITS.key)),
  });

const doors = { cli: true, http: true, mcp: false } as const;

export const done = operation({
  name: 'done',
  summary: 'Tick a todo, or a checkbox line of a page.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: writtenShape,
  run: (store, input, caller) => mark(store, caller, 'done', input),
});

export const reopen = operation({
  name: 'reopen',
  summary: 'Open a todo again, or untick a checkbox line.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: writtenShape,
  run: (store, input, caller) => mark(store, caller, 'reopen', input),
});

interface Marked {
  readonly page: string;
  readonly line?: number | undefined;
  readonly expect?: string | undefined;
  readonly key?: string | undefined;
}

function mark(store: Store, caller: Caller, operation: 'done' | 'reopen', marked: Marked) {
  const { key, ...what } = marked;
  mayEdit(caller, 'tick todos');
  return rewrite(store, caller, {
    operation,
    key: retryKey(caller, operation, key, what),
    find() {
      const row = findPage(store, what.page);
      refuseTrashed(row);
      if (what.line === undefined || !hasTicks(store, row)) refuseMirrored(store, row);
      return row;
    },
    plan: (row, text) =>
      what.line === undefined
        ? markPage(store, row, operation)
        : { text: markLine(store, row, text, what.line, what.expect, operation) },
    write(change, row, content) {
      if (isMirrored(store, row)) tickFile(store, row, content.text);
      return replacePage(store, change, row, content);
    },
  });
}

/** Into the front matter where the page has its status there, as `edit_meta` does. */
async function markPage(store: Store, row: PageRow, operation: 'done' | 'reopen') {
  if (row.kind !== 'todo') {
    throw invalid(
      `${row.slug} is a ${row.kind}, not a todo. To tick a checkbox in it, give its line: --line 3`,
    );
  }
  const about = { path: row.path, encoding: row.encoding, at: row.created };
  return editInside(
    await storedContent(store, row),
    { status: operation === 'done' ? 'done' : 'open' },
    (text) => contentOf(text, about),
  );
}

function markLine(
  store: Store,
  row: PageRow,
  text: string,
  line: number,
  expect: string | undefined,
  operation: 'done' | 'reopen',
): string {
  const item = store.get<{ text: string }>(
    'SELECT text FROM items WHERE page_id = ? AND line = ?',
    row.id,
    line,
  );
  const next = item === undefined ? undefined : tick(text, line, operation === 'done' ? 'x' : ' ');
  if (item === undefined || next === undefined || (expect !== undefined && item.text !== expect)) {
    throw new ScrapError(
      'conflict',
      `Line ${line} of ${row.slug} is not that checkbox any more. List the todos again: scrap todos`,
      { reason: 'text_moved', slug: row.slug },
    );
  }
  return next;
}
