import type { Store } from '../database/store.ts';
import { invalid, type ScrapError } from '../errors.ts';
import type { Plan } from './compile.ts';
import {
  type Count,
  COUNTED,
  countUpTo,
  hitsSql,
  idsOf,
  lastLookedAt,
  nthCandidate,
} from './hits.ts';
import { asListed, type Order, sortedPages } from './order.ts';
import { rankedPages, type Ranking, rankingOf } from './ranked.ts';

/** The lists that pages are found in. */
const LEGS = ['ranked', 'titled', 'others', 'older', 'newest', 'sorted'] as const;
type Leg = (typeof LEGS)[number];

/**
 * A place in a list: after the page `id`, which stands there by its `key`. Where titles come first
 * the key is the row number down to which they do, so that it stays while pages come in.
 */
export interface ListPlace {
  readonly leg: Leg;
  readonly key: string;
  readonly id: number;
}

export interface Found {
  readonly ids: readonly number[];
  /** Where the list goes on; absent at its end. */
  readonly next?: ListPlace;
  readonly warning?: string;
  /** How the list was made, in words. */
  readonly how: string;
}

export interface Wanted {
  readonly order: Order;
  readonly after: ListPlace | undefined;
  readonly limit: number;
  readonly count: Count;
}

export function isLeg(word: string): word is Leg {
  return LEGS.some((leg) => leg === word);
}

/** The error for a cursor that is not of the list it was given for. */
export function foreignCursor(): ScrapError {
  return invalid('This cursor is not of this list. Leave it out to begin at the first page.');
}

/**
 * The pages of a plan. By relevance where words were asked for and their pages are few; where
 * they are many, those with the words in their title, then the others, newest first: ranking
 * looks at every match, and so would cost more the more pages there are. Without words, those that
 * are like another page come the closest first.
 */
export function find(store: Store, plan: Plan, wanted: Wanted): Found {
  const { order, after, count } = wanted;
  const legs = legsOf(plan, order);
  if (after !== undefined && !legs.includes(after.leg)) throw foreignCursor();
  if (count.n === 0 && count.isAll) return { ids: [], how: 'no page has this' };
  if (typeof order === 'object') return sorted(store, plan, order, wanted);
  const closest = closestOf(plan, order);
  if (closest !== undefined) {
    return { ...sorted(store, plan, asListed(closest), wanted), how: 'the closest first' };
  }
  if (order === 'newest' || plan.words.length === 0) return newest(store, plan, wanted);
  const isBegun = after !== undefined;
  if (isBegun && after.leg !== 'ranked') return titledFirst(store, plan, wanted);
  // a list begun by relevance goes on so when a few more pages have come in between
  const most = isBegun ? 2 * COUNTED : COUNTED;
  const isFew = isBegun
    ? countUpTo(store, hitsSql(plan), most + 1) <= most
    : count.isAll || count.n < COUNTED;
  const ranking = isFew ? rankingOf(store, plan, most) : undefined;
  if (ranking !== undefined) return ranked(store, plan, ranking, wanted);
  if (!isBegun) return titledFirst(store, plan, wanted);
  throw invalid('Too many pages have come in since. Search again without the cursor.');
}

function legsOf(plan: Plan, order: Order): readonly Leg[] {
  if (typeof order === 'object' || closestOf(plan, order) !== undefined) return ['sorted'];
  const isByWords = order === 'relevance' && plan.words.length > 0;
  return isByWords ? ['ranked', 'titled', 'others', 'older'] : ['newest'];
}

/** By relevance, but without words: pages are as relevant as they are close. */
function closestOf(plan: Plan, order: Order): readonly number[] | undefined {
  return order === 'relevance' && plan.words.length === 0 ? plan.closest : undefined;
}

function ranked(store: Store, plan: Plan, ranking: Ranking, { after, limit }: Wanted): Found {
  const anchor = after === undefined ? undefined : { id: after.id, score: Number(after.key) };
  const places = rankedPages(store, plan, ranking, anchor, limit + 1).map(
    ({ id, score }): ListPlace => ({ leg: 'ranked', key: String(score), id }),
  );
  return { ...cut({ places }, limit, plan), how: 'by relevance' };
}

