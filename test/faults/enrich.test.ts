import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { bundle } from '../kit/bundle.ts';
import { saying, standIn } from '../kit/model-api.ts';
import { allAtOnce } from '../kit/processes.ts';
import { built, PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

test('two processes together do not pass the budget, and use it up', async () => {
  const file = temporaryStore();
  openStore(file, { mayCreate: true }).close();
  const child = await bundle('test/faults/spending-child.ts');
  try {
    const budget = 1_005_000;
    const said = await allAtOnce(child.path, [
      [file, String(budget)],
      [file, String(budget)],
    ]);
    expect(new Set(said.flat()).size).toBe(100);
    const store = openStore(file);
    const sum = 'SELECT count(*) AS calls, total(reserved) AS n FROM spending';
    expect(store.get(sum)).toEqual({ calls: 100, n: 1_000_000 });
    store.close();
  } finally {
    child.remove();
  }
});

test('kill -9 between a question and its answer: it counts as paid, and is asked again when told to', async () => {
  built();
  const store = temporaryStore();
  await scrap(['add', '--title', 'Birds', 'The heron stood at the weir.'], { store });
  let stop = () => {};
  const api = await standIn(
    () => stop(), // and no answer
    saying(),
  );
  const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: api.base };
  await scrap(['enrich'], { store, env });

  const { PATH = '' } = process.env;
  const surroundings = { PATH, HOME: temporaryDirectory(), SCRAP_STORE: store, ...env };
  const worker = spawn(process.execPath, [PROGRAM, 'jobs', 'run'], { env: surroundings });
  stop = () => worker.kill('SIGKILL');
  await once(worker, 'close');
  expect(api.asked).toHaveLength(1);

  const run = (...args: string[]) => scrap(args, { store, env });
  const today = async () => JSON.parse((await run('budget', '--json')).stdout).today as object;
  const { usd, unknown_usd } = (await today()) as { usd: number; unknown_usd: number };
  expect(unknown_usd).toBe(usd);
  expect(usd).toBeGreaterThan(0.002);

  // it may have been paid for, so that it waits, and counts
  await run('jobs', 'run');
  expect(api.asked).toHaveLength(1);
  expect(JSON.parse((await run('jobs', '--json')).stdout)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    reason: 'It was stopped before the answer came.',
  });
  await run('jobs', 'retry', 'birds');
  expect((await run('jobs', 'run')).stdout).toBe('birds\tenrich\tdone\n');
  expect(api.asked).toHaveLength(2);
  expect(await today()).toMatchObject({ calls: 2, unknown_usd });
  expect(JSON.parse((await run('read', 'birds', '--json')).stdout)).toMatchObject({
    by_model: { summary: 'Soup for two.' },
  });
});
