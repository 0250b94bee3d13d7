import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { fields, optional, text } from '../fields.ts';
import { makeChange } from '../history/change.ts';
import { keepKey, replay, type RetryKey, retryKey } from '../history/keys.ts';
import { type Caller, operation } from '../operation.ts';
import { contentOf } from '../pages/content.ts';
import { mayAppend, refuseMirrored } from '../pages/may.ts';
import { rewrite } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { insertPage, replacePage } from '../pages/save.ts';
import { writtenShape } from '../pages/shape.ts';
import { saidAt, todayOf } from '../pages/today.ts';
import { LIMITS } from '../pages/words.ts';
import { type Written, written, writtenBefore } from '../pages/written.ts';
import { timeIn } from '../text/days.ts';
import { withLogLine } from '../text/log-line.ts';

export const log = operation({
  name: 'log',
  summary: "Add a line with the time to today's log, a page of its own for each day.",
  effect: 'adds',
  doors: { cli: true, http: true, mcp: false },
  words: 'text',
  input: () =>
    fields({
      text: text('What happened', 100_000),
      origin: optional(text('What it was written for: a repository, a task', LIMITS.origin)),
      key: optional(text('The same for a retry: the same line twice is then one', LIMITS.key)),
    }),
  output: writtenShape,
  async run(store, { text: words, origin, key }, caller) {
    if (words.trim() === '') throw invalid('There is nothing to log. Give some words.');
    const wanted = retryKey(caller, 'log', key, { text: words });
    const entry = { words, origin, day: todayOf(store, caller), key: wanted };
    for (;;) {
      const page =
        logOf(store, caller, entry.day) === undefined
          ? await begin(store, caller, entry)
          : await goOn(store, caller, entry);
      // somebody else has begun the day's log at the same moment
      if (page !== undefined) return page;
    }
  },
});

interface Entry {
  readonly words: string;
  readonly origin: string | undefined;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly key: RetryKey | undefined;
}

/**
 * The log of a day: the owner's, for an agent its own where the owner has none. Any page may be
 * called so; where another one is, the log is numbered (`log-2026-11-30-2`).
 */
function logOf(store: Store, { author }: Caller, day: string): PageRow | undefined {
  const slug = `log-${day}`;
  return store
    .all<PageRow>(
      `SELECT * FROM pages WHERE slug >= ? AND slug < ? AND kind = 'log' AND author IN ('me', ?)
       ORDER BY author = 'me' DESC, id`,
      slug,
      `${slug}.`, // behind everything that goes on with "-"
      author,
    )
    .find((row) => /^(?:-\d+)?$/.test(row.slug.slice(slug.length)));
}

/** Makes the page of a day, unless it is there by now. */
async function begin(
  store: Store,
  caller: Caller,
  { words, origin, day, key }: Entry,
): Promise<Written | undefined> {
  const content = await contentOf(store, withLogLine('', timeOf(store, caller), words), {
    overlay: { title: `Log ${day}`, kind: 'log' },
    at: store.now(),
  });
  return makeChange(store, caller, { operation: 'log', origin }, (change) => {
    const [before] = replayed(store, key);
    if (before !== undefined) return before;
    if (logOf(store, caller, day) !== undefined) return undefined;
    const row = insertPage(store, change, content, origin === undefined ? {} : { origin });
    keepKey(store, change, key, [row.id]);
    return written(store, row, change, true);
  });
}

function replayed(store: Store, key: RetryKey | undefined): Written[] {
  const before = replay(store, key);
  return before === undefined ? [] : writtenBefore(store, before);
}

function gone(): ScrapError {
  return new ScrapError('conflict', "Today's log was purged at this moment. Log it again.", {
    reason: 'purged',
  });
}

/** Appends to the page of a day; out of the trash where it is there. */
function goOn(store: Store, caller: Caller, { words, origin, day, key }: Entry): Promise<Written> {
  return rewrite(store, caller, {
    operation: 'log',
    origin,
    key,
    find() {
      const row = logOf(store, caller, day);
      if (row === undefined) throw gone();
      refuseMirrored(store, row);
      mayAppend(store, caller, row);
      return row;
    },
    plan(_, text) {
      const longer = withLogLine(text, timeOf(store, caller), words);
      if (longer.length > LIMITS.text) {
        throw invalid('The log of today would be longer than 10 MiB. Add a page instead.');
      }
      return { text: longer };
    },
    write: (change, row, content) => replacePage(store, change, row, content, { trashed: null }),
  });
}

function timeOf(store: Store, caller: Caller): string {
  return timeIn(caller.zone ?? store.setting.zone, saidAt(store, caller));
}
