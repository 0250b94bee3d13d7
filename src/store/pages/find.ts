import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { fileName, nameKey } from './names.ts';
import type { PageRow } from './row.ts';

/**
 * Finds the page that a caller named: by slug, by the app's URL or a `scrap://` one, as
 * `[[wikilink]]`, by alias, title or the end of its path, in this order. Pages in the trash are
 * found by slug alone. Throws `not_found` with the nearest slug, and `invalid` with
 * `details.candidates` when the name could be several pages.
 */
export function findPage(store: Store, named: string): PageRow {
  const found = pagesNamed(store, named);
  const name = bareName(named);
  if (found.length > 1) throw ambiguous(name, found);
  if (found[0] !== undefined) return found[0];
  throw missing(store, name);
}

/** The pages that a name could mean, found the same way: none, one, or at most ten. */
export function pagesNamed(store: Store, named: string): PageRow[] {
  const name = bareName(named);
  const direct =
    store.get<PageRow>('SELECT * FROM pages WHERE slug = ?', name) ??
    store.get<PageRow>('SELECT * FROM pages WHERE slug = ?', name.normalize('NFC').toLowerCase()) ??
    store.get<PageRow>(
      `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
       WHERE n.name = ? AND n.kind = 'former' LIMIT 1`,
      name.normalize('NFC').toLowerCase(),
    );
  if (direct !== undefined) return [direct];
  for (const look of [byPath, byAlias, byTitle, byPathEnd]) {
    const found = look(store, name);
    if (found.length > 0) return found;
  }
  return [];
}

/** The name inside `[[name#heading|label]]`, `…/p/<slug>`, `scrap://page/<slug>` or itself. */
function bareName(named: string): string {
  const trimmed = named.trim();
  const link = /^!?\[\[([^\]]*)\]\]$/.exec(trimmed);
  if (link !== null) return (link[1] ?? '').split(/[|#]/, 1)[0]?.trim() ?? '';
  const url = /^(?:https?:\/\/[^/]+\/p\/|(?:scrap|emanote):\/\/(?:page|note)\/)([^?#]+)/i.exec(
    trimmed,
  );
  if (url === null) return trimmed;
  try {
    return decodeURIComponent(url[1] ?? '');
  } catch {
    return url[1] ?? '';
  }
}

/** How many candidates an error shows, and how far a look-up reads on. */
const MOST = 10;

function byPath(store: Store, name: string): PageRow[] {
  const exact = store.all<PageRow>(
    `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.name = ? AND n.kind = 'file' AND p.trashed IS NULL
       AND (p.path = ? OR p.collection || '/' || p.path = ?) LIMIT ${MOST}`,
    nameKey(fileName(name)),
    name,
    name,
  );
  return exact;
}

function byAlias(store: Store, name: string): PageRow[] {
  return byName(store, 'alias', name);
}

function byTitle(store: Store, name: string): PageRow[] {
  return byName(store, 'title', name);
}

function byName(store: Store, kind: 'alias' | 'title', name: string): PageRow[] {
  return store.all<PageRow>(
    `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.name = ? AND n.kind = ? AND p.trashed IS NULL LIMIT ${MOST}`,
    nameKey(name),
    kind,
  );
}

/** `mcp`, `guide/mcp` and `guide/mcp.md` are all the end of `docs/guide/mcp.md`. */
function byPathEnd(store: Store, name: string): PageRow[] {
  const wanted = nameKey(name.replace(/^\.?\//, ''));
  const bare = wanted.replace(/\.(?:md|markdown|org)$/, '');
  const sameFile = store.all<PageRow>(
    `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.name = ? AND n.kind = 'file' AND p.trashed IS NULL LIMIT 200`,
    nameKey(fileName(bare)),
  );
  return sameFile
    .filter((row) => {
      const path = `/${nameKey(`${row.collection}/${row.path}`)}`;
      return path.endsWith(`/${wanted}`) || path.replace(/\.[a-z]+$/, '').endsWith(`/${bare}`);
    })
    .slice(0, MOST);
}

/** The error for a name that could be several pages. */
export function ambiguous(name: string, found: readonly PageRow[]): ScrapError {
  const candidates = found.map((row) => ({
    slug: row.slug,
    ...(row.path === null ? {} : { path: row.path }),
  }));
  const slugs = candidates.map((candidate) => candidate.slug).join(', ');
  return new ScrapError('invalid', `"${shown(name)}" could be ${slugs}. Name one of them.`, {
    reason: 'ambiguous',
    candidates,
  });
}

/** The error for a name that no page has, with the nearest that one has. */
export function missing(store: Store, name: string): ScrapError {
  const start = nameKey(name)
    .slice(0, 2)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const near = store.all<{ slug: string }>(
    'SELECT slug FROM pages WHERE slug >= ? AND slug < ? AND trashed IS NULL LIMIT 2000',
    start,
    `${start}\u{10FFFF}`,
  );
  const slugs = near.map((row) => row.slug);
  const longer = slugs.filter((slug) => slug.startsWith(nameKey(name))).slice(0, 3);
  const meant = nearest(name, slugs);
  const hints = longer.length > 0 ? longer : meant === undefined ? [] : [meant];
  const hint = hints.length > 0 ? `Nearest: ${hints.join(', ')}.` : 'Search for it first.';
  return new ScrapError('not_found', `No page "${shown(name)}". ${hint}`, {
    reason: 'page',
    ...(hints.length > 0 ? { nearest: hints } : {}),
  });
}

/** A caller's own word in a message, short and on one line. */
function shown(name: string): string {
  return name.slice(0, 80).replaceAll(/\p{C}/gu, ' ');
}
