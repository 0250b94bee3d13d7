import type { Store } from '../database/store.ts';
import { fileNames, nameKey } from '../pages/names.ts';
import type { PageRow } from '../pages/row.ts';
import type { LinkKind } from '../text/links.ts';
import { namesOf } from './names.ts';
import { type Look, type Named, type Place, resolveLink } from './resolve.ts';

/** So many links are followed. */
const MOST = 2000;

/** The row numbers of pages; `isAll`: there were no more links to follow. */
export interface Linked {
  readonly ids: readonly number[];
  readonly isAll: boolean;
}

/** A link as it is stored, with the place of the page it stands on. */
export interface LinkRow extends Place {
  readonly page_id: number;
  readonly line: number;
  readonly kind: LinkKind;
  readonly target: string;
  readonly anchor: string | null;
}

const COLUMNS = `l.page_id, l.line, l.kind, l.written AS target, l.anchor, p.collection, p.path`;

/**
 * The links on other pages that lead to a page: of those that name it, the ones it is meant by.
 * Looked up by name in an index; `isAll` is false where more name it than are followed.
 */
export function linksTo(
  store: Store,
  page: PageRow,
): { readonly links: readonly LinkRow[]; readonly isAll: boolean } {
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
     WHERE l.file IN (SELECT value FROM json_each(?)) AND p.trashed IS NULL LIMIT ?`,
    JSON.stringify([...new Set(targets)]),
    JSON.stringify(fileNames(page.path ?? page.slug).map(nameKey)),
    MOST + 1,
  );
  const look = namesOf(store);
  return {
    links: links
      .slice(0, MOST)
      .filter((link) => link.page_id !== page.id && leadsTo(link, page, look)),
    isAll: links.length <= MOST,
  };
}

/** The pages with a link that leads to a page. */
export function pagesLinkingTo(store: Store, page: PageRow): Linked {
  const { links, isAll } = linksTo(store, page);
  return { ids: [...new Set(links.map((link) => link.page_id))], isAll };
}

/** The links that stand on a page, in order, but for those within it. */
export function linksOn(
  store: Store,
  page: PageRow,
): { readonly links: readonly LinkRow[]; readonly isAll: boolean } {
  const links = store.all<LinkRow>(
    `SELECT ${COLUMNS} FROM links l JOIN pages p ON p.id = l.page_id
     WHERE l.page_id = ? AND l.target <> '' ORDER BY l.ordinal LIMIT ?`,
    page.id,
    MOST + 1,
  );
  return { links: links.slice(0, MOST), isAll: links.length <= MOST };
}

/** The pages that a page links to; a link that could be several leads to each of them. */
export function linkedFrom(store: Store, page: PageRow): Linked {
  const { links, isAll } = linksOn(store, page);
  const look = namesOf(store);
  const slugs = links.flatMap((link) => resolveRow(link, look).map(({ slug }) => slug));
  const ids = store.all<{ id: number }>(
    'SELECT p.id FROM json_each(?) j JOIN pages p ON p.slug = j.value WHERE p.id <> ?',
    JSON.stringify([...new Set(slugs)]),
    page.id,
  );
  return { ids: ids.map(({ id }) => id), isAll };
}

/** Where a stored link leads from the page it stands on. */
export function resolveRow(link: LinkRow, look: Look): readonly Named[] {
  const { kind, target, anchor } = link;
  return resolveLink({ kind, target, ...(anchor === null ? {} : { anchor }) }, link, look);
}

/** What a stored link names, as it was written: a # may be part of the name. */
export function writtenOf({ target, anchor }: LinkRow): string {
  return anchor === null ? target : `${target}#${anchor}`;
}

function leadsTo(link: LinkRow, page: PageRow, look: Look): boolean {
  return resolveRow(link, look).some(({ slug }) => slug === page.slug);
}
