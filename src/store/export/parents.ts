import type { Store } from '../database/store.ts';
import { fileName, folderOf } from '../pages/names.ts';
import type { PageRow } from '../pages/row.ts';
import { exportPath } from './chunks.ts';

const REMEMBERED = 20_000;

/**
 * Finds the note a page of a notebook is below, as Emanote has it: `guide.md` or
 * `guide/index.md` for `guide/mcp.md`, the next folder's where there is none, and `index.md` at the top; `a.b.md` for
 * `a.b.c.md`, as Dendron has it. Gives the
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
    const inHierarchy = aboveByDots(row.path, (path) => noteAt(row, path));
    if (inHierarchy !== undefined) return inHierarchy;
    const route = folderOf(row.path) ?? row.path;
    const folder = route.slice(0, Math.max(0, route.lastIndexOf('/')));
    const place = `${row.collection ?? ''}/${folder}`;
    if (known.has(place)) return known.get(place);
    let parent: string | undefined;
    for (let up = folder; up !== '' && parent === undefined; up = above(up)) {
      parent = noteAt(row, `${up}.md`) ?? noteAt(row, `${up}/index.md`);
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

/** So many names up a hierarchy of dots are looked for. */
const MOST_DOTS = 20;

/** The nearest note above in a hierarchy that is written with dots, as Dendron has it. */
function aboveByDots(
  path: string,
  noteAt: (path: string) => string | undefined,
): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const names = fileName(path).split('.').slice(0, MOST_DOTS);
  while (names.length > 1) {
    names.pop();
    const found = names.at(-1) === '' ? undefined : noteAt(`${folder}${names.join('.')}.md`);
    if (found !== undefined) return found;
  }
  return undefined;
}
