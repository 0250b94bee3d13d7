import type { Store } from '../database/store.ts';
import { fileName, nameKey } from './names.ts';
import { type PageRow, textOf } from './row.ts';

/*
 * Pages under the two names that a URI can carry for long, slug and path: exact, where
 * `findPage` is forgiving. What is in the trash has no URI.
 */

/** A page with its text as it came. */
export interface Source {
  readonly slug: string;
  readonly collection?: string;
  readonly path?: string;
  readonly text: string;
}

/** The page with this slug, or that had it once. */
export function sourceBySlug(store: Store, slug: string): Source | undefined {
  const row = rowBySlug(store, slug);
  return row === undefined ? undefined : toSource(store, row);
}

/** The row of the page with this slug, or that had it once. */
export function rowBySlug(store: Store, slug: string): PageRow | undefined {
  const wanted = slug.normalize('NFC').toLowerCase();
  const row =
    store.get<PageRow>('SELECT * FROM pages WHERE slug = ?', wanted) ??
    store.get<PageRow>(
      `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
       WHERE n.name = ? AND n.kind = 'former' LIMIT 1`,
      wanted,
    );
  return row?.trashed === null ? row : undefined;
}

/**
 * The page with this path. When several collections have it, all of them, at most ten; then
 * `collection/path` names one. A page made here lies at `<slug>.md`, as in an export.
 */
export function sourcesByPath(store: Store, path: string): Source[] {
  return rowsByPath(store, path).map((row) => toSource(store, row));
}

/** The rows of the pages with this path. */
export function rowsByPath(store: Store, path: string): PageRow[] {
  const bare = pathsLike(store, 'p.path', path);
  const rows = bare.length > 0 ? bare : pathsLike(store, "p.collection || '/' || p.path", path);
  if (rows.length > 0) return rows;
  const own = path.endsWith('.md') ? rowBySlug(store, path.slice(0, -'.md'.length)) : undefined;
  return own?.path === null ? [own] : [];
}

/** A file system may keep a name in another composition than the one that is asked for. */
function pathsLike(store: Store, column: string, path: string): PageRow[] {
  return store.all<PageRow>(
    `SELECT p.* FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.name = ? AND n.kind = 'file' AND p.trashed IS NULL AND ${column} IN (?, ?, ?)
     ORDER BY p.collection LIMIT 10`,
    nameKey(fileName(path)),
    path,
    path.normalize('NFC'),
    path.normalize('NFD'),
  );
}

function toSource(store: Store, row: PageRow): Source {
  return {
    slug: row.slug,
    ...(row.collection === null ? {} : { collection: row.collection }),
    ...(row.path === null ? {} : { path: row.path }),
    text: textOf(store, row.id),
  };
}

/** A page in a list of sources. */
export interface LatestSource {
  readonly slug: string;
  readonly title: string;
  readonly updated: string;
  /** Of the text as UTF-8, in bytes. */
  readonly size: number;
}

/** The pages changed last, at most `limit`; imported ones only where there are no others. */
export function latestSources(store: Store, limit: number): LatestSource[] {
  const latest = (condition: string, count: number) =>
    store.all<LatestSource>(
      `SELECT slug, title, updated, octet_length(t.text) AS size
       FROM pages JOIN texts t ON t.page_id = pages.id
       WHERE trashed IS NULL AND ${condition} ORDER BY revision DESC, pages.id DESC LIMIT ?`,
      count,
    );
  const written = latest('quiet = 0', limit);
  return [...written, ...latest('quiet = 1', limit - written.length)];
}

/** The beginnings of names are looked for this far. */
const MOST_NAMES = 1000;

/** The slugs that begin with `start`, in order, at most 1,000. */
export function slugsFrom(store: Store, start: string): string[] {
  const from = start.normalize('NFC').toLowerCase();
  return store
    .all<{ slug: string }>(
      `SELECT slug FROM pages WHERE slug >= ? AND slug < ? AND trashed IS NULL
       ORDER BY slug LIMIT ${MOST_NAMES}`,
      from,
      `${from}\u{10FFFF}`,
    )
    .map((row) => row.slug);
}

/**
 * The paths that begin with `start`, in order, at most 1,000: bare where only one collection has
 * them, else with it in front. Goes through the collections one by one, since each is a range of
 * the index and all paths together are not.
 */
export function pathsFrom(store: Store, start: string): string[] {
  const rows = store.all<{ collection: string; path: string }>(
    `WITH RECURSIVE folder (name) AS (
       SELECT min(collection) FROM pages WHERE path IS NOT NULL
       UNION ALL
       SELECT (SELECT min(collection) FROM pages WHERE path IS NOT NULL AND collection > name)
       FROM folder WHERE name IS NOT NULL
     )
     SELECT collection, path FROM folder JOIN pages ON collection = name
     WHERE path >= ? AND path < ? AND trashed IS NULL ORDER BY path, collection LIMIT ${MOST_NAMES}`,
    start,
    `${start}\u{10FFFF}`,
  );
  return rows.map(({ collection, path }, i) =>
    rows[i - 1]?.path === path || rows[i + 1]?.path === path ? `${collection}/${path}` : path,
  );
}
