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

/** What a change is called: the operation, and what its caller was doing. */
export interface ChangeAbout {
  readonly operation: string;
  readonly origin?: string | undefined;
}

/** One change written in several transactions, where a single one would keep others waiting. */
export interface LongChange {
  /** Undefined until something of it is written. */
  readonly number: number | undefined;
  /** Writes a part of it in one transaction. */
  write<T>(act: (change: Change) => T): T;
}

/**
 * Runs `act` as one change: one transaction, one number, one row in `changes` with a row in
 * `revisions` for every page touched. A change that touches nothing leaves nothing.
 */
export function makeChange<T>(
  store: Store,
  caller: Caller,
  about: ChangeAbout,
  act: (change: Change) => T,
): T {
  return beginChange(store, caller, about).write(act);
}

/**
 * Begins a change whose parts are transactions of their own; between them others write, under
 * later numbers. Numbers have no gaps all the same: one is taken in the transaction that writes
 * its row, so that both are there or neither, and it is kept only once that has committed. After
 * a kill the row counts the pages that were written.
 */
export function beginChange(store: Store, caller: Caller, about: ChangeAbout): LongChange {
  let begun: { number: number; at: string } | undefined;
  return {
    get number() {
      return begun?.number;
    },
    write(act) {
      const { result, written } = store.write(() => {
        const { number, at } = begun ?? { number: nextNumber(store), at: store.now() };
        let pages = 0;
        const result = act({
          number,
          at,
          caller,
          touch(pageId, replaced) {
            if (pages === 0 && begun === undefined) writeRow(store, number, at, caller, about);
            pages += 1;
            writeRevision(store, number, pageId, replaced);
          },
        });
        if (pages === 0) return { result, written: undefined };
        store.run('UPDATE changes SET pages = pages + ? WHERE number = ?', pages, number);
        return { result, written: { number, at } };
      });
      begun ??= written;
      return result;
    },
  };
}

function nextNumber(store: Store): number {
  const last = store.get<{ n: number | null }>('SELECT max(number) AS n FROM changes');
  return (last?.n ?? 0) + 1;
}

function writeRow(
  store: Store,
  number: number,
  at: string,
  caller: Caller,
  about: ChangeAbout,
): void {
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

function writeRevision(
  store: Store,
  number: number,
  pageId: number,
  replaced: Replaced | undefined,
): void {
  store.run(
    'INSERT INTO revisions (change, page_id, before, text, sha256) VALUES (?, ?, ?, ?, ?)',
    number,
    pageId,
    replaced?.before ?? null,
    replaced?.text ?? null,
    replaced?.sha256 ?? null,
  );
}
