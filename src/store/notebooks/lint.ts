import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import type { Progress } from '../operation.ts';
import { given } from '../pages/given.ts';
import { nameKey } from '../pages/names.ts';
import { namesFile } from '../text/attachments.ts';
import { type LinkRow, resolveRow, writtenOf } from './backlinks.ts';
import { keptFile } from './linked.ts';
import { namesOf } from './names.ts';

/** A page with something odd about it. */
interface Where {
  slug: string;
  path?: string;
}

/** A link that leads nowhere, or could be several pages: then they are its candidates. */
interface BadLink extends Where {
  line: number;
  written: string;
  candidates?: string[];
}

/** What is odd about the pages; lists are cut, the counts beside them go on. */
export interface Lint {
  broken: BadLink[];
  broken_count: number;
  ambiguous: BadLink[];
  ambiguous_count: number;
  warned: (Where & { warnings: string[] })[];
  warned_count: number;
  colliding: { name: string; slugs: string[] }[];
  colliding_count: number;
}

/** So many links are looked at before others get their turn. */
const CHUNK = 500;
const MOST_CANDIDATES = 10;

type ScannedRow = LinkRow & { readonly ordinal: number; readonly slug: string };

/** Looks at all links, warnings and names outside the trash; tells at most `most` of each kind. */
export async function lintPages(store: Store, most: number, progress: Progress): Promise<Lint> {
  const links = await lintLinks(store, most, progress);
  const from = 'FROM pages WHERE warnings IS NOT NULL AND trashed IS NULL';
  const warned = store.all<{ slug: string; path: string | null; warnings: string }>(
    `SELECT slug, path, warnings ${from} ORDER BY id LIMIT ?`,
    most,
  );
  const { n: warned_count = 0 } = store.get<{ n: number }>(`SELECT count(*) AS n ${from}`) ?? {};
  const { colliding, colliding_count } = collidingNames(store, most);
  const { broken, broken_count, ambiguous, ambiguous_count } = links;
  return {
    broken_count,
    ambiguous_count,
    warned_count,
    colliding_count,
    broken,
    ambiguous,
    colliding,
    warned: warned.map(({ slug, path, warnings }) => ({
      slug,
      ...given('path', path),
      warnings: JSON.parse(warnings) as string[],
    })),
  };
}

async function lintLinks(store: Store, most: number, progress: Progress) {
  const found = {
    broken: [] as BadLink[],
    broken_count: 0,
    ambiguous: [] as BadLink[],
    ambiguous_count: 0,
  };
  const look = namesOf(store);
  let seen = 0;
  for (let rows = linksAfter(store); rows.length > 0; rows = linksAfter(store, rows.at(-1))) {
    for (const row of rows) {
      const pages = resolveRow(row, look);
      if (pages.length === 1 || (pages.length === 0 && leadsToFile(store, row))) continue;
      const kind = pages.length === 0 ? 'broken' : 'ambiguous';
      found[`${kind}_count`] += 1;
      if (found[kind].length === most) continue;
      const candidates = pages.slice(0, MOST_CANDIDATES).map(({ slug }) => slug);
      found[kind].push({
        slug: row.slug,
        ...given('path', row.path),
        line: row.line,
        written: writtenOf(row),
        ...(kind === 'broken' ? {} : { candidates }),
      });
    }
    seen += rows.length;
    progress(seen, undefined, 'links looked at');
    await turn();
  }
  return found;
}

function leadsToFile(store: Store, link: LinkRow): boolean {
  return namesFile(link.target) || keptFile(store, link) !== undefined;
}

/** The next links in the order of their pages. */
function linksAfter(store: Store, last?: ScannedRow): ScannedRow[] {
  return store.all<ScannedRow>(
    `SELECT l.page_id, l.ordinal, l.line, l.kind, l.written AS target, l.anchor,
       p.collection, p.path, p.slug
     FROM links l JOIN pages p ON p.id = l.page_id
     WHERE (l.page_id, l.ordinal) > (?, ?) AND l.target <> '' AND p.trashed IS NULL
     ORDER BY l.page_id, l.ordinal LIMIT ${CHUNK}`,
    last?.page_id ?? Number.MIN_SAFE_INTEGER,
    last?.ordinal ?? -1,
  );
}

/**
 * Aliases that are another page's name too, and files whose paths are one to a file system that
 * forgives case or composition: both within one notebook. Titles may well be the same.
 */
function collidingNames(store: Store, most: number): Pick<Lint, 'colliding' | 'colliding_count'> {
  const colliding = [...sharedAliases(store), ...samePaths(store)];
  return {
    colliding: colliding.slice(0, most).map(({ name, slugs }) => ({
      name,
      slugs: slugs.slice(0, MOST_CANDIDATES),
    })),
    colliding_count: colliding.length,
  };
}

function sharedAliases(store: Store): Lint['colliding'] {
  const rows = store.all<{ name: string; slugs: string }>(
    `SELECT n.name, json_group_array(DISTINCT p.slug) AS slugs
     FROM names n JOIN pages p ON p.id = n.page_id
     WHERE p.trashed IS NULL AND n.kind <> 'former'
       AND n.name IN (SELECT name FROM names WHERE kind = 'alias')
     GROUP BY n.name, p.collection
     HAVING count(DISTINCT p.id) > 1 AND sum(n.kind = 'alias') > 0 ORDER BY n.name`,
  );
  return rows.map(({ name, slugs }) => ({ name, slugs: JSON.parse(slugs) as string[] }));
}

function samePaths(store: Store): Lint['colliding'] {
  const rows = store.all<{ collection: string; path: string; slug: string }>(
    `SELECT p.collection, p.path, p.slug FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.kind = 'file' AND p.trashed IS NULL AND n.name IN
       (SELECT name FROM names WHERE kind = 'file' GROUP BY name HAVING count(*) > 1)
     ORDER BY p.collection, p.path`,
  );
  const byKey = new Map<string, { name: string; slugs: string[] }>();
  for (const { collection, path, slug } of rows) {
    const key = `${collection}/${nameKey(path)}`;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, { name: path, slugs: [slug] });
    else before.slugs.push(slug);
  }
  return [...byKey.values()].filter(({ slugs }) => slugs.length > 1);
}
