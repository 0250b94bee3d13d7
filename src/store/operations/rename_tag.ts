import * as z from 'zod/mini';

import { invalid, ScrapError } from '../errors.ts';
import type { Store } from '../database/store.ts';
import { fields, flag, optional, text } from '../fields.ts';
import { slugsOf } from '../history/changes.ts';
import { keepKey, replay, retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { asTag } from '../pages/add.ts';
import { pagesWithTag, planRenaming } from '../pages/rename-tag.ts';
import { rewritePages } from '../pages/rewrite.ts';
import { tagAndBelow } from '../pages/tags.ts';
import { LIMITS } from '../pages/words.ts';
import { type Renaming, renaming } from '../text/rename-tags.ts';
import { tagKey } from '../text/tag.ts';

const shape = () =>
  z.strictObject({
    from: z.string(),
    to: z.string(),
    merges: z.optional(
      z.boolean().check(z.describe('Whether pages had the new tag before; not told again')),
    ),
    pages: z.array(z.string()).check(z.describe('The slugs of at most 50 of them')),
    count: z.number().check(z.describe('How many pages it renames the tag on')),
    change: z.optional(z.number().check(z.describe('Absent when nothing was changed'))),
    created: z.boolean().check(z.describe('false: a dry run, or this key had already done it')),
  });

type Renamed = z.output<ReturnType<typeof shape>>;

export const renameTag = operation({
  name: 'rename_tag',
  summary: 'Rename a tag and those below it on all pages; with a tag there already, merge them.',
  effect: 'edits',
  doors: { cli: 'rename-tag', http: true, mcp: true },
  input: () =>
    fields({
      from: text('The tag as it is', LIMITS.tag),
      to: text('What it becomes; may be there already', LIMITS.tag),
      dry_run: optional(flag('Only say which pages it would change')),
      origin: optional(
        text('What this is done for: a session, a repository, a task', LIMITS.origin),
      ),
      key: optional(text('The same for a retry', LIMITS.key)),
    }),
  output: shape,
  async run(store, { dry_run = false, origin, key, ...given }, caller) {
    const [from, to] = [asTag(given.from), asTag(given.to)];
    const isSame = tagKey(from) === tagKey(to);
    if (isSame && (from === to || caller.author !== 'me')) {
      throw invalid(`#${to} is the same tag. Give it another name.`, { field: 'to' });
    }
    const rename = renaming(from, to);
    const wanted = retryKey(caller, 'rename_tag', key, given);
    const merges = !isSame && hasPages(store, to);
    if (dry_run) {
      const pages = pagesWithTag(store, from);
      return { from, to, merges, ...counted(pages), created: false };
    }
    return rewritePages<Renamed>(
      store,
      caller,
      { operation: 'rename_tag', origin },
      {
        already() {
          const change = replay(store, wanted, { purged: true })?.change;
          if (change === undefined) return undefined;
          return { from, to, ...renamedBy(store, change), change, created: false };
        },
        async plan() {
          const pages = pagesWithTag(store, from);
          if (pages.length === 0) throw noSuchTag(from);
          const planned = [];
          for (const row of pages) planned.push(await planRenaming(store, caller, row, rename));
          return planned;
        },
        answer(change, rows) {
          if (isSame) respell(store, from, rename);
          keepKey(
            store,
            change,
            wanted,
            rows.slice(0, 1).map(({ id }) => id),
          );
          return { from, to, merges, ...counted(rows), change: change.number, created: true };
        },
      },
    );
  },
});

function hasPages(store: Store, tag: string): boolean {
  const ids = tagAndBelow(store, tag).join(',');
  return store.get(`SELECT 1 FROM page_tags WHERE tag_id IN (${ids}) LIMIT 1`) !== undefined;
}

function counted(pages: readonly { slug: string }[]): { pages: string[]; count: number } {
  return { pages: pages.slice(0, 50).map(({ slug }) => slug), count: pages.length };
}

function renamedBy(store: Store, change: number): { pages: string[]; count: number } {
  const row = store.get<{ pages: number }>('SELECT pages FROM changes WHERE number = ?', change);
  return { pages: slugsOf(store, change), count: row?.pages ?? 0 };
}

/** Another spelling of the same tag: it is shown so from now on. */
function respell(store: Store, from: string, rename: Renaming): void {
  for (const id of tagAndBelow(store, from)) {
    const tag = store.get<{ shown: string }>('SELECT shown FROM tags WHERE id = ?', id)?.shown;
    const shown = tag === undefined ? undefined : rename(tag);
    if (shown !== undefined) store.run('UPDATE tags SET shown = ? WHERE id = ?', shown, id);
  }
}

function noSuchTag(tag: string): ScrapError {
  return new ScrapError('not_found', `No page has the tag #${tag}. List them: tags`, {
    reason: 'tag',
  });
}
