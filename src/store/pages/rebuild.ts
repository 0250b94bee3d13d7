import type { Store } from '../database/store.ts';
import { contentOf } from './content.ts';
import { writeDerived } from './derived.ts';
import { readOverlay, settle } from './overlay.ts';
import { type PageRow, textOf } from './row.ts';
import type { Content } from './save.ts';

/** So much text, in characters, is held and written at a time. */
const BATCH = 1024 * 1024;

/**
 * Writes anew all rows that are read out of the pages: tags, items, links, names and the index.
 * For a store that nobody else has open: in between it is without them.
 */
export async function rebuildDerived(
  store: Store,
  progress: (done: number, total: number) => void,
): Promise<void> {
  clearAllDerived(store);
  const total = store.get<{ n: number }>('SELECT count(*) AS n FROM pages')?.n ?? 0;
  let done = 0;
  let batch: [PageRow, Content][] = [];
  let size = 0;
  const flush = () => {
    store.write(() => {
      for (const [row, content] of batch) {
        writeDerived(store, row, content, settle(content.derived, content.overlay, content.text));
      }
    });
    done += batch.length;
    progress(done, total);
    batch = [];
    size = 0;
  };
  for (let row = nextPage(store, undefined); row !== undefined; row = nextPage(store, row)) {
    const content = await contentOf(textOf(store, row.id), {
      overlay: readOverlay(row.overlay),
      path: row.path,
      encoding: row.encoding,
      at: row.created,
    });
    batch.push([row, content]);
    size += content.text.length;
    if (size >= BATCH || batch.length >= 1_000) flush();
  }
  flush();
}

function nextPage(store: Store, after: PageRow | undefined): PageRow | undefined {
  if (after === undefined) return store.get('SELECT * FROM pages ORDER BY id LIMIT 1');
  return store.get('SELECT * FROM pages WHERE id > ? ORDER BY id LIMIT 1', after.id);
}

function clearAllDerived(store: Store): void {
  store.write(() => {
    for (const table of ['page_tags', 'items', 'links']) store.run(`DELETE FROM ${table}`);
    store.run("DELETE FROM names WHERE kind <> 'former'");
    store.run('UPDATE tags SET pages = 0');
    store.run("INSERT INTO search (search) VALUES ('delete-all')");
  });
}
