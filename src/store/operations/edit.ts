import { ScrapError } from '../errors.ts';
import { fields, optional, text, whole } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { aboutPage, contentOf } from '../pages/content.ts';
import { findPage } from '../pages/find.ts';
import { mayEdit, refuseMirrored } from '../pages/may.ts';
import { endedOverlay } from '../pages/ended.ts';
import { enqueueFetch, linkAddress, withoutFetched } from '../pages/link.ts';
import { rewrite } from '../pages/rewrite.ts';
import { textOf } from '../pages/row.ts';
import { replacePage } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { refuseTrashed } from '../pages/trashed.ts';
import { LIMITS } from '../pages/words.ts';

export const edit = operation({
  name: 'edit',
  summary: "Replace a page's text.",
  effect: 'edits',
  doors: { cli: true, http: true, mcp: false },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      text: text('The whole new text', LIMITS.text),
      revision: whole('The revision the edit started from', 1, Number.MAX_SAFE_INTEGER),
      key: optional(text('The same for a retry of the same edit', LIMITS.key)),
    }),
  output: writtenShape,
  async run(store, { page, text, revision, key }, caller) {
    mayEdit(caller, 'edit text');
    const found = findPage(store, page);
    const about = aboutPage(found);
    const [was, becomes] = await Promise.all([
      contentOf(store, textOf(store, found.id), about),
      contentOf(store, text, about),
    ]);
    return rewrite(store, caller, {
      operation: 'edit',
      key: retryKey(caller, 'edit', key, { page, text, revision }),
      find() {
        const row = findPage(store, page);
        refuseTrashed(row);
        refuseMirrored(store, row);
        return row;
      },
      plan(row, before) {
        if (row.revision !== revision) {
          throw new ScrapError(
            'conflict',
            `${row.slug} has changed since you began (revision ${revision}, now ${row.revision}). Read it again and put your change into what is there now.`,
            { reason: 'text_moved', slug: row.slug, revision: row.revision },
          );
        }
        const overlay = endedOverlay(row, was.derived, becomes.derived);
        return { text, overlay: withoutFetched(overlay, before, text) };
      },
      write(change, row, content) {
        const before = textOf(store, row.id);
        const now = replacePage(store, change, row, content);
        const address = linkAddress(now.kind, text);
        if (address !== undefined && address !== linkAddress(row.kind, before)) {
          enqueueFetch(store, row.id);
        }
        return now;
      },
    });
  },
});
