import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import type { Author, Caller, Source } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { instantsOf, parsePeriod } from '../search/periods.ts';
import { dayIn } from '../text/days.ts';
import { changeByNumber, changeNumbers, type ChangeRow } from './changes.ts';
import { changesOfKey } from './keys.ts';
import type { Revision } from './past.ts';

/** What a caller wants taken back; every field may be absent. */
export interface Wanted {
  readonly page?: string | undefined;
  readonly change?: number | undefined;
  readonly author?: Author | undefined;
  readonly source?: Source | undefined;
  readonly client?: string | undefined;
  readonly origin?: string | undefined;
  readonly by_key?: string | undefined;
  readonly since?: string | undefined;
  readonly upto?: number | undefined;
}

/** The changes that are to be taken back. */
export interface Selection {
  readonly changes: ReadonlySet<number>;
  /** The one page it is about, where it is about one. */
  readonly pageId?: number;
  /** Whether a later revision is of those that made the change, not of somebody else. */
  readonly isTheirs: (revision: Revision) => boolean;
}

/**
 * Finds the changes a caller wants taken back, up to change `upto`, as things stood at `now`.
 * One change, or all by somebody. Throws `invalid` when it is not said which, `not_found` for a
 * change that is not there, and `refused` when an agent names a change of the owner.
 */
export function selectChanges(
  store: Store,
  caller: Caller,
  wanted: Wanted,
  { upto, now }: { readonly upto: number; readonly now: Date },
): Selection {
  const { page, change, since, by_key, author, source, client, origin } = wanted;
  const pageId = page === undefined ? undefined : findPage(store, page).id;
  const about = pageId === undefined ? {} : { pageId };
  const isBySomebody = [author, source, client, origin, by_key].some((one) => one !== undefined);
  if (change !== undefined) {
    if (isBySomebody || since !== undefined || wanted.upto !== undefined) {
      throw invalid('Give either "change", or whose changes since when.');
    }
    return { ...about, ...selectOne(store, caller, change, pageId) };
  }
  if (!isBySomebody) throw notSaid(page);
  const from = since === undefined ? {} : { from: startOf(store, caller, since, now) };
  const numbers = changeNumbers(store, {
    author: ofAgents(caller, author),
    source,
    client,
    origin,
    page: pageId,
    upto: Math.min(upto, wanted.upto ?? upto),
    ...from,
  });
  const keyed = by_key === undefined ? undefined : changesOfKey(store, caller, by_key, client);
  const changes = new Set(
    keyed === undefined ? numbers : numbers.filter((number) => keyed.has(number)),
  );
  return { ...about, changes, isTheirs: (revision) => changes.has(revision.change) };
}

/** One change; whoever made it may have gone on since, and that is taken back with it. */
function selectOne(
  store: Store,
  caller: Caller,
  number: number,
  pageId: number | undefined,
): Pick<Selection, 'changes' | 'isTheirs'> {
  const row = changeByNumber(store, number);
  const touched = (page: number) =>
    store.get('SELECT 1 FROM revisions WHERE page_id = ? AND change = ?', page, number);
  if (row === undefined || (pageId !== undefined && touched(pageId) === undefined)) {
    throw new ScrapError(
      'not_found',
      `There is no change ${number}${pageId === undefined ? '' : ' of this page'}. List them: changes, revisions`,
      { reason: 'change' },
    );
  }
  if (caller.author !== 'me' && row.author !== 'claude') throw ownersChange(row);
  if (row.operation === 'purge') {
    throw invalid(`Change ${number} removed pages for ever and cannot be taken back.`);
  }
  return {
    changes: new Set([number]),
    isTheirs: ({ change, author, client }) =>
      change >= number && author === row.author && client === row.client,
  };
}

function notSaid(page: string | undefined) {
  return invalid(
    page === undefined
      ? 'Say what to take back: a "change", or whose changes (author, client, origin, source, by_key) and since when.'
      : 'Say which "change" of the page to take back; revisions lists them.',
  );
}

/** Agents take back what agents did, and nothing else. */
function ofAgents(caller: Caller, author: Author | undefined): Author | undefined {
  if (caller.author === 'me') return author;
  if (author === undefined || author === 'claude') return 'claude';
  throw new ScrapError('refused', 'Agents may take back only what agents did (author: claude).', {
    reason: 'agent',
  });
}

function ownersChange({ number }: ChangeRow): ScrapError {
  return new ScrapError(
    'refused',
    `Change ${number} is not an agent's, and agents may take back only what agents did.`,
    { reason: 'agent' },
  );
}

/** The number of the first change since a change, a moment or a day. */
function startOf(store: Store, caller: Caller, since: string, now: Date): number {
  const words = since.trim();
  if (/^\d{1,15}$/.test(words)) return Number(words);
  const moment = momentOf(words, caller.zone ?? store.setting.zone, now);
  if (moment === undefined) {
    throw invalid(
      `"${words.slice(0, 40)}" is no time. Try 2h, today, 2026-11-30, 2026-11-30T14:00Z or the number of a change.`,
      { field: 'since' },
    );
  }
  // From the end, since what is taken back is mostly recent.
  const before = store.get<{ number: number }>(
    'SELECT number FROM changes WHERE at < ? ORDER BY number DESC LIMIT 1',
    moment,
  );
  return (before?.number ?? 0) + 1;
}

/** As times are stored; undefined for words that are no time. */
function momentOf(words: string, zone: string | undefined, now: Date): string | undefined {
  const ago = /^(\d{1,4})(min|h)$/.exec(words);
  if (ago !== null) {
    const minutes = Number(ago[1]) * (ago[2] === 'h' ? 60 : 1);
    return new Date(now.getTime() - minutes * 60_000).toISOString();
  }
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]{4,15}(?:Z|[+-]\d{2}:?\d{2})$/i.test(words)) {
    const ms = Date.parse(words);
    return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
  }
  const period = parsePeriod(words, dayIn(zone, now), 'behind');
  return period === undefined ? undefined : instantsOf(period, zone).from;
}
