import type { Store } from '../database/store.ts';
import { type Change, makeChange } from '../history/change.ts';
import { keepKey, replay, type RetryKey } from '../history/keys.ts';
import type { Caller } from '../operation.ts';
import { storedContent } from './content.ts';
import type { Overlay } from './overlay.ts';
import { type PageRow, pageById, textOf } from './row.ts';
import { type Content, replacePage } from './save.ts';
import { type Written, written, writtenBefore } from './written.ts';

/** One change of one page, as an operation describes it. */
export interface Rewriting {
  readonly operation: string;
  readonly origin?: string | undefined;
  readonly key?: RetryKey | undefined;
  /** Looks for the page; throws where there is none or it may not be touched. */
  readonly find: () => PageRow;
  /** What it becomes. Called again when another writer came between; throws to refuse. */
  readonly plan: (row: PageRow, text: string) => { text?: string; overlay?: Overlay };
  /** Writes it; replaces text and overlay unless said. */
  readonly write?: (change: Change, row: PageRow, content: Content) => PageRow;
}

/**
 * Changes one page. Reading out of the new text what it says may load a parser and so cannot
 * happen inside the transaction: it is done before, and again when the page has changed meanwhile.
 */
export async function rewrite(
  store: Store,
  caller: Caller,
  rewriting: Rewriting,
): Promise<Written> {
  for (;;) {
    const made = madeBefore(store, rewriting.key);
    if (made !== undefined) return made;
    const row = rewriting.find();
    const next = rewriting.plan(row, textOf(store, row.id));
    const content = await storedContent(store, row, next);
    const done = makeChange(store, caller, rewriting, (change) => {
      const before = madeBefore(store, rewriting.key);
      if (before !== undefined) return before;
      if (pageById(store, row.id).revision !== row.revision) return undefined;
      const now =
        rewriting.write?.(change, row, content) ?? replacePage(store, change, row, content);
      keepKey(store, change, rewriting.key, [row.id]);
      return written(store, now, change, true);
    });
    if (done !== undefined) return done;
  }
}

function madeBefore(store: Store, key: RetryKey | undefined): Written | undefined {
  const before = replay(store, key);
  return before === undefined ? undefined : writtenBefore(store, before)[0];
}
