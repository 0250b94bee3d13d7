import type { Store } from '../database/store.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { given } from './given.ts';
import { count } from './list.ts';
import { pageUrl } from './page.ts';
import { type PageRow, pageById, tagsOf } from './row.ts';
import { addDays } from '../text/calendar.ts';
import { tagAndBelow } from './tags.ts';
import { isOpen, type Status, type TodoGroup } from './words.ts';

/** A todo page, or a checkbox line of a page; see `itemShape`. */
export interface Item {
  slug: string;
  path?: string;
  title: string;
  url: string;
  line?: number;
  text: string;
  status: Status;
  group: TodoGroup;
  due?: string;
  scheduled?: string;
  start?: string;
  priority?: number;
  repeat?: string;
  tags: string[];
  author: string;
  done?: string;
}

export interface TodoQuery {
  readonly tag: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** `YYYY-MM-DD`: the groups are seen from it. */
  readonly today: string;
}

interface Place {
  readonly day: string;
  readonly urgency: number;
  readonly page_id: number;
  /** 0: the page itself. */
  readonly line: number;
}

const START: Place = { day: '', urgency: 0, page_id: Number.MIN_SAFE_INTEGER, line: 0 };

/**
 * What is still to be done: first what has a day (due, or planned for), the soonest first, then
 * what has none. Two
 * queries, since ordering the undated ones last in one would sort them all at every call.
 */
export function openTodos(store: Store, query: TodoQuery) {
  const [leg, day, urgency, page_id, line] =
    query.cursor === undefined
      ? (['dated', START.day, START.urgency, START.page_id, START.line] as const)
      : fromCursor(query.cursor, ['string', 'string', 'number', 'number', 'number']);
  const after = { day, urgency, page_id, line };
  const tags = query.tag === undefined ? undefined : tagAndBelow(store, query.tag);
  const dated = leg === 'dated' ? openLeg(store, 'dated', after, tags, query.limit + 1) : [];
  const missing = query.limit + 1 - dated.length;
  const undated =
    missing > 0 ? openLeg(store, 'undated', leg === 'dated' ? START : after, tags, missing) : [];
  const places = [...dated, ...undated];
  const shown = places.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    todos: shown.map((place) => itemAt(store, place, query.today)),
    // apart, since each has an index of its own
    ...count(store, `(${openPlaces('dated', tags)} UNION ALL ${openPlaces('undated', tags)})`),
    ...(places.length > query.limit && last !== undefined
      ? {
          next_cursor: toCursor([
            shown.length > dated.length ? 'undated' : 'dated',
            last.day,
            last.urgency,
            last.page_id,
            last.line,
          ]),
        }
      : {}),
  };
}

type Leg = 'dated' | 'undated';

function openLeg(
  store: Store,
  leg: Leg,
  after: Place,
  tags: readonly number[] | undefined,
  limit: number,
): Place[] {
  const order = leg === 'dated' ? 'day, urgency, page_id, line' : 'urgency, page_id, line';
  const begin =
    leg === 'dated'
      ? '(day, urgency, $id, $line) > (:day, :urgency, :page_id, :line)'
      : '(urgency, $id, $line) > (:urgency, :page_id, :line)';
  return store.all<Place>(`${openPlaces(leg, tags, begin)} ORDER BY ${order} LIMIT :limit`, {
    ...after,
    limit,
  });
}

/** Where the open todo pages and items with, or without, a day are, as one query. */
function openPlaces(leg: Leg, tags: readonly number[] | undefined, begin?: string): string {
  // `day` as it is, where there is one: anything made of it could not be read off the index
  const [day, has] = leg === 'dated' ? ['day', 'day IS NOT NULL'] : ["'' AS day", 'day IS NULL'];
  const from = (table: string, id: string, line: string, tagged: string) => {
    const where = ['open = 1', has];
    if (begin !== undefined) where.push(begin.replace('$id', id).replace('$line', line));
    if (tags !== undefined) where.push(tagged.replace('$tags', tags.join(',')));
    return `SELECT ${day}, urgency, ${id} AS page_id, ${line} AS line
            FROM ${table} WHERE ${where.join(' AND ')}`;
  };
  const pageTagged =
    'EXISTS (SELECT 1 FROM page_tags t WHERE t.page_id = pages.id AND t.tag_id IN ($tags))';
  const itemTagged = 'EXISTS (SELECT 1 FROM json_each(items.tags) t WHERE t.value IN ($tags))';
  return `${from('pages', 'id', '0', pageTagged)} UNION ALL ${from('items', 'page_id', 'line', itemTagged)}`;
}

