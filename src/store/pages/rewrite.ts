import type { Store } from '../database/store.ts';
import { type Change, type ChangeAbout, makeChange } from '../history/change.ts';
import { keepKey, replay, type RetryKey } from '../history/keys.ts';
import type { Caller } from '../operation.ts';
import { storedContent } from './content.ts';
import type { Overlay } from './overlay.ts';
import { type PageRow, textOf } from './row.ts';
import { type Content, replacePage } from './save.ts';
import { type Written, written, writtenBefore } from './written.ts';

/** One change of one page, as an operation describes it. */
export interface Rewriting extends ChangeAbout {
  readonly key?: RetryKey | undefined;
  /** Looks for the page; throws where there is none or it may not be touched. */
  readonly find: () => PageRow;
  /** What it becomes. Called again when another writer came between; throws to refuse. */
  readonly plan: (row: PageRow, text: string) => Next | Promise<Next>;
  /** Writes it; replaces text and overlay unless said. */
  readonly write?: (change: Change, row: PageRow, content: Content) => PageRow;
}

/** What a page becomes; what is absent stays. */
export interface Next {
  readonly text?: string;
  readonly overlay?: Overlay;
}

/** Changes one page; its key makes a retry the same change. */
export function rewrite(store: Store, caller: Caller, rewriting: Rewriting): Promise<Written> {
  const { key } = rewriting;
  return rewritePages<Written>(store, caller, rewriting, {
    already: () => madeBefore(store, key)?.[0],
    async plan() {
      const row = rewriting.find();
      const next = await rewriting.plan(row, textOf(store, row.id));
      const content = await storedContent(store, row, next);
      const write = (change: Change) =>
        rewriting.write?.(change, row, content) ?? replacePage(store, change, row, content);
      return [{ row, write }];
    },
    answer(change, [row]) {
      if (row === undefined) throw new Error('a rewriting of one page wrote none');
      keepKey(store, change, key, [row.id]);
      return written(store, row, change, true);
    },
  });
}

/** The answers of the pages this key has already changed. */
export function madeBefore(store: Store, key: RetryKey | undefined): Written[] | undefined {
  const before = replay(store, key);
  return before === undefined ? undefined : writtenBefore(store, before);
}

/** A page that is to be changed, as it was when that was planned. */
export interface Planned {
  readonly row: PageRow;
  readonly write: (change: Change) => PageRow;
}

/** One change of several pages, all or none. */
export interface Plan<T> {
  /** The answer where the change was made before; looked for again inside the transaction. */
  readonly already: () => T | undefined;
  /** What is to be written. Called again when another writer came between; throws to refuse. */
  readonly plan: () => Promise<readonly Planned[]>;
  /** The answer, inside the transaction; `rows` are the pages as they are now, in order. */
  readonly answer: (change: Change, rows: readonly PageRow[]) => T;
}

/**
 * Changes several pages at once. Reading out of a new text what it says may load a parser and so
 * cannot happen inside the transaction: it is planned before, and planned again when one of the
 * pages has changed meanwhile.
 */
export async function rewritePages<T>(
  store: Store,
  caller: Caller,
  about: ChangeAbout,
  { already, plan, answer }: Plan<T>,
): Promise<T> {
  for (;;) {
    const made = already();
    if (made !== undefined) return made;
    const planned = await plan();
    const done = makeChange(store, caller, about, (change) => {
      const before = already();
      if (before !== undefined) return { value: before };
      if (planned.some(({ row }) => hasChanged(store, row))) return undefined;
      const rows = planned.map(({ write }) => write(change));
      return { value: answer(change, rows) };
    });
    if (done !== undefined) return done.value;
  }
}

function hasChanged(store: Store, { id, revision }: PageRow): boolean {
  const now = store.get<{ revision: number }>('SELECT revision FROM pages WHERE id = ?', id);
  return now?.revision !== revision;
}
