import type { Store } from '../database/store.ts';
import { fold } from '../text/fold.ts';
import { relatedByModel } from './by-model.ts';
import { foldedBeside } from './indexed.ts';
import { type PageRow, tagsOf, textOf } from './row.ts';
import type { Reason } from './words.ts';

/** A page that is like another one, and why. */
export interface Related {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly why: Reason[];
}

/** What more pages than this have in common tells none of them apart. */
const COMMON = 50;
/**
 * So much of a text is read, in characters, and so many of its words and links are looked up: of
 * words until so many were telling.
 */
const READ = 20_000;
const LOOKED_UP = { words: 24, telling: 10, links: 32 } as const;
/** More pages are not counted: what is rare among so many is rare. */
const COUNTED = 1_000;
/** A link between two pages, or a model's word, weighs as much as a thing so few pages share. */
const FEW = 4;
/** How much must be shared: less is chance. Two rare words, or a link, are enough. */
const LEAST = 3;

/**
 * The pages that are most like a page, the closest first: by what they link to, their tags and
 * their rarest words, and by what a model said where one was asked. Each thing they share weighs
 * the more the fewer pages have it, and is looked up in an index, never more than `COMMON` rows
 * of it, so that it costs the same however many pages there are.
 */
export function relatedPages(store: Store, page: PageRow, most: number): Related[] {
  const pages = countPages(store);
  const found = new Map<number, { score: number; why: Set<Reason> }>();
  for (const { why, ids, of = ids.length } of sharedWith(store, page)) {
    if (of > COMMON) continue;
    for (const id of ids) {
      if (id === page.id) continue;
      const known = found.get(id) ?? { score: 0, why: new Set() };
      known.score += weight(why, of, pages);
      known.why.add(why);
      found.set(id, known);
    }
  }
  const closest = [...found]
    .filter(([, { score }]) => score >= LEAST)
    .toSorted(([a, { score: x }], [b, { score: y }]) => y - x || b - a)
    // some may be in the trash
    .slice(0, most + COMMON);
  const rows = store.all<{ id: number; slug: string; title: string }>(
    `SELECT p.id, p.slug, p.title FROM json_each(?) j JOIN pages p ON p.id = j.value
     WHERE p.trashed IS NULL ORDER BY j.key LIMIT ?`,
    JSON.stringify(closest.map(([id]) => id)),
    most,
  );
  return rows.map((row) => ({ ...row, why: [...(found.get(row.id)?.why ?? [])].toSorted() }));
}

/**
 * What it weighs that `of` pages share something. What somebody chose, a tag or a link, is enough
 * alone unless most pages have it; a word is only as telling as it is rare.
 */
function weight(why: Reason, of: number, pages: number): number {
  const rare = Math.log2(pages / of);
  const isChosen = why !== 'words' && (of <= FEW || of <= pages / 2);
  return isChosen ? Math.max(LEAST, rare) : rare;
}

/** The pages that have one thing in common, this one among them or not, and how many there are. */
interface Shared {
  readonly why: Reason;
  readonly ids: readonly number[];
  /** As how many it counts; as many as there are unless said. */
  readonly of?: number;
}

function* sharedWith(store: Store, page: PageRow): Generator<Shared> {
  const ids = (sql: string, ...values: unknown[]) =>
    store.all<{ id: number }>(`${sql} LIMIT ${COMMON + 1}`, ...values).map(({ id }) => id);
  const targets = targetsOf(store, page);
  for (const target of targets) {
    yield {
      why: 'links',
      ids: ids('SELECT DISTINCT page_id AS id FROM links WHERE target = ?', target),
    };
  }
  if (targets.length > 0) {
    const named = JSON.stringify(targets);
    const sql = `SELECT id FROM pages WHERE slug IN (SELECT value FROM json_each(?))
       UNION SELECT page_id FROM names WHERE name IN (SELECT value FROM json_each(?))`;
    yield { why: 'links', ids: ids(sql, named, named), of: FEW };
  }
  yield {
    why: 'links',
    ids: ids(
      `SELECT DISTINCT page_id AS id FROM links
       WHERE target IN (SELECT ? UNION SELECT name FROM names WHERE page_id = ?)`,
      page.slug,
      page.id,
    ),
    of: FEW,
  };
  yield { why: 'by_model', ids: relatedByModel(store, page.id), of: FEW };
  yield* sharedTags(store, page);
  let telling = 0;
  for (const word of rarestWords(store, page, targets)) {
    const found = ids('SELECT rowid AS id FROM search WHERE search MATCH ?', `"${word}"`);
    yield { why: 'words', ids: found };
    if (found.length > 1 && found.length <= COMMON) telling += 1;
    if (telling === LOOKED_UP.telling) return;
  }
}

function* sharedTags(store: Store, page: PageRow): Generator<Shared> {
  const tags = store.all<{ tag_id: number }>(
    `SELECT pt.tag_id FROM page_tags pt JOIN tags t ON t.id = pt.tag_id
     WHERE pt.page_id = ? AND t.pages <= ?`,
    page.id,
    COMMON,
  );
  for (const { tag_id: tag } of tags) {
    const rows = store.all<{ id: number }>(
      'SELECT page_id AS id FROM page_tags WHERE tag_id = ? LIMIT ?',
      tag,
      2 * COMMON,
    );
    yield { why: 'tags', ids: rows.map(({ id }) => id) };
  }
}

function targetsOf(store: Store, page: PageRow): string[] {
  return store
    .all<{ target: string }>(
      `SELECT target FROM links WHERE page_id = ? AND target <> ''
       GROUP BY target ORDER BY min(ordinal) LIMIT ${LOOKED_UP.links}`,
      page.id,
    )
    .map(({ target }) => target);
}

/**
 * The words of a page that are most likely rare: those that came into the store last, since words
 * that stand everywhere came with the first pages; and Han characters, each a word of its own.
 * Those of its tags and links are not counted twice.
 */
function rarestWords(store: Store, page: PageRow, targets: readonly string[]): string[] {
  const text = `${page.title}\n${textOf(store, page.id).slice(0, READ)}`;
  const words = new Set(`${fold(text)} ${foldedBeside(store, page.id)}`.split(' '));
  for (const word of fold([...tagsOf(store, page.id), ...targets].join(' ')).split(' ')) {
    words.delete(word);
  }
  const wanted = [...words].filter((word) => !/^[0-9]+$/.test(word));
  const latest = store.all<{ word: string }>(
    `SELECT w.word FROM json_each(?) j JOIN words w ON w.word = j.value
     ORDER BY w.id DESC LIMIT ${LOOKED_UP.words}`,
    JSON.stringify(wanted),
  );
  const han = wanted.filter((word) => word.length === 1 && word >= '\u3400' && word <= '\u9fff');
  return [...latest.map(({ word }) => word), ...han.slice(0, LOOKED_UP.words)];
}

function countPages(store: Store): number {
  const counted = `SELECT count(*) AS n FROM (SELECT 1 FROM pages LIMIT ${COUNTED})`;
  return Math.max(1, store.get<{ n: number }>(counted)?.n ?? 0);
}
