import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import { following } from '../text/repeat.ts';
import { onThe, parseRule } from '../text/repeat-words.ts';
import { untickAll } from '../text/tick.ts';
import { contentOf } from './content.ts';
import { editInside, type MetaEdit } from './edit-meta.ts';
import { settle } from './overlay.ts';
import type { PageRow } from './row.ts';
import { type Content, insertPage, replacePage, setTrashed } from './save.ts';

/**
 * What a change of a todo page's status brings: a page that repeats is followed by the next one
 * when it is done, and that goes to the trash again when it is reopened before anybody touched it.
 */
export interface Succession {
  /** Writes it, in the same change, after the page itself; gives the page that follows now. */
  readonly write: (change: Change) => PageRow | undefined;
  /** What the owner is to know. */
  readonly warnings: readonly string[];
}

/** Plans what follows from `row` being written as `after`, where it was `before`. */
export async function succession(
  store: Store,
  row: PageRow,
  before: Content,
  after: Content,
  today: string,
): Promise<Succession | undefined> {
  const was = settle(before.derived, before.overlay, before.text);
  const is = settle(after.derived, after.overlay, after.text);
  if (was.status === is.status) {
    const isAgain = is.status === 'done';
    return isAgain ? { write: () => liveFollower(store, row), warnings: [] } : undefined;
  }
  if (was.status === 'done') return reopened(store, row);
  if (is.status !== 'done' || is.repeat === undefined) return undefined;
  const rule = parseRule(is.repeat);
  const next = rule && following(rule, is, today);
  if (next === undefined) return { write: () => undefined, warnings: [UNREAD] };
  const { anchor, ...days } = next;
  const content = await successor(store, row, after, {
    status: 'open',
    ...days,
    ...(anchor === undefined ? {} : { repeat: is.repeat + onThe(anchor) }),
  });
  return { write: (change) => follow(store, change, row, content), warnings: [] };
}

/** Said where a todo that repeats is done and nothing follows. */
export const UNREAD =
  'Nothing follows it: how it repeats is not understood. Write it like every week, or every month on the 31st.';

/** The page as it comes again: open, on its new days, the boxes in it empty. */
async function successor(
  store: Store,
  row: PageRow,
  done: Content,
  edit: MetaEdit,
): Promise<Content> {
  const at = row.created;
  const lines = done.derived.items.map((item) => item.line);
  const text = untickAll(done.text, lines);
  const read = (next: string) => contentOf(store, next, { overlay: done.overlay, at });
  const next = await editInside(await read(text), edit, read);
  const content = await contentOf(store, next.text ?? text, { overlay: next.overlay ?? {}, at });
  if (content.derived.title === row.title) return content;
  // it has no path, which gave the other its title
  return contentOf(store, content.text, { overlay: { ...content.overlay, title: row.title }, at });
}

/** Makes the page that follows, once: one that was taken away again comes back. */
function follow(store: Store, change: Change, row: PageRow, content: Content): PageRow {
  const there = followerOf(store, row);
  if (there?.trashed === null) return there;
  const origin = row.origin === null ? {} : { origin: row.origin };
  if (there === undefined) {
    const page = insertPage(store, change, content, { follows: row, ...origin });
    store.run(
      `INSERT INTO page_files (page_id, ordinal, file_id, name)
       SELECT ?, ordinal, file_id, name FROM page_files WHERE page_id = ?`,
      page.id,
      row.id,
    );
    return page;
  }
  return replacePage(store, change, there, content, { trashed: null });
}

function reopened(store: Store, row: PageRow): Succession | undefined {
  const there = liveFollower(store, row);
  if (there === undefined) return undefined;
  if (isTouched(store, there, row)) {
    const warning = `${there.slug} came after it and has been changed since, so it stays.`;
    return { write: () => undefined, warnings: [warning] };
  }
  return {
    write(change) {
      const now = liveFollower(store, row);
      if (now !== undefined && !isTouched(store, now, row)) {
        setTrashed(store, change, now, change.at);
      }
      return undefined;
    },
    warnings: [],
  };
}

function followerOf(store: Store, row: PageRow): PageRow | undefined {
  return store.get<PageRow>('SELECT * FROM pages WHERE follows = ?', row.id);
}

function liveFollower(store: Store, row: PageRow): PageRow | undefined {
  const there = followerOf(store, row);
  return there?.trashed === null ? there : undefined;
}

/** Whether anything happened to a page beside what the one it follows brought. */
function isTouched(store: Store, page: PageRow, follows: PageRow): boolean {
  const own = store.get(
    `SELECT 1 FROM revisions r WHERE r.page_id = ? AND NOT EXISTS (
       SELECT 1 FROM revisions o WHERE o.page_id = ? AND o.change = r.change) LIMIT 1`,
    page.id,
    follows.id,
  );
  return own !== undefined;
}
