import type { Store } from '../database/store.ts';
import type { Look, Named } from './resolve.ts';

/** So many pages of one name are looked at; a link to a name that more have is no help. */
const MOST = 1000;
/** So many names are remembered. */
const REMEMBERED = 20_000;

/**
 * The store's names, for `resolveLink`. What was looked up is remembered: a name is mostly linked
 * to more than once. Make a new one for each piece of work, since the store changes.
 */
export function namesOf(store: Store): Look {
  const known = new Map<string, readonly Named[]>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = store.all<Named>(
      `SELECT p.slug, p.collection, p.path, CASE n.kind WHEN 'former' THEN 'slug' ELSE n.kind END AS "as"
       FROM names n JOIN pages p ON p.id = n.page_id WHERE n.name = ?1 AND n.kind <> 'address' AND p.trashed IS NULL
       UNION SELECT slug, collection, path, 'slug' FROM pages WHERE slug = ?1 AND trashed IS NULL
       ORDER BY slug LIMIT ${MOST}`,
      { 1: key },
    );
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, found);
    return found;
  };
}
