import type { Store } from '../database/store.ts';
import type { PageRow } from '../pages/row.ts';
import { rowBySlug } from '../pages/source.ts';
import type { LinkKind } from '../text/links.ts';
import { MOST_FILES, type NamedFile } from './attach.ts';
import { HAS_LINKED_NAME, linkedFile } from './folder-files.ts';
import { cleanFileName } from './name.ts';
import { isPicture } from './type.ts';

/** A file of a page as every door shows it. */
export interface ShownFile {
  /** The bytes as they came. */
  url: string;
  name: string;
  /** Media type, by its bytes. */
  type: string;
  /** In bytes. */
  size: number;
}

/** A picture of a page. */
export interface ShownImage extends ShownFile {
  /** A small one, upright and without what the camera noted of place and time. */
  thumb: string;
}

/** The pictures and other files of a page; absent where it has none. */
export interface PageFiles {
  images?: ShownImage[];
  files?: ShownFile[];
}

/** What was added with a page, and what of its folder its text shows or links to. */
export function pageFiles(store: Store, row: PageRow): PageFiles {
  const all = filesOf(store, row);
  if (all.length === 0) return {};
  const images = all.filter(({ type }) => isPicture(type));
  const files = all.filter(({ type }) => !isPicture(type));
  return {
    ...(images.length === 0 ? {} : { images: images.map((file) => shownImage(store, file)) }),
    ...(files.length === 0 ? {} : { files: files.map((file) => shownFile(store, file)) }),
  };
}

/**
 * The files that names on a page lead to, as they are written in its links; names that lead to
 * none are left out.
 */
export function filesFrom(
  store: Store,
  slug: string,
  names: readonly string[],
): Map<string, NamedFile & { isPicture: boolean }> {
  const page = rowBySlug(store, slug);
  const found = new Map<string, NamedFile & { isPicture: boolean }>();
  for (const name of page === undefined ? [] : names) {
    const [target = '', ...anchor] = name.split('#');
    const link = { kind: 'markdown' as const, target: target.trim() };
    const whole = anchor.length === 0 ? link : { ...link, anchor: anchor.join('#') };
    const file = page && linkedFile(store, whole, page);
    if (file !== undefined) found.set(name, { ...file, isPicture: isPicture(file.type) });
  }
  return found;
}

/** A page's files in order, each once, at most fifty. */
export function filesOf(store: Store, row: PageRow): NamedFile[] {
  const own = store.all<NamedFile>(
    `SELECT f.id, f.type, f.size, pf.name FROM page_files pf JOIN files f ON f.id = pf.file_id
     WHERE pf.page_id = ? ORDER BY pf.ordinal LIMIT ${MOST_FILES}`,
    row.id,
  );
  const files = new Map(own.map((file) => [file.id, file]));
  for (const link of [...listedFiles(row), ...linksToFiles(store, row.id)]) {
    const { anchor, ...rest } = link;
    const file = linkedFile(store, anchor === null ? rest : { ...rest, anchor }, row);
    if (file !== undefined && !files.has(file.id)) files.set(file.id, file);
    if (files.size >= MOST_FILES) break;
  }
  return [...files.values()];
}

/** What the front matter lists as `files:`, as an export writes it. */
function listedFiles({ path, fields }: PageRow) {
  if (path === null || fields?.includes('"files"') !== true) return [];
  const { files } = JSON.parse(fields) as { files?: unknown };
  const listed = Array.isArray(files) ? files.slice(0, MOST_FILES) : [files];
  return listed
    .filter((each) => typeof each === 'string')
    .map((target) => ({ kind: 'markdown' as const, target, anchor: null }));
}

/** So many of a page's links are looked at: lists tell of the files of many pages. */
const LOOKED_AT = 300;

/** The links on a page whose last part is a file's name in some folder. */
function linksToFiles(store: Store, pageId: number) {
  return store.all<{
    kind: LinkKind;
    target: string;
    anchor: string | null;
  }>(
    `SELECT l.kind, l.written AS target, l.anchor FROM
       (SELECT * FROM links WHERE page_id = ? ORDER BY ordinal LIMIT ${LOOKED_AT}) l
     WHERE EXISTS (SELECT 1 FROM folder_files f WHERE ${HAS_LINKED_NAME})
     ORDER BY l.ordinal LIMIT ${2 * MOST_FILES}`,
    pageId,
  );
}

function shownImage(store: Store, file: NamedFile): ShownImage {
  const { url, ...rest } = shownFile(store, file);
  return { url, thumb: `${store.setting.publicUrl}/pictures/${file.id}/small`, ...rest };
}

/** A file with the address it is served at, which names it for whoever saves it. */
export function shownFile(store: Store, { id, name, type, size }: NamedFile): ShownFile {
  const shown = cleanFileName(name);
  const url = `${store.setting.publicUrl}/files/${id}/${encodeURIComponent(shown)}`;
  return { url, name: shown, type, size };
}