/**
 * How many of the newest pages with the words may come first for having them in their title: the
 * index has no list of titles of its own, so that each page is looked at.
 */
const TITLES = 5000;

function titledFirst(store: Store, plan: Plan, { after, limit }: Wanted): Found {
  const least = after === undefined ? leastTitled(store, plan) : Number(after.key);
  if (!Number.isSafeInteger(least)) throw foreignCursor();
  const titles = `title : (${plan.words.join(' AND ')})`;
  const legs = [
    { leg: 'titled', part: { ...plan, least, match: `(${plan.match} AND ${titles})` } },
    { leg: 'others', part: { ...plan, least, match: `(${plan.match} NOT ${titles})` } },
    { leg: 'older', part: { ...plan, most: least - 1 } },
  ] as const;
  const how = 'those with the words in the title first, then the newest';
  const places: ListPlace[] = [];
  const begun = legs.findIndex(({ leg }) => leg === after?.leg);
  for (const { leg, part } of legs.slice(Math.max(0, begun))) {
    const most = after?.leg === leg ? after.id - 1 : part.most;
    const missing = limit - places.length;
    const walked = walk(store, part, { leg, key: String(least) }, most, missing);
    places.push(...walked.places);
    if (places.length > limit || walked.stopped !== undefined) {
      return { ...cut({ ...walked, places }, limit, plan), how };
    }
  }
  return { ...cut({ places }, limit, plan), how };
}

function leastTitled(store: Store, plan: Plan): number {
  return nthCandidate(store, plan, TITLES - 1) ?? plan.least;
}

function newest(store: Store, plan: Plan, { after, limit }: Wanted): Found {
  const most = after === undefined ? plan.most : Math.min(plan.most, after.id - 1);
  const walked = walk(store, plan, { leg: 'newest', key: '' }, most, limit);
  return { ...cut(walked, limit, plan), how: 'the newest first' };
}

function sorted(
  store: Store,
  plan: Plan,
  order: Exclude<Order, string>,
  { after, limit, count }: Wanted,
): Found {
  const places = sortedPages(store, plan, order, after, limit + 1).map(
    ({ id, key }): ListPlace => ({ leg: 'sorted', key: String(key), id }),
  );
  const isAll = count.isAll || lastLookedAt(store, plan, plan.most) === undefined;
  return {
    ...cut({ places }, limit, plan),
    how: 'sorted',
    ...(isAll
      ? {}
      : {
          warning: `Only the newest ${looked(plan)} pages were sorted; a narrower search sorts all of its pages.`,
        }),
  };
}

function looked(plan: Plan): string {
  return plan.looked.toLocaleString('en');
}

/** Places in one leg, and the last page looked at where looking on was too much. */
interface Walk {
  readonly places: readonly ListPlace[];
  readonly stopped?: ListPlace;
}

/** Walks a leg newest first, for one page more than `limit`, so as to know whether more follow. */
function walk(
  store: Store,
  plan: Plan,
  { leg, key }: Pick<ListPlace, 'leg' | 'key'>,
  most: number,
  limit: number,
): Walk {
  const ids = idsOf(store, hitsSql(plan, most), limit + 1);
  const places = ids.map((id): ListPlace => ({ leg, key, id }));
  if (places.length > limit || plan.tests.length === 0) return { places };
  const id = lastLookedAt(store, plan, most);
  return id === undefined ? { places } : { places, stopped: { leg, key, id } };
}

function cut(
  { places, stopped }: Walk,
  limit: number,
  plan: Plan,
): Pick<Found, 'ids' | 'next' | 'warning'> {
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  const next = last ?? stopped;
  return {
    ids: shown.map((place) => place.id),
    ...(next === undefined ? {} : { next }),
    ...(last !== undefined || stopped === undefined
      ? {}
      : {
          warning: `The newest ${looked(plan)} pages were looked through; pass next_cursor to go on from there.`,
        }),
  };
}
