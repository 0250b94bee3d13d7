import { invalid } from '../errors.ts';
import { choice, fields, flag, optional, text, texts, whole } from '../fields.ts';
import { MOST_FILES } from '../files/attach.ts';
import { retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { addPages } from '../pages/add.ts';
import { appendToPage } from '../pages/append.ts';
import { writtenShape } from '../pages/shape.ts';
import { KINDS, LIMITS, STATUSES } from '../pages/words.ts';

/** The metadata that a text may be added with, here and in `add_many`. */
export const givenFields = () => ({
  title: optional(text('Its title; else its first heading or line', LIMITS.title)),
  kind: optional(choice('What it is; a todo is one with due, status or priority', KINDS)),
  status: optional(choice('How far a todo has come', STATUSES)),
  due: optional(text('A day: today, friday, +3d, eom or 2026-12-24', 60)),
  scheduled: optional(text('The day it is planned for, spelled like due', 60)),
  start: optional(text('The day before which it cannot be begun', 60)),
  repeat: optional(text('How it comes again once done: every week, every month on the 31st', 200)),
  priority: optional(whole('From 1 (highest) to 5', 1, 5)),
  tags: optional(texts('Its tags, besides the #tags in the text', LIMITS.tags, LIMITS.tag)),
  fetch: optional(flag('false (--no-fetch) keeps a link without looking where it leads')),
  origin: optional(text('What it was written for: a session, a repository, a task', LIMITS.origin)),
  key: optional(text('The same for a retry: the same write twice is then one page', LIMITS.key)),
});

export const add = operation({
  name: 'add',
  summary: 'Add a page, or append a section to one.',
  effect: 'adds',
  doors: { cli: true, http: true, mcp: 'write' },
  words: 'text',
  input: () =>
    fields({
      text: text('What to keep, in Markdown', LIMITS.text),
      ...givenFields(),
      files: optional(
        texts('Files to keep with it, by the ids of POST /api/files', MOST_FILES, 256),
      ),
      to: optional(text('Append to this page instead of adding one', LIMITS.title)),
      section: optional(
        text('With to: the heading to append under; made where it is missing', LIMITS.title),
      ),
    }),
  output: writtenShape,
  async run(store, { to, section, text, files, ...given }, caller) {
    const { key, ...metadata } = given;
    if (to === undefined) {
      if (section !== undefined) throw invalid('"section" goes with "to", the page to append to.');
      const wanted = retryKey(caller, 'add', key, { text, files, ...metadata });
      const part = { text, ...(files === undefined ? {} : { files }) };
      const [page] = await addPages(store, caller, [part], metadata, wanted);
      if (page === undefined) throw new Error('one text gave no page');
      return page;
    }
    const { origin, ...rest } = metadata;
    if (files !== undefined) {
      throw invalid('"files" is for a new page; add one, and link to it from the other.');
    }
    const surplus = Object.keys(rest).find((name) => rest[name as keyof typeof rest] !== undefined);
    if (surplus !== undefined) {
      throw invalid(`"${surplus}" is for a new page; leave it out when appending with "to".`);
    }
    const wanted = retryKey(caller, 'append', key, { text, to, section });
    return appendToPage(store, caller, { to, section, text, origin }, wanted);
  },
});
