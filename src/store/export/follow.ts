import type { Store } from '../database/store.ts';
import type { Progress } from '../operation.ts';
import { wipe } from '../pages/purge.ts';
import { clearAllDerived, rereadPages } from '../pages/rebuild.ts';
import { linesIn } from './lines.ts';
import { putRecord } from './put-record.ts';
import { readExport } from './read-export.ts';
import { TABLES } from './records.ts';
import { printStand, standOf } from './stand.ts';

/** What was done to a copy. */
export interface Followed {
  /** How many pages came. */
  readonly pages: number;
  /** It was made anew rather than added to. */
  readonly anew: boolean;
  /** It holds what the other store does, as far as both can tell. */
  readonly equal: boolean;
}

/** The stand of a store, to be passed to `exportPieces` of the one it is a copy of. */
export function standNow(store: Store): string {
  return store.read(() => printStand(standOf(store)));
}

/**
 * Brings a copy of a store up to it, from what its jsonl export since the copy's stand says. All
 * or nothing. Throws `unreadable` where that is no whole export or contradicts the copy, which then
 * is to be made anew, and whatever the pieces throw; `mayBeginAnew` throws where it may not.
 */
export async function follow(
  store: Store,
  pieces: AsyncIterable<Buffer>,
  from: string,
  progress: Progress,
  mayBeginAnew: () => void = () => {},
): Promise<Followed> {
  let pages = 0;
  let anew = false;
  let hadPages = false;
  let end;
  const said = foldersSay(store);
  store.exec('BEGIN IMMEDIATE');
  try {
    end = await readExport(linesIn(pieces, from), from, {
      begin(since) {
        anew = since === undefined;
        if (anew) mayBeginAnew();
        hadPages = store.get('SELECT 1 FROM pages LIMIT 1') !== undefined;
        clear(store, anew);
      },
      async record(table, record, fault) {
        await putRecord(store, table, record, fault, { over: !anew });
        if (table.type !== 'page') return;
        pages += 1;
        progress(pages, undefined, 'pulled');
      },
    });
    store.exec('COMMIT');
  } catch (error) {
    store.exec('ROLLBACK');
    throw error;
  }
  for (const collection of changedFolders(said, foldersSay(store))) {
    await rereadPages(store, () => {}, { collection });
  }
  // what was removed for ever there is not to be found in the copy's file either
  if (anew && hadPages) wipe(store);
  return { pages, anew, equal: end['stand'] === standNow(store) };
}

/** What YAML files say of the pages of each collection, as one text. */
function foldersSay(store: Store): Map<string, string> {
  const rows = store.all<{ collection: string; says: string }>(
    `SELECT collection, json_group_array(json_array(path, says) ORDER BY path) AS says
     FROM folder_files WHERE says IS NOT NULL GROUP BY collection`,
  );
  return new Map(rows.map(({ collection, says }) => [collection, says]));
}

function changedFolders(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

/** Takes out what comes whole: the small tables, or everything. */
function clear(store: Store, all: boolean): void {
  if (all) clearAllDerived(store);
  for (const { name, news, where } of TABLES.toReversed()) {
    if (all || news === undefined) store.run(`DELETE FROM ${name} WHERE ${where ?? 'true'}`);
  }
}
