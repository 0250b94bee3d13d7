import type { Store } from '../database/store.ts';
import { fileName, nameKey } from '../pages/names.ts';
import type { PageRow } from '../pages/row.ts';
import { namesOf } from './names.ts';
import { type Place, resolveLink } from './resolve.ts';

/** So many links are followed. */
const MOST = 2000;

/** The row numbers of pages; `isAll`: there were no more links to follow. */
export interface Linked {
  readonly ids: readonly number[];
  readonly isAll: boolean;
}

interface LinkRow extends Place {
  readonly page_id: number;
  readonly kind: 'wiki' | 'embed' | 'markdown';
  readonly target: string;
  readonly anchor: string | null;
}

const COLUMNS = `l.page_id, l.kind, l.written AS target, l.anchor, p.collection, p.path`;

/** The pages with a link that leads to a page: of the links that name it, those it is meant by. */
export function pagesLinkingTo(store: Store, page: PageRow): Linked {
  const names = store
    .all<{ name: string }>('SELECT name FROM names WHERE page_id = ?', page.id)
    .map(({ name }) => name);
  // of a name with a # only what stands before it is the target of a link
  const targets = [page.slug, ...names].flatMap((name) => [
    name,
    nameKey(name.split('#', 1)[0] ?? ''),
  ]);
  const links = store.all<LinkRow>(
    `SELECT ${COLUMNS} FROM links l JOIN pages p ON p.id = l.page_id
     WHERE l.target IN (SELECT value FROM json_each(?)) AND p.trashed IS NULL
     UNION ALL SELECT ${COLUMNS} FROM links l JOIN pages p ON p.id = l.page_id
     WHERE l.file = ? AND p.trashed IS NULL LIMIT ?`,
    JSON.stringify([...new Set(targets)]),
    nameKey(fileName(page.path ?? page.slug)),
    MOST + 1,
  );
  const look = namesOf(store);
  const ids = links
    .slice(0, MOST)
    .filter((link) => link.page_id !== page.id && leadsTo(link, page, look))
    .map((link) => link.page_id);
  return { ids: [...new Set(ids)], isAll: links.length <= MOST };
}

/** The pages that a page links to; a link that could be several leads to each of them. */
export function linkedFrom(store: Store, page: PageRow): Linked {
  const links = store.all<LinkRow>(
    `SELECT ${COLUMNS} FROM links l JOIN pages p ON p.id = l.page_id
     WHERE l.page_id = ? ORDER BY l.ordinal LIMIT ?`,
    page.id,
    MOST + 1,
  );
  const look = namesOf(store);
  const slugs = links
    .slice(0, MOST)
    .flatMap((link) => resolveLink(asLink(link), link, look).map(({ slug }) => slug));
  const ids = store.all<{ id: number }>(
    'SELECT p.id FROM json_each(?) j JOIN pages p ON p.slug = j.value WHERE p.id <> ?',
    JSON.stringify([...new Set(slugs)]),
    page.id,
  );
  return { ids: ids.map(({ id }) => id), isAll: links.length <= MOST };
}

function leadsTo(link: LinkRow, page: PageRow, look: ReturnType<typeof namesOf>): boolean {
  return resolveLink(asLink(link), link, look).some(({ slug }) => slug === page.slug);
}

function asLink({ kind, target, anchor }: LinkRow) {
  return { kind, target, ...(anchor === null ? {} : { anchor }) };
}
