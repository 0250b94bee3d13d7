import * as z from 'zod/mini';

import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { choice, fields, optional, text, texts } from '../fields.ts';
import type { Change } from '../history/change.ts';
import { keepKey, retryKey } from '../history/keys.ts';
import { type Caller, operation } from '../operation.ts';
import { asTag } from '../pages/add.ts';
import { aboutPage, contentOf, storedContent } from '../pages/content.ts';
import { editBeside, editInside, type MetaEdit } from '../pages/edit-meta.ts';
import { findPage } from '../pages/find.ts';
import { isMirrored, refuseMirrored } from '../pages/may.ts';
import { madeBefore, type Planned, rewritePages } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { replacePage } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { todayOf } from '../pages/today.ts';
import { succession } from '../pages/successor.ts';
import { refuseTrashed } from '../pages/trashed.ts';
import { KINDS, LIMITS, STATUSES } from '../pages/words.ts';
import { type Written, written } from '../pages/written.ts';
import { understandDay } from '../text/days.ts';
import { DAY_FIELDS } from '../text/item-fields.ts';
import { understandRepeat } from '../text/repeat-words.ts';

const NONE = 'none takes it away';

export const editMeta = operation({
  name: 'edit_meta',
  summary: 'Change kind, status, due, priority, title, tags or fields of pages; their text stays.',
  effect: 'edits',
  doors: { cli: 'edit-meta', http: true, mcp: true },
  input: () =>
    fields({
      pages: texts('Their slugs, paths, URLs or [[links]]; all or none', 50, LIMITS.title),
      kind: optional(choice(`What they are; ${NONE}`, [...KINDS, 'none'])),
      status: optional(choice(`How far a todo has come; ${NONE}`, [...STATUSES, 'none'])),
      due: optional(text(`A day: today, friday, +3d, eom or 2026-12-24; ${NONE}`, 60)),
      scheduled: optional(text(`The day it is planned for, spelled like due; ${NONE}`, 60)),
      start: optional(text(`The day before which it cannot be begun; ${NONE}`, 60)),
      repeat: optional(text(`How it comes again once done: every week; ${NONE}`, 200)),
      priority: optional(
        choice(`From 1 (highest) to 5; ${NONE}`, ['1', '2', '3', '4', '5', 'none']),
      ),
      title: optional(text(`Its title; ${NONE}, so that the text gives it`, LIMITS.title)),
      add_tags: optional(texts('Tags to add', LIMITS.tags, LIMITS.tag)),
      remove_tags: optional(texts('Tags to take away', LIMITS.tags, LIMITS.tag)),
      fields: optional(
        texts('Other fields, each as name=value; name=none takes it away', 20, 2_000),
      ),
      origin: optional(
        text('What this is done for: a session, a repository, a task', LIMITS.origin),
      ),
      key: optional(text('The same for a retry', LIMITS.key)),
    }),
  output: () => z.strictObject({ pages: z.array(writtenShape()) }),
  async run(store, { pages, origin, key, ...given }, caller) {
    if (pages.length === 0) throw invalid('Name at least one page.', { field: 'pages' });
    const edit = await editOf(store, caller, given);
    const wanted = retryKey(caller, 'edit_meta', key, { pages, ...given });
    return rewritePages<{ pages: Written[] }>(
      store,
      caller,
      { operation: 'edit_meta', origin },
      {
        already() {
          const made = madeBefore(store, wanted);
          return made === undefined ? undefined : { pages: made };
        },
        plan: () =>
          Promise.all(namedPages(store, pages).map((row) => plan(store, caller, row, edit))),
        answer(change, rows) {
          keepKey(
            store,
            change,
            wanted,
            rows.map((row) => row.id),
          );
          return { pages: rows.map((row) => written(store, row, change, true)) };
        },
      },
    );
  },
});

/** The pages, each once, in the order they were first named. */
function namedPages(store: Store, names: readonly string[]): PageRow[] {
  const rows = new Map<number, PageRow>();
  for (const name of names) {
    const row = findPage(store, name);
    refuseTrashed(row);
    rows.set(row.id, row);
  }
  return [...rows.values()];
}

