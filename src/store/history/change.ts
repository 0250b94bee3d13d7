import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';

/** One act on the store, while it is being written. */
export interface Change {
  /** Its number: without gaps, everybody's cursor, and the revision of each page it touches. */
  readonly number: number;
  readonly at: string;
  readonly caller: Caller;
  /** Says that a page is touched: call it before the page's row is written. */
  touch(pageId: number, replaced: Replaced | undefined): void;
}

/** What a change replaced of a page; undefined for a page it made. */
export interface Replaced {
  /** JSON of the metadata it had. */
  readonly before: string;
  /** The text it had, only where the change replaces it. */
  readonly text?: string;
  readonly sha256?: Uint8Array;
}

/**
 * Runs `act` as one change: one transaction, one number, one row in `changes` with a row in
 * `revisions` for every page touched. A change that touches nothing leaves nothing.
 */
export function makeChange<T>(
  store: Store,
  caller: Caller,
  about: { readonly operation: string; readonly origin?: string | undefined },
  act: (change: Change) => T,
): T {
  return store.write(() => {
    const last = store.get<{ n: number | null }>('SELECT max(number) AS n FROM changes');
    const number = (last?.n ?? 0) + 1;
    const at = store.now();
    let pages = 0;
    const result = act({
      number,
      at,
      caller,
      touch(pageId, replaced) {
        if (pages === 0) {
          store.run(
            `INSERT INTO changes (number, at, operation, author, source, client, origin, pages)
             VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
            number,
            at,
            about.operation,
            caller.author,
            caller.source,
            caller.client ?? null,
            about.origin ?? null,
          );
        }
        pages += 1;
        store.run(
          'INSERT INTO revisions (change, page_id, before, text, sha256) VALUES (?, ?, ?, ?, ?)',
          number,
          pageId,
          replaced?.before ?? null,
          replaced?.text ?? null,
          replaced?.sha256 ?? null,
        );
      },
    });
    if (pages > 0) store.run('UPDATE changes SET pages = ? WHERE number = ?', pages, number);
    return result;
  });
}
