import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { namesOf } from '../notebooks/names.ts';
import { type Look, type Named, resolveLink } from '../notebooks/resolve.ts';
import { fileName, nameKey } from '../pages/names.ts';
import { frontMatterBetween } from '../pages/front-matter.ts';
import { pageUrl } from '../pages/page.ts';
import type { PageRow } from '../pages/row.ts';
import { isDay } from '../text/days.ts';
import type { Link } from '../text/links.ts';
import { exportPath, hasSeveralCollections, pageChunks } from './chunks.ts';
import { parentsOf } from './parents.ts';

/** What the entries of one export share. */
interface Notebook {
  readonly store: Store;
  readonly several: boolean;
  readonly look: Look;
  readonly parentOf: (row: PageRow) => string | undefined;
}

/**
 * The metadata of all pages as JSON, in the shape that `emanote export metadata` has (its version
 * 1), so that the jq recipes of Emanote's guide work: `{ version, files: { path: { title,
 * filePath, parentNote?, url, meta, links } } }`. URLs are those of the app, and `tags` is always
 * a list. A chunk is one piece, so that memory stays the same however many pages there are.
 */
export async function* metadataPieces(store: Store): AsyncGenerator<string> {
  const several = hasSeveralCollections(store);
  const notebook: Notebook = {
    store,
    several,
    look: namesOf(store),
    parentOf: parentsOf(store, several),
  };
  let before = '{"version":1,"files":{';
  for (const rows of pageChunks(store)) {
    yield before + entriesOf(notebook, rows).join(',\n');
    before = ',\n';
    await turn();
  }
  yield before === ',\n' ? '}}\n' : `${before}}}\n`;
}

function entriesOf(notebook: Notebook, rows: readonly PageRow[]): string[] {
  const { store, several } = notebook;
  const span = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0] as const;
  const tags = grouped(
    store.all<{ page_id: number; shown: string }>(
      `SELECT pt.page_id, t.shown FROM page_tags pt JOIN tags t ON t.id = pt.tag_id
       WHERE pt.page_id BETWEEN ? AND ? ORDER BY pt.page_id, t.name`,
      ...span,
    ),
  );
  const links = grouped(
    store.all<LinkRow>(
      `SELECT page_id, kind, written AS target, anchor FROM links
       WHERE page_id BETWEEN ? AND ? ORDER BY page_id, ordinal`,
      ...span,
    ),
  );
  const frontMatter = frontMatterBetween(store, ...span);
  const entries: string[] = [];
  for (const row of rows) {
    const filePath = row.path === null ? ownPath(store, row, several) : exportPath(row, several);
    const parentNote = notebook.parentOf(row);
    const day = dayOf(row.path);
    const entry = {
      title: row.title,
      filePath,
      ...(parentNote === undefined ? {} : { parentNote }),
      url: pageUrl(store, row.slug),
      meta: {
        ...day.date,
        ...frontMatter.get(row.id),
        tags: [...(tags.get(row.id) ?? []).map((tag) => tag.shown), ...day.tags],
      },
      links: (links.get(row.id) ?? []).flatMap((link) => linkEntry(notebook, row, link)),
    };
    entries.push(`${JSON.stringify(filePath)}:${JSON.stringify(entry)}`);
  }
  return entries;
}

const DAY_FIRST = /^(\d{4})-(\d{2})-\d{2}/;

/**
 * What Emanote says of a note by its name: `2026-11-30 Walk.md` is of that day, and as a daily note
 * has a tag for its month.
 */
function dayOf(path: string | null): { date: { date?: string }; tags: string[] } {
  const name = fileName(path ?? '');
  const [day, year, month] = DAY_FIRST.exec(name) ?? [];
  if (day === undefined || !isDay(day)) return { date: {}, tags: [] };
  const isDaily = name === day || /^[-_ ]/.test(name.slice(day.length));
  return { date: { date: day }, tags: isDaily ? [`calendar/${year}/${month}`] : [] };
}

interface LinkRow {
  readonly page_id: number;
  readonly kind: Link['kind'];
  readonly target: string;
  readonly anchor: string | null;
}

function grouped<T extends { readonly page_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.page_id);
    if (group === undefined) groups.set(row.page_id, [row]);
    else group.push(row);
  }
  return groups;
}

/** A key of its own for a page without a path, should an imported page lie at `<slug>.md`. */
function ownPath(store: Store, row: PageRow, several: boolean): string {
  let path = exportPath(row, several);
  if (several) return path;
  const taken = `SELECT 1 FROM names n JOIN pages p ON p.id = n.page_id
    WHERE n.name = ? AND n.kind = 'file' AND p.path = ? AND p.trashed IS NULL`;
  for (let i = 2; store.get(taken, nameKey(fileName(path)), path) !== undefined; i += 1) {
    path = `${row.slug}-${i}.md`;
  }
  return path;
}

const WIKI_LINKS = {
  wiki: 'WikiLinkNormal',
  embed: 'WikiLinkEmbed',
  child: 'WikiLinkBranch',
  parent: 'WikiLinkTag',
} as const;

/** A link and where it leads, as Emanote's encoder writes its sums: `{ tag, contents }`. */
function linkEntry(notebook: Notebook, row: PageRow, { anchor, ...link }: LinkRow) {
  if (link.target === '') return [];
  const found = resolveLink(anchor === null ? link : { ...link, anchor }, row, notebook.look).map(
    (page: Named) => pageUrl(notebook.store, page.slug),
  );
  const unresolvedRelTarget =
    link.kind === 'markdown'
      ? { tag: 'URTResource', contents: [routeOf(link.target)] }
      : {
          tag: 'URTWikiLink',
          contents: [WIKI_LINKS[link.kind], link.target],
        };
  const [first, ...others] = found;
  const resolvedRelTarget =
    first === undefined
      ? { tag: 'RRTMissing' }
      : others.length > 0
        ? { tag: 'RRTAmbiguous', contents: found }
        : { tag: 'RRTFound', contents: first };
  return [{ unresolvedRelTarget, resolvedRelTarget }];
}

/** What a relative address can be: a note in one of two languages, or any other file. */
function routeOf(target: string) {
  const language = /\.org$/i.test(target) ? 'LMLRoute_Org' : 'LMLRoute_Md';
  return /\.(?:md|markdown|org)$/i.test(target)
    ? { tag: 'ModelRoute_LML', contents: ['LMLView_Html', { tag: language, contents: target }] }
    : { tag: 'ModelRoute_StaticFile', contents: target };
}
