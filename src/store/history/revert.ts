import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';
import { pageUrl } from '../pages/page.ts';
import { rewritePages } from '../pages/rewrite.ts';
import type { PageRow } from '../pages/row.ts';
import { countedDiff } from '../text/word-diff.ts';
import { changeByNumber } from './changes.ts';
import { keepKey, replay, type RetryKey } from './keys.ts';
import { type Difference, differences } from './metadata.ts';
import { latestChange } from './news.ts';
import { metadataAfter, revisionsBefore, textAfter } from './past.ts';
import type { Left } from './aim.ts';
import { type Becomes, leftThen, type PagePlan, planPage } from './plan.ts';
import { type Selection, selectChanges, type Wanted } from './selection.ts';

/** What a revert did or would do; lists hold at most 50 pages. */
export interface Reverted {
  readonly dry_run: boolean;
  /** How many changes are taken back. */
  readonly changes: number;
  readonly pages: TakenBack[];
  readonly count: number;
  readonly left: LeftPage[];
  readonly left_count: number;
  readonly change?: number;
  readonly created: boolean;
}

/** A page that goes back. */
interface TakenBack {
  readonly slug: string;
  readonly title: string;
  readonly url: string;
  readonly fields: Difference[];
  readonly words?: { readonly added: number; readonly removed: number };
}

/** A page of which something stays, since somebody else has changed it. */
interface LeftPage {
  readonly slug: string;
  readonly title: string;
  readonly url: string;
  readonly fields: string[];
  readonly author: string;
  readonly client?: string;
  /** The change that is in the way. */
  readonly change: number;
}

const MOST = 50;

/** How a revert is to be done. */
export interface Manner {
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly key: RetryKey | undefined;
}

/** Takes changes back as one new change, which can be taken back itself. */
export async function revert(
  store: Store,
  caller: Caller,
  wanted: Wanted,
  { dryRun, force, key }: Manner,
): Promise<Reverted> {
  const planNow = async () => {
    const at = { upto: latestChange(store), now: store.setting.now() };
    const selection = selectChanges(store, caller, wanted, at);
    const plans: PagePlan[] = [];
    for (const { row, from } of touchedPages(store, selection)) {
      plans.push(await planPage(store, row, from, selection, force));
    }
    return { selection, plans };
  };
  if (dryRun) {
    const { selection, plans } = await planNow();
    return { dry_run: true, ...report(store, selection, plans), created: false };
  }
  let planned: Awaited<ReturnType<typeof planNow>> | undefined;
  const done = await rewritePages<Reverted | { readonly before: number }>(
    store,
    caller,
    { operation: 'revert' },
    {
      already() {
        const before = replay(store, key, { purged: true })?.change;
        return before === undefined ? undefined : { before };
      },
      async plan() {
        planned = await planNow();
        return planned.plans.flatMap(({ becomes }) => becomes ?? []);
      },
      answer(change, rows) {
        if (planned === undefined) throw new Error('answered before it was planned');
        const { selection, plans } = planned;
        const told = { dry_run: false, ...report(store, selection, plans) };
        if (rows.length === 0) return { ...told, created: false };
        keepKey(
          store,
          change,
          key,
          rows.slice(0, 1).map(({ id }) => id),
        );
        return { ...told, change: change.number, created: true };
      },
    },
  );
  return 'before' in done ? toldAgain(store, caller, wanted, force, done.before) : done;
}

/** The pages the selected changes touched, each with the first of them. */
function touchedPages(store: Store, selection: Selection): { row: PageRow; from: number }[] {
  const rows = store.all<PageRow & { first: number }>(
    `SELECT p.*, r.first FROM pages p JOIN (
       SELECT page_id, min(change) AS first FROM revisions
       WHERE change IN (SELECT value FROM json_each(?)) GROUP BY page_id
     ) r ON r.page_id = p.id ORDER BY p.id`,
    JSON.stringify([...selection.changes]),
  );
  return rows
    .filter(({ id }) => selection.pageId === undefined || id === selection.pageId)
    .map(({ first, ...row }) => ({ row, from: first }));
}

function report(store: Store, selection: Selection, plans: readonly PagePlan[]) {
  const changed = plans.flatMap(({ row, becomes }) =>
    becomes === undefined ? [] : [{ row, becomes }],
  );
  const pages = changed.slice(0, MOST).map(({ row, becomes }) => takenBack(store, row, becomes));
  return {
    changes: selection.changes.size,
    pages,
    count: changed.length,
    ...leftBehind(
      store,
      plans.map(({ row, left }) => ({ row, left })),
    ),
  };
}

function takenBack(
  store: Store,
  row: PageRow,
  { fields, texts }: Pick<Becomes, 'fields' | 'texts'>,
): TakenBack {
  const words = texts && countedDiff(texts.before, texts.after);
  return { ...head(store, row), fields: [...fields], ...(words === undefined ? {} : { words }) };
}

function head(store: Store, { slug, title }: PageRow) {
  return { slug, title, url: pageUrl(store, slug) };
}

function leftBehind(
  store: Store,
  all: readonly { readonly row: PageRow; readonly left: readonly Left[] }[],
): Pick<Reverted, 'left' | 'left_count'> {
  const some = all.filter(({ left }) => left.length > 0);
  return {
    left: some.slice(0, MOST).map(({ row, left }) => {
      const by = left.map((each) => each.by).reduce((a, b) => (a.change > b.change ? a : b));
      return {
        ...head(store, row),
        fields: [...new Set(left.map(({ field }) => field))],
        author: by.author,
        ...(by.client === null ? {} : { client: by.client }),
        change: by.change,
      };
    }),
    left_count: some.length,
  };
}

/** The answer of revert number `change` once more, as history knows it. */
function toldAgain(
  store: Store,
  caller: Caller,
  wanted: Wanted,
  force: boolean,
  change: number,
): Reverted {
  const row = changeByNumber(store, change);
  if (row === undefined) throw new Error(`no change ${change}`);
  const at = { upto: change - 1, now: new Date(row.at) };
  const selection = selectChanges(store, caller, wanted, at);
  const pages = touchedPages(store, {
    changes: new Set([change]),
    isTheirs: () => true,
  });
  return {
    dry_run: false,
    changes: selection.changes.size,
    pages: pages.slice(0, MOST).map(({ row: page }) => takenBackBy(store, page, change)),
    count: row.pages,
    ...leftBehind(
      store,
      touchedPages(store, selection).map(({ row: page, from }) => ({
        row: page,
        left: leftThen(store, page, from, selection, force, change - 1),
      })),
    ),
    change,
    created: false,
  };
}

/** What a revert that was made did to a page. */
function takenBackBy(store: Store, row: PageRow, change: number): TakenBack {
  const [revision] = revisionsBefore(store, row.id, change + 1, 1);
  const fields = differences(revision?.before, metadataAfter(store, row, change));
  if (revision?.isNewText !== true) return { ...head(store, row), fields };
  const texts = {
    before: textAfter(store, row, change - 1).text,
    after: textAfter(store, row, change).text,
  };
  return takenBack(store, row, { fields, texts });
}
