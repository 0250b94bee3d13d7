import type { Store } from '../database/store.ts';
import { ambiguous, findPage, missing, pagesNamed } from '../pages/find.ts';
import type { PageRow } from '../pages/row.ts';
import { rowBySlug } from '../pages/source.ts';
import { namesOf } from './names.ts';
import { type Look, resolveLink } from './resolve.ts';

/**
 * Finds the page that a link leads to as it would from the page `from`: `[[name#heading|label]]`,
 * or what stands inside. Throws as `findPage` does.
 */
export function findFrom(store: Store, link: string, from: string): PageRow {
  const inside = /^!?\[\[([^\]]*)\]\]$/.exec(link.trim())?.[1] ?? link.trim();
  const address = (inside.split('|', 1)[0] ?? '').trim();
  const found = lead(address, findPage(store, from), namesOf(store));
  const rows = found.flatMap(({ slug }) => rowBySlug(store, slug) ?? []);
  if (rows.length > 1) throw ambiguous(address, rows);
  if (rows[0] !== undefined) return rows[0];
  throw missing(store, address);
}

/**
 * Where names on a page, each with its `#heading`, lead: the slug of the page, the name without
 * heading where it could be several, undefined where there is none.
 */
export function leadsFrom(
  store: Store,
  from: string,
  names: readonly string[],
): Map<string, string | undefined> {
  const page = pagesNamed(store, from)[0];
  const look = namesOf(store);
  const leads = new Map<string, string | undefined>();
  for (const name of names) {
    const found = page === undefined ? [] : lead(name, page, look);
    leads.set(name, found.length > 1 ? name.split('#', 1)[0]?.trim() : found[0]?.slug);
  }
  return leads;
}

/** Beside the page first, as addresses are read, then as wikilinks are. */
function lead(address: string, page: PageRow, look: Look) {
  const hash = address.indexOf('#');
  const link =
    hash === -1
      ? { target: address }
      : { target: address.slice(0, hash).trim(), anchor: address.slice(hash + 1) };
  return resolveLink({ kind: 'markdown', ...link }, page, look);
}
