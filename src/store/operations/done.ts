import * as z from 'zod/mini';

import { invalid, ScrapError } from '../errors.ts';
import { fields, optional, text, whole } from '../fields.ts';
import type { Change } from '../history/change.ts';
import { retryKey } from '../history/keys.ts';
import { tickFile } from '../notebooks/tick-file.ts';
import { type Caller, operation } from '../operation.ts';
import type { Store } from '../database/store.ts';
import { findPage } from '../pages/find.ts';
import { hasTicks, isMirrored, mayEdit, refuseMirrored } from '../pages/may.ts';
import { aboutPage, contentOf, storedContent } from '../pages/content.ts';
import { editInside } from '../pages/edit-meta.ts';
import { given } from '../pages/given.ts';
import { type Next, rewrite } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { replacePage } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { succession, UNREAD } from '../pages/successor.ts';
import { todayOf } from '../pages/today.ts';
import { refuseTrashed } from '../pages/trashed.ts';
import { LIMITS } from '../pages/words.ts';
import { tick, untick } from '../text/tick.ts';

const input = () =>
  fields({
    page: text('Its slug, path, URL or [[link]]', LIMITS.title),
    line: optional(whole('The line of a checkbox in its text, from 1', 1, 10_000_000)),
    expect: optional(
      text('The text after that box, as it was seen; another text there is a conflict', 10_000),
    ),
    key: optional(text('The same for a retry', LIMITS.key)),
  });

/** A write, and what follows a todo that repeats: a page, or a line of the same one. */
const markedShape = () =>
  z.extend(writtenShape(), {
    next: z.optional(
      z.strictObject({
        slug: z.string(),
        line: z.optional(z.number()),
        due: z.optional(z.string()),
      }),
    ),
  });

const doors = { cli: true, http: true, mcp: false } as const;

export const done = operation({
  name: 'done',
  summary: 'Tick a todo, or a checkbox line of a page.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: markedShape,
  run: (store, input, caller) => mark(store, caller, 'done', input),
});

export const reopen = operation({
  name: 'reopen',
  summary: 'Open a todo again, or untick a checkbox line.',
  effect: 'edits',
  doors,
  words: 'page',
  input,
  output: markedShape,
  run: (store, input, caller) => mark(store, caller, 'reopen', input),
});

interface Marked {
  readonly page: string;
  readonly line?: number | undefined;
  readonly expect?: string | undefined;
  readonly key?: string | undefined;
}

/** A page as it becomes, with what that brings besides. */
interface Marking {
  readonly next: Next;
  /** Writes the rest, in the same change; gives what follows now. */
  readonly write: (change: Change) => Follower | undefined;
  readonly warnings: readonly string[];
}

interface Follower {
  readonly slug: string;
  readonly line?: number;
  readonly due?: string;
}

async function mark(store: Store, caller: Caller, operation: 'done' | 'reopen', marked: Marked) {
  const { key, ...what } = marked;
  mayEdit(caller, 'tick todos');
  const today = todayOf(store, caller);
  let marking: Marking | undefined;
  let next: Follower | undefined;
  const page = await rewrite(store, caller, {
    operation,
    key: retryKey(caller, operation, key, what),
    find() {
      const row = findPage(store, what.page);
      refuseTrashed(row);
      if (what.line === undefined || !hasTicks(store, row)) refuseMirrored(store, row);
      return row;
    },
    async plan(row, text) {
      marking =
        what.line === undefined
          ? await markPage(store, row, operation, today)
          : markLine(store, row, text, { ...what, line: what.line, operation, today });
      return marking.next;
    },
    write(change, row, content) {
      if (isMirrored(store, row)) tickFile(store, row, content.text);
      const now = replacePage(store, change, row, content);
      next = marking?.write(change);
      return now;
    },
  });
  if (!page.created || marking === undefined) return page;
  const warnings = [...(page.warnings ?? []), ...marking.warnings];
  return { ...page, ...given('next', next), ...(warnings.length === 0 ? {} : { warnings }) };
}

/** Into the front matter where the page has its status there, as `edit_meta` does. */
async function markPage(
  store: Store,
  row: PageRow,
  operation: 'done' | 'reopen',
  today: string,
): Promise<Marking> {
  if (row.kind !== 'todo') {
    throw invalid(
      `${row.slug} is a ${row.kind}, not a todo. To tick a checkbox in it, give its line: --line 3`,
    );
  }
  const about = aboutPage(row);
  const before = await storedContent(store, row);
  const status = operation === 'done' ? 'done' : 'open';
  const next = await editInside(before, { status }, (text) => contentOf(store, text, about));
  const after = await storedContent(store, row, next);
  const follows = await succession(store, row, before, after, today);
  return {
    next,
    warnings: follows?.warnings ?? [],
    write(change) {
      const page = follows?.write(change);
      return page && { slug: page.slug, ...given('due', page.due) };
    },
  };
}

function markLine(
  store: Store,
  row: PageRow,
  text: string,
  what: {
    readonly line: number;
    readonly expect?: string | undefined;
    readonly operation: 'done' | 'reopen';
    readonly today: string;
  },
): Marking {
  const { line, expect, operation, today } = what;
  const item = store.get<{ text: string }>(
    'SELECT text FROM items WHERE page_id = ? AND line = ?',
    row.id,
    line,
  );
  if (item === undefined || (expect !== undefined && item.text !== expect)) {
    throw moved(store, row, line, expect);
  }
  const ticked = operation === 'done' ? tick(text, line, today) : untick(text, line);
  if (ticked === undefined) throw moved(store, row, line, expect);
  return {
    next: { text: ticked.text },
    warnings: ticked.unread === true ? [UNREAD] : [],
    write() {
      if (ticked.nextLine === undefined) return undefined;
      const { due } =
        store.get<{ due: string | null }>(
          'SELECT due FROM items WHERE page_id = ? AND line = ?',
          row.id,
          ticked.nextLine,
        ) ?? {};
      return { slug: row.slug, line: ticked.nextLine, ...given('due', due) };
    },
  };
}

/** `details.line` is where the text that was expected stands now, when it does so once. */
function moved(store: Store, row: PageRow, line: number, expect: string | undefined): ScrapError {
  const there =
    expect === undefined
      ? []
      : store.all<{ line: number }>(
          'SELECT line FROM items WHERE page_id = ? AND text = ? LIMIT 2',
          row.id,
          expect,
        );
  return new ScrapError(
    'conflict',
    `Line ${line} of ${row.slug} is not that checkbox any more. List the todos again: scrap todos`,
    {
      reason: 'text_moved',
      slug: row.slug,
      ...(there.length === 1 ? { line: there[0]?.line } : {}),
    },
  );
}
