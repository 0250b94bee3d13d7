import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { saying, standIn, trouble } from '../kit/model-api.ts';
import { built, PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

const KEY = 'sk-ant-canary-0123456789';
const LONG = 'The heron stood at the weir until noon. '.repeat(10);

/** A store with one page, and the environment in which a model at `base` is asked. */
async function filled(base: string) {
  const store = temporaryStore();
  await scrap(['add', '--title', 'Birds', LONG], { store });
  return { store, env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: base } };
}

test('a page is read when its owner says so, its tags are accepted, and it is told what it cost', async () => {
  const api = await standIn(saying({ tags: ['rivers'] }));
  const how = await filled(api.base);
  const told = await scrap(['enrich', '--dry-run'], how);
  expect(told.stdout).toMatch(/^birds\t0\.000\d+\tBirds\n$/);
  expect(told.stderr).toMatch(/1 page for about \$0\.000\d; nothing was asked yet/);
  expect(await scrap(['enrich', 'heron'], how)).toMatchObject({ status: 0 });
  expect(api.asked).toEqual([]);
  expect((await scrap(['jobs', 'run'], how)).stdout).toBe('birds\tenrich\tdone\n');
  const tty = { ...how, env: { ...how.env, SCRAP_FORCE_TTY: '1', NO_COLOR: '1' } };
  expect((await scrap(['read', 'birds'], tty)).stdout).toContain(
    'said by a model (claude-haiku-5-5, just now)\n  Soup for two.\n  proposes #rivers  scrap tags accept birds',
  );
  expect((await scrap(['tags', 'accept', 'birds'], how)).stdout).toMatch(/^birds\tnote\t/);
  expect((await scrap(['tags'], how)).stdout).toBe('rivers\t1\n');
  const budget = await scrap(['budget'], how);
  expect(budget.stdout.split('\n')[0]).toBe('today\tall\t0.0003\t1');
  expect(budget.stderr).toBe('The budget is $1.00 a day.\n');
});

test('scrap serve has pages read that were left alone, and no request of anybody does', async () => {
  built();
  const api = await standIn(saying());
  const { store, env } = await filled(api.base);
  await scrap(['add', '--title', 'Weir', LONG], { store });
  const before = new Date(Date.now() - 11 * 60_000).toISOString();
  const opened = openStore(store);
  opened.run('INSERT INTO enriching (only, change) VALUES (1, 0)');
  opened.run('UPDATE changes SET at = ? WHERE number = 1', before);
  opened.close();
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0'], {
    env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), SCRAP_STORE: store, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [welcome, said] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (welcome += text));
  await expect.poll(() => api.asked.length, { timeout: 30_000 }).toBe(1);
  expect(said).toContain('claude-haiku-5-5 reads new pages, for at most $1.00 a day');
  const url = /is at (\S+)/.exec(welcome)?.[1] ?? '';
  const headers = { 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await post('/api/enrich', {})).status).toBe(404);
  for (const [name, input] of Object.entries({
    read: { page: 'weir' },
    search: { query: 'heron' },
  })) {
    expect((await post(`/api/${name}`, input)).status).toBe(200);
    const params = { name, arguments: input };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    expect((await post('/mcp/laptop', call)).status).toBe(200);
  }
  const birds = async (): Promise<unknown> => (await post('/api/read', { page: 'birds' })).json();
  await expect
    .poll(birds, { timeout: 30_000 })
    .toMatchObject({ by_model: { summary: 'Soup for two.' } });
  expect(api.asked).toHaveLength(1);
});

test.each<[string, Record<string, string>, string]>([
  ['without a key', { ANTHROPIC_API_KEY: '' }, 'No model is asked'],
  ['without a budget', { SCRAP_BUDGET_USD: '0' }, 'No model is asked'],
  ['with a model of unknown price', { SCRAP_MODEL: 'gpt-x' }, 'claude-haiku-5-5, claude-haiku-4-5'],
  ['with a key of two lines', { ANTHROPIC_API_KEY: `${KEY}\nx` }, 'has blanks or line ends'],
])('no page is read %s', async (_, env, message) => {
  const api = await standIn(saying());
  const how = await filled(api.base);
  const asked = await scrap(['enrich'], { ...how, env: { ...how.env, ...env } });
  expect(asked.status).toBe(2);
  expect(asked.stderr).toContain(message);
  expect(asked.stderr).not.toContain('canary');
  expect((await scrap(['jobs'], how)).stdout).toBe('');
});

test('the key may stand in config.toml, and is nowhere else afterwards', async () => {
  const api = await standIn(trouble(401, 'authentication_error'));
  const { store } = await filled(api.base);
  const home = temporaryDirectory();
  const config = join(home, 'scrap');
  mkdirSync(config);
  writeFileSync(join(config, 'config.toml'), `anthropic_api_key = "${KEY}"\n`);
  chmodSync(join(config, 'config.toml'), 0o600);
  const how = { store, env: { XDG_CONFIG_HOME: home, ANTHROPIC_BASE_URL: api.base } };
  const all = [];
  for (const args of [['enrich'], ['jobs', 'run'], ['jobs'], ['budget', '--json'], ['config']]) {
    all.push(await scrap(args, { ...how, env: { ...how.env, SCRAP_DEBUG: '1' } }));
  }
  expect(api.asked[0]?.headers['x-api-key']).toBe(KEY);
  expect(JSON.stringify(all)).toContain('does not accept the key (401)');
  expect(JSON.stringify(all)).not.toContain('canary');
  for (const file of readdirSync(join(store, '..'))) {
    expect(readFileSync(join(store, '..', file), 'latin1')).not.toContain('canary');
  }
});
