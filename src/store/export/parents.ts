import type { Store } from '../database/store.ts';
import type { PageRow } from '../pages/row.ts';
import { exportPath } from './chunks.ts';

const REMEMBERED = 20_000;

/**
 * Finds the note a page of a notebook is below, as Emanote has it: `guide.md` for
 * `guide/mcp.md`, the next folder's where there is none, and `index.md` at the top. Gives the
 * path an export has for it; undefined where there is no such note.
 */
export function parentsOf(store: Store, several: boolean): (row: PageRow) => string | undefined {
  const known = new Map<string, string | undefined>();
  const noteAt = (row: PageRow, path: string): string | undefined => {
    const found = store.get(
      'SELECT 1 FROM pages WHERE collection = ? AND path = ? AND trashed IS NULL',
      row.collection,
      path,
    );
    return found === undefined ? undefined : exportPath({ ...row, path }, several);
  };
  return (row) => {
    if (row.path === null || row.path === 'index.md') return undefined;
    const folder = row.path.slice(0, row.path.lastIndexOf('/') + 1);
    const place = `${row.collection ?? ''}/${folder}`;
    if (known.has(place)) return known.get(place);
    let parent: string | undefined;
    for (let up = folder.slice(0, -1); up !== '' && parent === undefined; up = above(up)) {
      parent = noteAt(row, `${up}.md`);
    }
    parent ??= noteAt(row, 'index.md');
    if (known.size >= REMEMBERED) known.clear();
    known.set(place, parent);
    return parent;
  };
}

function above(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}