/** Todo pages that are done, the latest first. A ticked line stays in its page and is not listed. */
export function doneTodos(store: Store, query: TodoQuery) {
  const [done, id] =
    query.cursor === undefined ? ['\u{10FFFF}', 0] : fromCursor(query.cursor, ['string', 'number']);
  const tags = query.tag === undefined ? undefined : tagAndBelow(store, query.tag);
  const tagged =
    tags === undefined
      ? ''
      : ` AND EXISTS (SELECT 1 FROM page_tags t WHERE t.page_id = pages.id AND t.tag_id IN (${tags.join(',')}))`;
  const from = `pages WHERE done IS NOT NULL AND trashed IS NULL AND kind = 'todo'${tagged}`;
  const rows = store.all<PageRow>(
    `SELECT * FROM ${from} AND (done < ? OR (done = ? AND id > ?)) ORDER BY done DESC, id LIMIT ?`,
    done,
    done,
    id,
    query.limit + 1,
  );
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    todos: shown.map((row) => pageItem(store, row, query.today)),
    ...count(store, from),
    ...(rows.length > query.limit && last !== undefined
      ? { next_cursor: toCursor([last.done ?? '', last.id]) }
      : {}),
  };
}

interface ItemRow {
  readonly text: string;
  readonly status: Status;
  readonly due: string | null;
  readonly scheduled: string | null;
  readonly start: string | null;
  readonly priority: number | null;
  readonly repeat: string | null;
  readonly tags: string | null;
}

function itemAt(store: Store, place: Place, today: string): Item {
  const page = pageById(store, place.page_id);
  if (place.line === 0) return pageItem(store, page, today);
  const row = store.get<ItemRow>(
    'SELECT * FROM items WHERE page_id = ? AND line = ?',
    place.page_id,
    place.line,
  );
  if (row === undefined) throw new Error(`no item at ${page.slug}:${place.line}`);
  return {
    ...head(store, page),
    line: place.line,
    text: row.text,
    status: row.status,
    group: groupOf(row.status, row.due ?? row.scheduled, today),
    ...given('due', row.due),
    ...given('scheduled', row.scheduled),
    ...given('start', row.start),
    ...given('priority', row.priority),
    ...given('repeat', row.repeat),
    tags: shownTags(store, row.tags),
    author: page.author,
  };
}

function pageItem(store: Store, page: PageRow, today: string): Item {
  return {
    ...head(store, page),
    text: page.title,
    status: page.status ?? 'open',
    group: groupOf(page.status, page.due ?? page.scheduled, today),
    ...given('due', page.due),
    ...given('scheduled', page.scheduled),
    ...given('start', page.start),
    ...given('repeat', page.repeat),
    ...given('priority', page.priority),
    tags: tagsOf(store, page.id),
    author: page.author,
    ...given('done', page.done),
  };
}

/** `this_week` is the seven days from today on. */
function groupOf(status: Status | null, day: string | null, today: string): TodoGroup {
  if (!isOpen(status)) return 'done';
  if (day === null) return 'no_date';
  if (day < today) return 'overdue';
  if (day === today) return 'today';
  return day < addDays(today, 7) ? 'this_week' : 'later';
}

function head(store: Store, page: PageRow) {
  return {
    slug: page.slug,
    ...given('path', page.path),
    title: page.title,
    url: pageUrl(store, page.slug),
  };
}

function shownTags(store: Store, ids: string | null): string[] {
  if (ids === null) return [];
  return store
    .all<{ shown: string }>(
      'SELECT t.shown FROM json_each(?) j JOIN tags t ON t.id = j.value ORDER BY t.name',
      ids,
    )
    .map((row) => row.shown);
}
