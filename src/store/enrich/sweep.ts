import type { Store } from '../database/store.ts';
import { latestChange } from '../history/news.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { PageRow } from '../pages/row.ts';
import { type Also, reasonAgainst } from './eligible.ts';

/** How long a page must have been left alone, in ms: who is still writing changes it again. */
const QUIET = 10 * 60_000;
/** So many pages are looked at in one transaction. */
const CHUNK = 200;

/**
 * Queues the pages that were written since the last look and have been left alone for a while;
 * gives how many. The first look only notes where to begin: about what was there before a model
 * is asked when its owner says so (`scrap enrich`), since that may be much, and costs money.
 */
export function queueQuietPages(store: Store): number {
  const seen = store.get<{ change: number }>('SELECT change FROM enriching')?.change;
  if (seen === undefined) {
    note(store, latestChange(store));
    return 0;
  }
  const before = new Date(store.setting.now().getTime() - QUIET).toISOString();
  const quiet = store.get<{ upto: number | null }>(
    'SELECT max(number) AS upto FROM changes WHERE number > ? AND at <= ?',
    seen,
    before,
  );
  const upto = quiet?.upto ?? seen;
  if (upto === seen) return 0;
  let queued = 0;
  let [revision, id] = [seen, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const rows = store.all<PageRow>(
      `SELECT * FROM pages WHERE (revision, id) > (?, ?) AND revision <= ? AND trashed IS NULL
         AND quiet = 0 ORDER BY revision, id LIMIT ${CHUNK}`,
      revision,
      id,
      upto,
    );
    store.write(() => {
      for (const row of rows) {
        if (isQueued(store, row.id) || reasonAgainst(store, row) !== undefined) continue;
        queuePage(store, row.id);
        queued += 1;
      }
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) break;
    [revision, id] = [last.revision, last.id];
  }
  note(store, upto);
  return queued;
}

/**
 * Queues a page for a model, by itself or because its owner asked. Part of a transaction. The
 * job's subject says what was asked for: `asked`, `asked private`; '' where nobody asked.
 */
export function queuePage(store: Store, id: number, asked?: Also): void {
  const also = (['private', 'mirrored'] as const).filter((each) => asked?.[each] === true);
  const subject = asked === undefined ? '' : ['asked', ...also].join(' ');
  enqueue(store, { kind: 'enrich', pageId: id, subject });
}

/** What its owner asked for with a job; undefined where nobody asked. */
export function askedWith(subject: string): Also | undefined {
  if (subject === '') return undefined;
  return { private: subject.includes('private'), mirrored: subject.includes('mirrored') };
}

function isQueued(store: Store, id: number): boolean {
  const sql = "SELECT 1 FROM jobs WHERE page_id = ? AND kind = 'enrich' AND failed IS NULL";
  return store.get(sql, id) !== undefined;
}

function note(store: Store, change: number): void {
  store.run('INSERT OR REPLACE INTO enriching (only, change) VALUES (1, ?)', change);
}
