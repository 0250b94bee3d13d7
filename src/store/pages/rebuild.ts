import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import type { Progress } from '../operation.ts';
import { forgetStaleWords } from '../search/known-words.ts';
import { storedContent } from './content.ts';
import { markDerived } from './derivation.ts';
import { clearDerived, writeDerived } from './derived.ts';
import { type Settled, settle } from './overlay.ts';
import type { PageRow } from './row.ts';
import { type Content, jsonOrNull, openFlag } from './save.ts';

/** So much text, in characters, and so many pages are held and written at a time. */
const BATCH = { text: 64 * 1024, pages: 50 } as const;
/** How much of the index is tidied at a time, in its own pages. */
const MERGED = 64;

/** What a rebuilding did. */
export interface Rebuilt {
  readonly pages: number;
  /** Pages of which something else is known by now: a title, a day, a field. */
  readonly changed: number;
}

/**
 * Reads all pages anew: what the columns of `pages` say of a text, tags, items, links, names and
 * the index. In batches, each a transaction of its own, so that others read and write in between:
 * a page is as it was or as it becomes, never half. `fresh`, unless said, clears everything first,
 * for a store that nobody else has open or whose index is damaged: until then less is found.
 */
export async function rebuildDerived(
  store: Store,
  progress: (done: number, total: number) => void,
  { fresh = true }: { readonly fresh?: boolean } = {},
): Promise<Rebuilt> {
  if (fresh) clearAllDerived(store);
  const rebuilt = await rereadPages(store, progress, { fresh });
  await tidy(store);
  store.write(() => markDerived(store));
  return rebuilt;
}

/** The same for the pages of one collection, or of all, without putting the index in order. */
export async function rereadPages(
  store: Store,
  progress: (done: number, total: number) => void,
  { fresh = false, collection }: { readonly fresh?: boolean; readonly collection?: string } = {},
): Promise<Rebuilt> {
  const counted = `SELECT count(*) AS n FROM pages WHERE ${IN_COLLECTION}`;
  const total = store.get<{ n: number }>(counted, { collection: collection ?? null })?.n ?? 0;
  let pages = 0;
  let changed = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const batch = await readBatch(store, last, collection);
    const end = batch.at(-1);
    if (end === undefined) break;
    // what was changed since it was read is read again, with what follows it
    const done = store.write(() => writeBatch(store, batch, fresh));
    changed += done.changed;
    pages += done.rows.length;
    last = done.rows.at(-1) ?? last;
    progress(Math.min(pages, total), total);
    await turn();
  }
  return { pages, changed };
}

/** Reads the pages of a collection anew where YAML files are among the files that changed in it. */
export async function rereadBelow(
  store: Store,
  collection: string,
  changed: readonly string[],
  progress: Progress,
): Promise<void> {
  if (!changed.some((path) => path.endsWith('.yaml'))) return;
  await rereadPages(store, (done, total) => progress(done, total, 'read anew'), { collection });
}

/** In SQL: the pages of a collection, or all where it is NULL. */
const IN_COLLECTION = 'coalesce(collection = :collection, :collection IS NULL)';

interface Read {
  readonly row: PageRow;
  readonly content: Content;
}

async function readBatch(
  store: Store,
  after: number,
  collection: string | undefined,
): Promise<Read[]> {
  const batch: Read[] = [];
  let size = 0;
  let id = after;
  while (size < BATCH.text && batch.length < BATCH.pages) {
    const row = store.get<PageRow>(
      `SELECT * FROM pages WHERE id > :after AND ${IN_COLLECTION} ORDER BY id LIMIT 1`,
      { after: id, collection: collection ?? null },
    );
    if (row === undefined) break;
    const content = await storedContent(store, row);
    batch.push({ row, content });
    size += content.text.length;
    id = row.id;
  }
  return batch;
}

/** Writes a batch up to the first page that is not as it was read; gives what was gone through. */
function writeBatch(
  store: Store,
  batch: readonly Read[],
  fresh: boolean,
): { rows: number[]; changed: number } {
  const rows: number[] = [];
  let changed = 0;
  for (const { row, content } of batch) {
    const now = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', row.id);
    if (now !== undefined && now.revision !== row.revision) break;
    rows.push(row.id);
    if (now === undefined) continue;
    const settled = settle(content.derived, content.overlay, content.text);
    if (!fresh) clearDerived(store, now);
    if (writeColumns(store, now, content, settled)) changed += 1;
    const after = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', row.id) ?? now;
    writeDerived(store, after, content, settled);
  }
  return { rows, changed };
}

/** The columns of a page that are read out of its text; true where one has changed. */
function writeColumns(store: Store, row: PageRow, content: Content, settled: Settled): boolean {
  const { warnings } = content.derived;
  const columns = {
    title: settled.title,
    kind: settled.kind,
    status: settled.status ?? null,
    due: settled.due ?? null,
    scheduled: settled.scheduled ?? null,
    start: settled.start ?? null,
    repeat: settled.repeat ?? null,
    priority: settled.priority ?? null,
    open: openFlag(settled, row.trashed),
    fields: jsonOrNull(settled.fields),
    warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    done: settled.status === 'done' ? (row.done ?? row.updated) : null,
  };
  const before = new Map<string, unknown>(Object.entries(row));
  if (Object.entries(columns).every(([name, value]) => before.get(name) === value)) return false;
  const names = Object.keys(columns);
  store.run(
    `UPDATE pages SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    ...Object.values(columns),
    row.id,
  );
  return true;
}

/** Takes out what belongs to no page, and puts the index in order, a little at a time. */
async function tidy(store: Store): Promise<void> {
  store.write(() => {
    store.run(
      'DELETE FROM search WHERE rowid IN (SELECT id FROM search_docsize EXCEPT SELECT id FROM pages)',
    );
  });
  for (let last = 0, more = true; more; await turn()) {
    [last, more] = store.write(() => forgetStaleWords(store, last, 1000));
  }
  let rank = -MERGED;
  for (;;) {
    const before = changesOf(store);
    store.write(() => store.run("INSERT INTO search (search, rank) VALUES ('merge', ?)", rank));
    if (changesOf(store) - before < 2) return;
    rank = MERGED;
    await turn();
  }
}

function changesOf(store: Store): number {
  return store.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
}

/** Takes away all that is read out of pages, of every page. */
export function clearAllDerived(store: Store): void {
  store.write(() => {
    for (const table of ['page_tags', 'items', 'links', 'front_matter', 'words']) {
      store.run(`DELETE FROM ${table}`);
    }
    store.run("DELETE FROM names WHERE kind <> 'former'");
    store.run('UPDATE tags SET pages = 0');
    store.run("INSERT INTO search (search) VALUES ('delete-all')");
    store.run("INSERT INTO word_parts (word_parts) VALUES ('delete-all')");
  });
}
