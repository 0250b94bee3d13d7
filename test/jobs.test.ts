import { describe, expect, test, vi } from 'vitest';

import { startWorker } from '../src/server/jobs/worker.ts';
import { enqueue } from '../src/store/jobs/enqueue.ts';
import type { JobKind, Outcome, Work, Works } from '../src/store/jobs/job.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { clock, pageWithJob, working } from './kit/jobs.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore } from './kit/pages.ts';

const MINUTE = 60_000;

/** Works whose outcomes are given in order, one per job that is done; the last one stays. */
function giving(kind: JobKind, ...outcomes: readonly [Outcome, ...Outcome[]]) {
  const asked: string[] = [];
  const work: Work = ({ slug }) => {
    asked.push(slug);
    return Promise.resolve(outcomes[asked.length - 1] ?? outcomes.at(-1) ?? outcomes[0]);
  };
  return { asked, works: { [kind]: work } as Works };
}

const listed = async (store: Store) =>
  (await doing<{ jobs: Record<string, unknown>[] }>(store, 'jobs', {})).jobs;

describe('the queue', () => {
  test('gives what is awaited most first, then in the order of their times', async () => {
    const { now, turn } = clock();
    const store = newStore({ now });
    await pageWithJob(store, 'sum', 'enrich');
    await pageWithJob(store, 'later', 'fetch', '2026-12-01T09:00:00.000Z');
    turn(1000);
    await pageWithJob(store, 'second', 'fetch');
    await pageWithJob(store, 'first', 'fetch', '2026-12-01T07:00:00.000Z');
    await pageWithJob(store, 'picture', 'thumbnail');
    const done = () => Promise.resolve({ is: 'done' } as const);
    const { told } = await working(store, { fetch: done, enrich: done, thumbnail: done });
    expect(told.map((line) => line.split(' ')[0])).toEqual(['picture', 'first', 'second', 'sum']);
    expect(await listed(store)).toMatchObject([{ slug: 'later', state: 'waiting' }]);
  });

  test('leaves kinds that nobody does, and pages in the trash, until they can be done', async () => {
    const store = newStore();
    await pageWithJob(store, 'sum', 'enrich');
    await pageWithJob(store, 'gone', 'fetch');
    await doing(store, 'trash', { page: 'gone' });
    const fetch = giving('fetch', { is: 'done' });
    expect((await working(store, fetch.works)).done).toBe(0);
    await doing(store, 'untrash', { page: 'gone' });
    expect((await working(store, fetch.works)).told).toEqual(['gone fetch done']);
    await doing(store, 'trash', { page: 'sum' });
    await doing(store, 'purge', { pages: ['sum'], yes: true });
    expect(await listed(store)).toEqual([]);
  });

  test('a failure counts: it waits longer each time, and the third gives it up', async () => {
    const { now, turn } = clock();
    const store = newStore({ now });
    await pageWithJob(store, 'page');
    const given = giving('fetch', { is: 'failure', reason: 'It answered nonsense.' });
    await working(store, given.works);
    expect(await listed(store)).toMatchObject([
      { attempts: 1, state: 'waiting', due: '2026-12-01T08:01:00.000Z' },
    ]);
    turn(MINUTE);
    await working(store, given.works);
    expect(await listed(store)).toMatchObject([{ attempts: 2, due: '2026-12-01T08:06:00.000Z' }]);
    turn(5 * MINUTE);
    await working(store, given.works);
    turn(1000 * MINUTE);
    await working(store, given.works);
    expect(given.asked).toHaveLength(3);
    const reason = 'It answered nonsense.';
    expect(await listed(store)).toMatchObject([{ attempts: 3, state: 'failed', reason }]);
    await doing(store, 'jobs_retry', { page: 'page' });
    await working(store, given.works);
    expect(given.asked).toHaveLength(4);
  });

  test('a refusal is final at once', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    const given = giving('fetch', { is: 'refusal', reason: 'No.' });
    await working(store, given.works);
    expect(await listed(store)).toMatchObject([{ attempts: 0, state: 'failed', reason: 'No.' }]);
  });

  test('an outage has all of its kind wait, longer each time, and is nobody’s fault', async () => {
    const { now, turn } = clock();
    const store = newStore({ now });
    await pageWithJob(store, 'one', 'enrich');
    await pageWithJob(store, 'two', 'enrich');
    await pageWithJob(store, 'link', 'fetch');
    const away: Outcome = { is: 'outage', reason: 'The model is away.' };
    const enrich = giving('enrich', away, { ...away, after: 45 * MINUTE }, { is: 'done' });
    const works = { ...enrich.works, ...giving('fetch', { is: 'done' }).works };
    const first = await working(store, works);
    expect(first.told).toEqual(['link fetch done', 'one enrich outage']);
    const reason = 'The model is away.';
    const due = '2026-12-01T08:00:30.000Z';
    expect(await listed(store)).toMatchObject([
      { slug: 'one', attempts: 0, state: 'waiting', due, reason },
      { slug: 'two', attempts: 0, state: 'waiting', due, reason },
    ]);
    turn(29_000);
    expect((await working(store, works)).told).toEqual([]);
    turn(1000);
    expect((await working(store, works)).told).toHaveLength(1);
    expect(await listed(store)).toMatchObject([{ due: '2026-12-01T08:45:30.000Z' }, {}]);
    turn(45 * MINUTE);
    expect((await working(store, works)).done).toBe(2);
  });

  test('later is later, whatever else is done meanwhile', async () => {
    const { now, turn } = clock();
    const store = newStore({ now });
    await pageWithJob(store, 'page', 'enrich');
    const until = '2026-12-02T00:00:00.000Z';
    const given = giving(
      'enrich',
      { is: 'later', reason: 'The budget of today is spent.', until },
      { is: 'done' },
    );
    await working(store, given.works);
    expect(await listed(store)).toMatchObject([
      { state: 'waiting', due: until, attempts: 0, reason: 'The budget of today is spent.' },
    ]);
    turn(15 * 60 * MINUTE);
    expect((await working(store, given.works)).told).toEqual([]);
    turn(60 * MINUTE);
    expect((await working(store, given.works)).done).toBe(1);
  });

  test('a fault of scrap counts like a failure, and is logged', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    const { log } = await working(store, { fetch: () => Promise.reject(new Error('a bug')) });
    expect(log).toHaveLength(1);
    expect(await listed(store)).toMatchObject([{ attempts: 1, state: 'waiting' }]);
  });

  test('what a job brought and its end are stored together', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    const title = () => store.get<{ title: string }>('SELECT title FROM pages')?.title;
    const rename = (job: { pageId: number }, finished: () => void) =>
      store.write(() => {
        store.run('UPDATE pages SET title = ? WHERE id = ?', 'brought', job.pageId);
        finished();
      });
    // cancelled while it runs: what it brings is no longer wanted
    const cancelled = await working(store, {
      async fetch(job, { finished }) {
        await doing(store, 'jobs_cancel', { page: 'page' });
        rename(job, finished);
        return { is: 'done' };
      },
    });
    expect(cancelled.told).toEqual(['page fetch stopped']);
    expect(title()).toBe('page');
    expect(await listed(store)).toEqual([]);

    await pageWithJob(store, 'other');
    const { told } = await working(store, {
      fetch(job, { finished }) {
        rename(job, finished);
        return Promise.resolve({ is: 'done' });
      },
    });
    expect(told).toEqual(['other fetch done']);
    expect(await listed(store)).toEqual([]);
  });

  test('a job that is asked for anew while it runs is done again', async () => {
    const store = newStore();
    const slug = await pageWithJob(store, 'page');
    const page = store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug);
    const { enqueue } = await import('../src/store/jobs/enqueue.ts');
    let times = 0;
    const { told } = await working(store, {
      fetch() {
        times += 1;
        const job = { kind: 'fetch', pageId: page?.id ?? 0, subject: '' } as const;
        if (times === 1) store.write(() => enqueue(store, job));
        return Promise.resolve({ is: 'done' });
      },
    });
    expect(told).toHaveLength(2);
    expect(await listed(store)).toEqual([]);
  });

  test('a running job hears that it was cancelled', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    const { told } = await working(store, {
      fetch: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ is: 'done' }));
          void doing(store, 'jobs_cancel', { page: 'page' });
        }),
    });
    expect(told).toHaveLength(1);
    expect(await listed(store)).toEqual([]);
  });

  test('what asks a model is tried again at the store’s own terminal alone', async () => {
    const store = newStore();
    await pageWithJob(store, 'page', 'enrich');
    const { id } = store.get<{ id: number }>('SELECT id FROM pages') ?? { id: 0 };
    store.write(() => enqueue(store, { kind: 'fetch', pageId: id, subject: '' }));
    const refused = (kind: JobKind) => giving(kind, { is: 'refusal', reason: 'No.' }).works;
    await working(store, { ...refused('enrich'), ...refused('fetch') });
    const states = async () =>
      (await listed(store)).map(({ kind, state }) => [kind, state].join(' '));
    const alone = doing(store, 'jobs_retry', { page: 'page', kind: 'enrich' }, APP);
    await expect(alone).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('scrap jobs retry page'),
    });
    const all = await doing(store, 'jobs_retry', { page: 'page' }, APP);
    expect(all).toMatchObject({ jobs: 1, warnings: [expect.stringContaining('No model')] });
    expect(await states()).toEqual(['fetch waiting', 'enrich failed']);
    expect(await doing(store, 'jobs_retry', { page: 'page' })).toEqual({ slug: 'page', jobs: 2 });
    expect((await states()).toSorted()).toEqual(['enrich waiting', 'fetch waiting']);
  });

  test('agents neither cancel nor retry', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    const claude = { ...agent('laptop'), door: 'http' } as const;
    for (const name of ['jobs_cancel', 'jobs_retry'] as const) {
      const asked = doing(store, name, { page: 'page' }, claude);
      await expect(asked).rejects.toMatchObject({ code: 'refused' });
    }
    expect(await listed(store)).toHaveLength(1);
  });
});

