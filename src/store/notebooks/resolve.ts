import { fileName, folderOf, nameKey } from '../pages/names.ts';
import type { Link } from '../text/links.ts';

/** Where a page stands; a page made in scrap stands nowhere. */
export interface Place {
  readonly collection: string | null;
  readonly path: string | null;
}

/** A page by one of its names. */
export interface Named extends Place {
  readonly slug: string;
  /** `folder`: a name of its own note, `guide/index.md`. */
  readonly as: 'file' | 'alias' | 'title' | 'folder' | 'slug';
}

/** All pages outside the trash that have a name, compared as `nameKey` does. */
export type Look = (key: string) => readonly Named[];

/** A path of more characters is none: what a page links to is looked for among many names. */
const LONGEST = 1024;

/** The kinds of name in the order they count: on a page of a notebook, and elsewhere. */
const INSIDE = ['file', 'alias', 'title', 'folder', 'slug'] as const;
const ELSEWHERE = ['slug', 'alias', 'title', 'file', 'folder'] as const;

/**
 * The pages a link leads to from the page it stands on: none where it leads nowhere, several
 * where it is ambiguous. A page of a notebook looks there first, by the end of a path, then by
 * alias, title and slug, and then at pages made in scrap, never in another notebook; any other
 * page looks everywhere, by slug first. Of several, those in the nearest common folder count.
 */
export function resolveLink(
  link: Pick<Link, 'kind' | 'target' | 'anchor'>,
  from: Place,
  look: Look,
): readonly Named[] {
  if (link.target === '' || link.target.length > LONGEST) return [];
  if (link.kind === 'markdown' && from.path !== null) {
    const exact = atPath(relativeTo(from.path, link.target), from, look);
    if (exact.length > 0) return exact;
  }
  // a name may itself hold a #, as in [[C# notes]]
  const names =
    link.anchor === undefined ? [link.target] : [`${link.target}#${link.anchor}`, link.target];
  for (const name of names) {
    const found = byName(name, from, look);
    if (found.length > 0) return found;
  }
  return [];
}

function byName(name: string, from: Place, look: Look): readonly Named[] {
  const named = look(nameKey(name));
  const files = look(nameKey(fileName(name))).filter(
    (page) => isFile(page) && endsWith(page.path ?? '', name),
  );
  const pages = [...files, ...named.filter((page) => !isFile(page))];
  if (from.collection === null) return firstOf(ELSEWHERE, pages, name, from);
  const inside = pages.filter((page) => page.collection === from.collection);
  const found = firstOf(INSIDE, inside, name, from);
  if (found.length > 0) return found;
  const outside = pages.filter((page) => page.collection === null);
  return firstOf(ELSEWHERE, outside, name, from);
}

function firstOf(
  order: readonly Named['as'][],
  pages: readonly Named[],
  name: string,
  from: Place,
): readonly Named[] {
  for (const as of order) {
    const found = pages.filter((page) => page.as === as);
    if (found.length > 0) return nearest(found, name, from);
  }
  return [];
}

/**
 * The pages whose place is nearest, of those the one whose whole path was given; where folders
 * were given, that one comes first.
 */
function nearest(pages: readonly Named[], name: string, from: Place): readonly Named[] {
  if (pages.length < 2) return pages;
  const whole = pages.filter((page) => isPath(page.path ?? '', name));
  if (whole.length > 0 && name.includes('/')) return whole;
  const depths = pages.map((page) => commonDepth(page, from));
  const deepest = Math.max(...depths);
  const near = pages.filter((_, i) => depths[i] === deepest);
  const both = near.filter((page) => whole.includes(page));
  return both.length > 0 ? both : near;
}

/** How many folders two places have in common; -1 in different collections. */
function commonDepth(a: Place, b: Place): number {
  if (a.collection !== b.collection || a.path === null || b.path === null) return -1;
  const folders = a.path.split('/').slice(0, -1);
  const others = b.path.split('/').slice(0, -1);
  const different = folders.findIndex((folder, i) => folder !== others[i]);
  return different === -1 ? folders.length : different;
}

function atPath(path: string | undefined, from: Place, look: Look): readonly Named[] {
  if (path === undefined) return [];
  const found = look(nameKey(fileName(path))).filter(
    (page) => isFile(page) && page.collection === from.collection && isPath(page.path ?? '', path),
  );
  // beside `guide.md` the note inside the folder is not what `guide` names
  const files = found.filter((page) => page.as === 'file');
  return files.length > 0 ? files : found;
}

function isFile(page: Named): boolean {
  return page.as === 'file' || page.as === 'folder';
}

/** A path as written on a page, seen from the notebook's root; undefined where it leaves it. */
function relativeTo(from: string, path: string): string | undefined {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Whether a name is a page's path, with its extension or without. */
function isPath(path: string, name: string): boolean {
  const key = nameKey(name.replace(/^\//, ''));
  return pathsOf(path).includes(key);
}

function endsWith(path: string, name: string): boolean {
  const key = `/${nameKey(name.replace(/^(?:\.{0,2}\/)+/, ''))}`;
  return pathsOf(path).some((whole) => `/${whole}`.endsWith(key));
}

/** What a path can be written as: with its extension or without, a folder's own note as the folder. */
function pathsOf(path: string): string[] {
  const folder = folderOf(path);
  const paths = [path, withoutExtension(path), ...(folder === undefined ? [] : [folder])];
  return paths.map(nameKey);
}

function withoutExtension(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + fileName(path);
}
