import type { Store } from '../database/store.ts';
import { linkedFile } from '../files/folder-files.ts';
import { shownFile } from '../files/shown.ts';
import { type PageRow, pageById, textOf } from '../pages/row.ts';
import { namesFile } from '../text/attachments.ts';
import { cutAt } from '../text/cut.ts';
import { linesOf } from '../text/lines.ts';
import { linksOn, linksTo, type LinkRow, resolveRow, writtenOf } from './backlinks.ts';
import { namesOf } from './names.ts';

/** What the page at the other end of a folgezettel link is to this one. */
export type Relation = 'child' | 'parent';

/** A link on a page and where it leads: to a page, to one of several, to a file, or nowhere yet. */
export interface ShownLink {
  written: string;
  line: number;
  as?: Relation;
  slug?: string;
  title?: string;
  candidates?: string[];
  file?: boolean;
  url?: string;
}

/** A page that links to another, with the first line that does. */
export interface Backlink {
  slug: string;
  title: string;
  line: number;
  as?: Relation;
  text: string;
}

/** What `read` and `links` say of a page's links; see `linkedFields`. */
export interface LinkedPages {
  links: ShownLink[];
  links_count: number;
  backlinks: Backlink[];
  backlinks_count: number;
}

/** So many candidates of a link are told, and so much of a line, in characters. */
const MOST_CANDIDATES = 10;
const LINE = 120;

/** What a page links to and what links to it, at most `most` of each. */
export function linkedPages(store: Store, page: PageRow, most: number): LinkedPages {
  const links = distinctLinks(linksOn(store, page).links);
  const backlinks = firstOfEach(linksTo(store, page).links);
  return {
    links: shownLinks(store, links.slice(0, most)),
    links_count: links.length,
    backlinks: backlinks.slice(0, most).map((link) => toBacklink(store, link)),
    backlinks_count: backlinks.length,
  };
}

/** Says where links lead. */
export function shownLinks(store: Store, links: readonly LinkRow[]): ShownLink[] {
  const look = namesOf(store);
  return links.map((link) => {
    const found = resolveRow(link, look);
    const [page, ...others] = found;
    const shown = { written: writtenOf(link), line: link.line, ...relationOf(link) };
    if (page === undefined) return { ...shown, ...fileOf(store, link) };
    if (others.length === 0) {
      return { ...shown, slug: page.slug, title: titleOf(store, page.slug) };
    }
    const candidates = found.slice(0, MOST_CANDIDATES).map(({ slug }) => slug);
    return { ...shown, candidates };
  });
}

function relationOf({ kind }: LinkRow): { as?: Relation } {
  return kind === 'child' || kind === 'parent' ? { as: kind } : {};
}

/** The file a link names: with its address where it is kept. */
function fileOf(store: Store, link: LinkRow): Pick<ShownLink, 'file' | 'url'> {
  const file = keptFile(store, link);
  if (file !== undefined) return { file: true, url: shownFile(store, file).url };
  return namesFile(link.target) ? { file: true } : {};
}

/** The file that is kept of those a link could name. */
export function keptFile(store: Store, link: LinkRow): ReturnType<typeof linkedFile> {
  const { anchor, page_id: id, ...rest } = link;
  return linkedFile(store, anchor === null ? rest : { ...rest, anchor }, { ...link, id });
}

function distinctLinks(links: readonly LinkRow[]): LinkRow[] {
  const first = new Map<string, LinkRow>();
  for (const link of links) {
    const written = writtenOf(link);
    const before = first.get(written);
    if (before === undefined) first.set(written, link);
    // one that says how the pages stand to each other says more than one that does not
    else if (relationOf(before).as === undefined && relationOf(link).as !== undefined) {
      first.set(written, { ...before, kind: link.kind });
    }
  }
  return [...first.values()];
}

/** The first link of each page, the newest page first. */
function firstOfEach(links: readonly LinkRow[]): LinkRow[] {
  const first = new Map<number, LinkRow>();
  for (const link of links) {
    const before = first.get(link.page_id);
    const says = [before, link].find((each) => each !== undefined && 'as' in relationOf(each));
    const earlier = before === undefined || link.line < before.line ? link : before;
    first.set(link.page_id, says === undefined ? earlier : { ...earlier, kind: says.kind });
  }
  return [...first.values()].toSorted((a, b) => b.page_id - a.page_id);
}

function titleOf(store: Store, slug: string): string {
  return store.get<{ title: string }>('SELECT title FROM pages WHERE slug = ?', slug)?.title ?? '';
}

function toBacklink(store: Store, link: LinkRow): Backlink {
  const { slug, title } = pageById(store, link.page_id);
  const { as } = relationOf(link);
  // seen from here: whose child this page is, that is its parent
  const turned = as === 'child' ? 'parent' : 'child';
  return {
    slug,
    title,
    line: link.line,
    ...(as === undefined ? {} : { as: turned }),
    text: around(lineOf(store, link), link.target),
  };
}

function lineOf(store: Store, { page_id, line }: LinkRow): string {
  const text = textOf(store, page_id);
  let number = 0;
  for (const { start, end } of linesOf(text)) {
    number += 1;
    if (number === line) return text.slice(start, end);
  }
  return '';
}

/** As much of a line as is shown, with what it links to in it. */
function around(line: string, target: string): string {
  const trimmed = line.trim();
  if (trimmed.length <= LINE) return trimmed;
  const at = Math.max(0, trimmed.indexOf(target));
  const start = Math.max(0, Math.min(at - LINE / 4, trimmed.length - LINE));
  const end = start + LINE < trimmed.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${cutAt(trimmed, Math.floor(start), LINE)}${end}`;
}
