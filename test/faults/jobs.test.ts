import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStore, type Store } from '../../src/store/index.ts';
import { bundle } from '../kit/bundle.ts';
import { pageWithJob } from '../kit/jobs.ts';
import { allAtOnce, sleep, start } from '../kit/processes.ts';
import { temporaryStore } from '../kit/scrap.ts';

const kills = process.env['SCRAP_LONG'] === '1' ? 500 : 20;

let child: { path: string; remove: () => void };
beforeAll(async () => {
  child = await bundle('test/faults/jobs-child.ts');
});
afterAll(() => child.remove());

interface Row {
  readonly slug: string;
  /** One letter for each time it was done. */
  readonly times: string | null;
  readonly attempts: number | null;
  readonly due: string | null;
}

/** What has become of each page. */
function rows(store: Store): Row[] {
  return store.all<Row>(
    `SELECT slug, p.origin AS times, j.attempts, j.due FROM pages p
     LEFT JOIN jobs j ON j.page_id = p.id ORDER BY p.id`,
  );
}

async function filled(pages: number): Promise<string> {
  const file = temporaryStore();
  const store = openStore(file, { mayCreate: true });
  for (let n = 0; n < pages; n++) await pageWithJob(store, `page ${n}`, 'enrich');
  store.close();
  return file;
}

test('two processes do each job once between them', async () => {
  const file = await filled(20);
  const said = await allAtOnce(child.path, [
    [file, '6'],
    [file, '6'],
  ]);
  const done = said.flat().filter((line) => line.startsWith('done'));
  expect(done).toHaveLength(20);
  expect(new Set(done).size).toBe(20);
  const store = openStore(file);
  expect(rows(store).map(({ times }) => times)).toEqual(Array<string>(20).fill('x'));
  store.close();
});

test(
  `${kills} times kill -9: nothing is lost, and what may have been paid for counts`,
  { timeout: 3_600_000 },
  async () => {
    let [sentUnanswered, unsent] = [0, 0];
    const file = await filled(kills);
    let before = new Map<string, Row>();
    for (let done = 0; done < kills; done++) {
      const worker = await start(child.path, file, '10');
      worker.go();
      await worker.saying(1);
      await sleep(Math.random() * 30);
      worker.kill();
      await worker.ended;
      const store = openStore(file);
      const last = (what: string) =>
        worker.said.findLast((line) => line.startsWith(what))?.slice(what.length + 1);
      const answered = new Set(
        worker.said.flatMap((line) => (line.startsWith('done ') ? [line.slice(5)] : [])),
      );
      // whoever is next puts back what was begun
      const next = openStore(file);
      await putBack(next);
      next.close();
      for (const row of rows(store)) {
        const isDone = row.times !== null;
        expect([row.slug, row.times ?? '', isDone]).toEqual([
          row.slug,
          isDone ? 'x' : '',
          row.attempts === null,
        ]);
        if (answered.has(row.slug)) expect(isDone).toBe(true);
        const counted = (row.attempts ?? 0) - (before.get(row.slug)?.attempts ?? 0);
        if (row.slug === last('sent') && !isDone) {
          expect([row.slug, counted]).toEqual([row.slug, 1]);
          sentUnanswered += 1;
        } else if (!isDone) unsent += 1;
      }
      before = new Map(rows(store).map((row) => [row.slug, row]));
      store.close();
    }
    expect(sentUnanswered).toBeGreaterThan(0);
    expect(unsent).toBeGreaterThan(0);
  },
);

/** What a worker does first: takes the queue over, without doing any of its jobs. */
async function putBack(store: Store): Promise<void> {
  const { takeBackOrphans } = await import('../../src/store/jobs/settle.ts');
  const { workerName } = await import('../../src/store/jobs/lease.ts');
  store.write(() => takeBackOrphans(store, workerName(), () => 0));
}
