import { HAS_LINKED_NAME } from '../files/folder-files.ts';
import { linkedFrom, pagesLinkingTo } from '../notebooks/backlinks.ts';
import { pagesNamed } from '../pages/find.ts';
import { nameKey } from '../pages/names.ts';
import { relatedPages } from '../pages/related.ts';
import type { Asked } from './asked.ts';
import { type Condition, onlyThese } from './condition.ts';
import { short } from './said.ts';
import type { Filter } from './tree.ts';

/** `links:page`: pages that link to it; of a page that is not there, links that wait for it. */
export function linksCondition({ value }: Filter, asked: Asked): Condition {
  const pages = pagesNamed(asked.store, value);
  if (pages.length > 0)
    return anyOf(
      pages.map((page) => pagesLinkingTo(asked.store, page)),
      asked,
    );
  asked.warn(`No page is called "${short(value)}"; links to that name are looked for.`);
  return {
    sql: 'EXISTS (SELECT 1 FROM links l WHERE l.page_id = p.id AND l.target = ?)',
    values: [nameKey(value)],
  };
}

/** `linkedby:page`: pages that it links to. */
export function linkedByCondition({ value }: Filter, asked: Asked): Condition {
  const pages = pagesNamed(asked.store, value);
  if (pages.length === 0) asked.warn(`No page is called "${short(value)}".`);
  return anyOf(
    pages.map((page) => linkedFrom(asked.store, page)),
    asked,
  );
}

/** So many related pages of a page are found. */
const MOST_RELATED = 20;

/** `related:page`: the pages that are most like it, the closest first. */
export function relatedCondition({ value }: Filter, { store, warn }: Asked): Condition {
  const pages = pagesNamed(store, value);
  if (pages.length === 0) warn(`No page is called "${short(value)}".`);
  const ids = pages.flatMap((page) => relatedPages(store, page, MOST_RELATED).map(({ id }) => id));
  const closest = [...new Set(ids)];
  return { ...onlyThese(closest.toSorted((a, b) => a - b)), closest };
}

function anyOf(
  found: readonly { readonly ids: readonly number[]; readonly isAll: boolean }[],
  { warn }: Asked,
): Condition {
  if (found.some(({ isAll }) => !isAll)) warn('Only the first 2,000 links were followed.');
  const only = [...new Set(found.flatMap(({ ids }) => ids))].toSorted((a, b) => a - b);
  return onlyThese(only);
}

const PICTURES = 'png jpg jpeg gif webp avif heic svg bmp'.split(' ');
const FILES = [
  ...PICTURES,
  ...'pdf epub txt csv tsv json xml html doc docx xls xlsx ppt pptx odt ods odp rtf'.split(' '),
  ...'zip gz tar 7z mp3 m4a wav ogg flac mp4 mov webm mkv canvas drawio excalidraw'.split(' '),
];

/** SQL: whether a link `l` is one to a file with one of these extensions. */
function endsIn(extensions: readonly string[]): string {
  const lengths = [...new Set(extensions.map((each) => each.length))];
  const ends = lengths.map((length) => {
    const of = extensions.filter((each) => each.length === length).map((each) => `'.${each}'`);
    return `substr(l.target, -${length + 1}) IN (${of.join(', ')})`;
  });
  return `(${ends.join(' OR ')})`;
}

const attached = (extensions: readonly string[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM links l WHERE l.page_id = p.id AND ${endsIn(extensions)})`,
  values: [],
});
/** A page that has a picture, shows one or names one. */
export const HAS_PICTURE: Condition = {
  any: [
    {
      sql: `EXISTS (SELECT 1 FROM page_files pf JOIN files f ON f.id = pf.file_id
        WHERE pf.page_id = p.id AND f.type LIKE 'image/%')`,
      values: [],
    },
    attached(PICTURES),
  ],
};
/** A page that has a file, or a link to one that is no page. */
export const HAS_FILE: Condition = {
  any: [
    { sql: 'EXISTS (SELECT 1 FROM page_files WHERE page_id = p.id)', values: [] },
    attached(FILES),
  ],
};

/** A notebook's pages link to one another and to pages made here; these link anywhere. */
const near = (a: string, b: string) =>
  `(${a}.collection IS ${b}.collection OR ${a}.collection IS NULL OR ${b}.collection IS NULL)`;

/**
 * Pages that others link to, by one of their names: which of several pages of a name a link leads
 * to is not looked at, since each page of a list is asked.
 */
export const HAS_BACKLINK: Condition = {
  any: [
    linkedBy('links l', 'l.target = p.slug'),
    linkedBy('names n CROSS JOIN links l ON l.target = n.name', 'n.page_id = p.id'),
    linkedBy(
      'names n CROSS JOIN links l ON l.file = n.name',
      "n.page_id = p.id AND n.kind = 'file'",
    ),
    linkedBy(
      "names n CROSS JOIN links l ON l.target = nullif(rtrim(substr(n.name, 1, instr(n.name, '#') - 1)), '')",
      "n.page_id = p.id AND n.name = l.target || '#' || lower(l.anchor)",
    ),
  ],
};

/** Whether one of these links stands on another page. CROSS JOIN keeps SQLite to this order. */
function linkedBy(links: string, where: string): Condition {
  return {
    sql: `EXISTS (
      SELECT 1 FROM ${links} CROSS JOIN pages f ON f.id = l.page_id
      WHERE ${where} AND f.id <> p.id AND f.trashed IS NULL AND ${near('f', 'p')})`,
    values: [],
    isDear: true,
  };
}

/** Pages with a link to a page that is not there. */
export const IS_BROKEN: Condition = {
  sql: `EXISTS (
    SELECT 1 FROM links l WHERE l.page_id = p.id AND l.target <> '' AND NOT ${endsIn(FILES)}
      AND NOT EXISTS (SELECT 1 FROM pages t WHERE t.slug = l.target AND t.trashed IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM names n JOIN pages t ON t.id = n.page_id
        WHERE n.name IN (l.target, l.file, l.target || '#' || lower(l.anchor))
          AND t.trashed IS NULL AND ${near('t', 'p')})
      AND NOT EXISTS (SELECT 1 FROM folder_files f WHERE ${HAS_LINKED_NAME})
      AND NOT EXISTS (
        SELECT 1 FROM page_files f WHERE f.page_id = p.id AND f.name = l.written))`,
  values: [],
  isDear: true,
};
