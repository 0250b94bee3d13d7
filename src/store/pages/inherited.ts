import type { Store } from '../database/store.ts';
import { cascade, type Fields } from '../text/cascade.ts';
import type { Inherited } from '../text/derive.ts';
import { fileName, folderOf } from './names.ts';

/** So many folders one in the other are looked at. */
const DEEPEST = 40;
/** What makes a page that page, and not one of those below a folder. */
const OF_ONE_PAGE: ReadonlySet<string> = new Set(['title', 'slug', 'alias', 'aliases']);

/**
 * What the YAML files of a notebook say of a page, as Emanote has it: `index.yaml` for all,
 * `guide.yaml` or `guide/index.yaml` for `guide.md` and what is below, `guide/mcp.yaml` beside
 * `guide/mcp.md` for that. A file that is no YAML says nothing, with a warning on each of its
 * pages. Undefined where there is none.
 */
export function inheritedBy(store: Store, collection: string, path: string): Inherited | undefined {
  const levels = levelsOf(path);
  const files = store.all<{ path: string; says: string }>(
    `SELECT path, says FROM folder_files
     WHERE collection = ? AND path IN (SELECT value FROM json_each(?)) AND says IS NOT NULL`,
    collection,
    JSON.stringify(levels.flat()),
  );
  if (files.length === 0) return undefined;
  const warnings: string[] = [];
  let fields: Fields = {};
  for (const [i, level] of levels.entries()) {
    for (const name of level) {
      const file = files.find(({ path: each }) => each === name);
      if (file === undefined) continue;
      const says = JSON.parse(file.says) as Fields | string;
      if (typeof says === 'string') warnings.push(`${name} ${says}, so it says nothing here.`);
      else fields = cascade(fields, i === levels.length - 1 ? says : forAll(says));
    }
  }
  return { fields, warnings };
}

/** The names that YAML files for a page can have, from those for all to those for it alone. */
function levelsOf(path: string): string[][] {
  const route = folderOf(path) ?? path.slice(0, path.lastIndexOf('/') + 1) + fileName(path);
  const parts = route === 'index' ? [] : route.split('/').slice(0, DEEPEST);
  const levels = [['index.yaml']];
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const place = parts.slice(0, depth).join('/');
    levels.push([`${place}/index.yaml`, `${place}.yaml`]);
  }
  return levels;
}

function forAll(block: Fields): Fields {
  const entries = Object.entries(block).filter(([key]) => !OF_ONE_PAGE.has(key.toLowerCase()));
  return Object.fromEntries(entries);
}
