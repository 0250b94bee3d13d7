import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { namesOf } from '../notebooks/names.ts';
import { type Look, type Named, resolveLink } from '../notebooks/resolve.ts';
import { fileName, nameKey } from '../pages/names.ts';
import { pageUrl } from '../pages/page.ts';
import type { PageRow } from '../pages/row.ts';
import { splitFrontMatter } from '../text/fence.ts';
import type { FieldValue } from '../text/field-values.ts';
import type { Link } from '../text/links.ts';
import { exportPath, hasSeveralCollections, pageChunks } from './chunks.ts';
import { parentsOf } from './parents.ts';

/** The longest front matter, with its fences, that is read (text/fence.ts). */
const HEAD = 66 * 1024;

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
    yield before + (await entriesOf(notebook, rows)).join(',\n');
    before = ',\n';
    await turn();
  }
  yield before === ',\n' ? '}}\n' : `${before}}}\n`;
}

async function entriesOf(notebook: Notebook, rows: readonly PageRow[]): Promise<string[]> {
  const { store, several } = notebook;
  const span = [rows[0]?.id, rows.at(-1)?.id] as const;
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
  const entries: string[] = [];
  for (const row of rows) {
    const filePath = row.path === null ? ownPath(store, row, several) : exportPath(row, several);
    const parentNote = notebook.parentOf(row);
    const entry = {
      title: row.title,
      filePath,
      ...(parentNote === undefined ? {} : { parentNote }),
      url: pageUrl(store, row.slug),
      meta: {
        ...(await frontMatterOf(store, row)),
        tags: (tags.get(row.id) ?? []).map((tag) => tag.shown),
      },
      links: (links.get(row.id) ?? []).flatMap((link) => linkEntry(notebook, row, link)),
    };
    entries.push(`${JSON.stringify(filePath)}:${JSON.stringify(entry)}`);
  }
  return entries;
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

/** The page's front matter, keys and values as written. */
async function frontMatterOf(store: Store, row: PageRow): Promise<Record<string, unknown>> {
  if (/\.org$/i.test(row.path ?? '')) return {};
  const head = store.get<{ head: string }>(
    `SELECT substr(text, 1, ${HEAD}) AS head FROM texts WHERE page_id = ? AND text LIKE '---%'`,
    row.id,
  )?.head;
  const split = head === undefined ? undefined : splitFrontMatter(head);
  if (split === undefined || !('block' in split)) return {};
  const { readFrontMatter } = await import('../text/front-matter.ts');
  const { fields } = readFrontMatter(split.block);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, typed(value)]));
}

/**
 * A value as Emanote has it: `10` a number and `true` a boolean, where that says what was written.
 * `02142` and `1.10` would come out otherwise than they went in, and stay texts.
 */
function typed(value: FieldValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value === 'string') {
    const number = Number(value);
    return Number.isFinite(number) && String(number) === value ? number : value;
  }
  if (Array.isArray(value)) return value.map(typed);
  if (value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typed(each)]));
}

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
          contents: [link.kind === 'embed' ? 'WikiLinkEmbed' : 'WikiLinkNormal', link.target],
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