async function plan(store: Store, caller: Caller, row: PageRow, edit: MetaEdit): Promise<Planned> {
  const content = await storedContent(store, row);
  const about = aboutPage(row);
  const isTheFiles = isMirrored(store, row);
  if (isTheFiles && Object.keys(edit).some((field) => !/^(?:add|remove)Tags$/.test(field))) {
    refuseMirrored(store, row);
  }
  const next =
    caller.author === 'me' && !isTheFiles
      ? await editInside(content, edit, (text) => contentOf(store, text, about))
      : editBeside(content, edit);
  const becomes = await storedContent(store, row, next);
  const follows = await succession(store, row, content, becomes, todayOf(store, caller));
  const write = (change: Change) => {
    const now = replacePage(store, change, row, becomes);
    follows?.write(change);
    return now;
  };
  return { row, write };
}

interface Given {
  readonly kind?: MetaEdit['kind'] | 'none' | undefined;
  readonly status?: MetaEdit['status'] | 'none' | undefined;
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
  readonly repeat?: string | undefined;
  readonly priority?: string | undefined;
  readonly title?: string | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

async function editOf(store: Store, caller: Caller, given: Given): Promise<MetaEdit> {
  const { kind, status, repeat, priority, title, add_tags, remove_tags, fields: other } = given;
  if (Object.values(given).every((value) => value === undefined)) {
    throw invalid('Say what to change: status, due, priority, kind, title, tags or fields.');
  }
  const days: Partial<Record<(typeof DAY_FIELDS)[number], string | null>> = {};
  for (const field of DAY_FIELDS) {
    const words = given[field];
    if (words === undefined) continue;
    days[field] = isNone(words) ? null : await understandDay(words, todayOf(store, caller));
  }
  return {
    ...(kind === undefined ? {} : { kind: kind === 'none' ? null : kind }),
    ...(status === undefined ? {} : { status: status === 'none' ? null : status }),
    ...days,
    ...(repeat === undefined ? {} : { repeat: understandRepeat(repeat) ?? null }),
    ...(priority === undefined ? {} : { priority: priority === 'none' ? null : Number(priority) }),
    ...(title === undefined ? {} : { title: isNone(title) ? null : title.trim() }),
    ...(add_tags === undefined ? {} : { addTags: add_tags.map(asTag) }),
    ...(remove_tags === undefined ? {} : { removeTags: remove_tags.map(asTag) }),
    ...(other === undefined ? {} : { fields: fieldsOf(caller, other) }),
  };
}

function isNone(words: string): boolean {
  return ['', 'none'].includes(words.trim().toLowerCase());
}

/** Names that mean something of their own, here or to every JavaScript object. */
const TAKEN: ReadonlySet<string> = new Set(
  'title kind status due scheduled start repeat priority tag tags slug alias aliases created date updated modified lastmod __proto__ constructor prototype'.split(
    ' ',
  ),
);

function fieldsOf(caller: Caller, given: readonly string[]): Map<string, string | null> {
  const all = new Map<string, string | null>();
  for (const one of given) {
    const equals = one.indexOf('=');
    const name = one.slice(0, Math.max(equals, 0)).trim();
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,59}$/u.test(name)) {
      throw invalid(
        'A field is written name=value, its name in letters, digits, "_", "." and "-".',
        { field: 'fields' },
      );
    }
    if (TAKEN.has(name.toLowerCase())) {
      throw invalid(`"${name}" is no field of its own; see the other inputs of edit_meta.`, {
        field: 'fields',
      });
    }
    if (name === 'pinned' && caller.author !== 'me') {
      throw new ScrapError('refused', 'Only the owner pins pages. Leave "pinned" out.', {
        reason: 'agent',
      });
    }
    const value = one.slice(equals + 1).trim();
    all.set(name, isNone(value) ? null : value);
  }
  return all;
}
