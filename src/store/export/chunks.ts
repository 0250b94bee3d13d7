import type { Store } from '../database/store.ts';
import type { PageRow } from '../pages/row.ts';

/** So many pages are read at once; between two chunks others get their turn. */
const CHUNK = 500;

/** The pages outside the trash, oldest first, a few hundred at a time, without their texts. */
export function* pageChunks(store: Store, where = 'true'): Generator<PageRow[]> {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = store.all<PageRow>(
      `SELECT * FROM pages WHERE id > ? AND trashed IS NULL AND ${where} ORDER BY id LIMIT ${CHUNK}`,
      last,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end.id;
  }
}

/** Whether pages come from more than one folder, so that paths alone do not tell them apart. */
export function hasSeveralCollections(store: Store): boolean {
  const collections = store.all(
    'SELECT DISTINCT collection FROM pages WHERE path IS NOT NULL AND trashed IS NULL LIMIT 2',
  );
  return collections.length > 1;
}

/** A page's path in an export: below its collection's name where there are several of them. */
export function exportPath(row: PageRow, several: boolean): string {
  if (row.path === null) return `${row.slug}.md`;
  return several ? `${row.collection ?? ''}/${row.path}` : row.path;
}