describe('workers', () => {
  test('are one at a time, and the next takes over when the first has ended', async () => {
    const store = newStore();
    const second = openStore(store.file);
    await pageWithJob(store, 'one');
    let inside: Awaited<ReturnType<typeof working>> | undefined;
    const { done } = await working(store, {
      async fetch() {
        if (inside === undefined) await pageWithJob(second, 'two');
        inside = await working(second, giving('fetch', { is: 'done' }).works);
        return { is: 'done' };
      },
    });
    expect(inside).toMatchObject({ done: 0, heldBy: process.pid });
    expect(done).toBe(2);
    await pageWithJob(second, 'three');
    expect((await working(second, giving('fetch', { is: 'done' }).works)).done).toBe(1);
    second.close();
  });

  test('put back what runs when they are stopped', async () => {
    const store = newStore();
    await pageWithJob(store, 'page');
    let began = false;
    const worker = startWorker(store, {
      log: () => {},
      works: {
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            began = true;
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      },
    });
    await vi.waitFor(() => expect(began).toBe(true), 10_000);
    await worker.close();
    expect(await listed(store)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect((await working(store, giving('fetch', { is: 'done' }).works)).done).toBe(1);
  });

  test('see what another program puts on the queue', async () => {
    const store = newStore();
    const other = openStore(store.file);
    const given = giving('fetch', { is: 'done' });
    const worker = startWorker(store, { log: () => {}, works: given.works });
    await pageWithJob(other, 'page');
    await vi.waitFor(() => expect(given.asked).toEqual(['page']), 10_000);
    await worker.close();
    other.close();
  });
});
