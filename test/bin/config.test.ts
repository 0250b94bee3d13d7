import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

/** A home with this config.toml, and how to run the program in it. */
function home(text: string) {
  const config = temporaryDirectory();
  const file = join(config, 'scrap', 'config.toml');
  mkdirSync(join(config, 'scrap'));
  writeFileSync(file, text, { mode: 0o600 });
  const run = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
    scrap(args, { env: { XDG_CONFIG_HOME: config, ...env }, input });
  return { file, run };
}

test('a flag goes before the environment, that before config.toml, that before the default', async () => {
  const { file, run } = home('port = 1111\nmcp = "read"\n');
  const shown = async (env: Record<string, string>) => {
    const { stdout } = await run(['config', '--json', '--store', '/x.db'], env);
    const all = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string });
    return Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]));
  };
  expect(await shown({ SCRAP_PORT: '2222', SCRAP_STORE: '/y.db', SCRAP_OWNER: '' })).toMatchObject({
    store: { value: '/x.db', from: 'flag', called: '--store' },
    port: { value: '2222', from: 'environment', called: 'SCRAP_PORT' },
    mcp: { value: 'read', from: 'config', called: `mcp in ${file}` },
    owner: { from: 'default' },
  });
});

test('what config.toml says is what is done, and a typo in it is told each time', async () => {
  const store = temporaryStore();
  const { file, run } = home(`store = "${store}"\nprot = 1\n`);
  const added = await run(['add', 'hello']);
  expect(added).toMatchObject({ status: 0 });
  expect(added.stderr).toContain(`${file}:2: "prot" is no setting. Did you mean port?`);
  expect((await run(['recent', '--quiet'])).stderr).toBe('');
  expect((await scrap(['recent'], { store })).stdout).toContain('hello');
});

test('a value that cannot be right fails, and says who said it', async () => {
  const { file, run } = home('tz = "Mars/Olympus"\n');
  const failed = await run(['add', 'hello']);
  expect(failed).toMatchObject({ status: 2 });
  expect(failed.stderr).toContain(`tz in ${file} is not a time zone`);
  expect((await run(['config', 'set', 'tz', 'UTC'])).status).toBe(0);
  expect((await run(['add', 'hello'])).status).toBe(0);
});

test.each([['https://box.ts.net/scrap'], ['http://box.ts.net'], ['box']])(
  'the server %s stops what asks it, and can be unset',
  async (url) => {
    const { file, run } = home(`url = "${url}"\n`);
    const data = join(temporaryDirectory(), 'data');
    for (const args of [['add', 'x'], ['outbox'], ['backup', 'restore', 'x.db']]) {
      expect(await run(args, { XDG_DATA_HOME: data }), args[0]).toMatchObject({ status: 2 });
    }
    expect(existsSync(data)).toBe(false);
    expect((await run(['doctor'])).stdout).toContain('wrong');
    expect((await run(['config', 'set', 'url', url])).status).toBe(2);
    expect((await run(['config', 'unset', 'url'])).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('');
  },
);

test('a broken config.toml fails what needs it with its line, and help goes on', async () => {
  const { file, run } = home('tz = "UTC"\nport = \n');
  const failed = await run(['recent']);
  expect(failed).toMatchObject({ status: 2 });
  expect(failed.stderr).toContain(`${file}:2: `);
  // whatever the environment says: the file may name another store
  const named = {
    SCRAP_STORE: temporaryStore(),
    SCRAP_PUBLIC_URL: 'https://a.ts.net',
    SCRAP_TZ: 'UTC',
  };
  expect(await run(['add', 'x'], named)).toMatchObject({ status: 2 });
  expect((await run(['--help'])).status).toBe(0);
  expect((await run(['config', 'path'])).stdout).toBe(`${file}\n`);
});

test.each([
  [['set', 'public_ulr', 'x'], 2, 'Did you mean public_url?'],
  [['set', 'public_url', 'http://box.ts.net'], 2, 'https'],
  [['set', 'public_url', 'https://box.ts.net/scrap'], 2, 'no path'],
  [['set', 'port', 'many'], 2, 'port is a port'],
  [['set', 'author', 'claude'], 2, 'about one run'],
  [['set', 'tz'], 2, 'Say which value'],
  [['get', 'tz'], 3, 'tz is not set'],
  [['sett', 'tz', 'UTC'], 2, 'Say: scrap config'],
  [['set', 'tz', 'UTC', '--as', 'claude'], 5, 'owner'],
])('scrap config %j changes nothing', async (args, status, says) => {
  const { file, run } = home('# mine\n');
  const ran = await run(['config', ...args]);
  expect(ran).toMatchObject({ status });
  expect(ran.stderr).toContain(says);
  expect(readFileSync(file, 'utf8')).toBe('# mine\n');
});

test('a key is piped in, never shown, and not taken from a file that others may read', async () => {
  const { file, run } = home('');
  const key = 'sk-canary-1234567890';
  expect((await run(['config', 'set', 'anthropic_api_key', key])).status).toBe(2);
  expect((await run(['config', 'set', 'anthropic_api_key'], {}, `${key}\n`)).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain(key);
  for (const args of [['config'], ['config', '--json'], ['config', 'get', 'anthropic_api_key']]) {
    const { stdout, stderr } = await run(args, { SCRAP_FORCE_TTY: '1', NO_COLOR: '1' });
    expect(stdout).toContain('(secret)');
    expect(stdout + stderr).not.toContain(key);
  }
  chmodSync(file, 0o644);
  const open = await run(['config', 'get', 'anthropic_api_key']);
  expect(open).toMatchObject({ status: 2 });
  expect(open.stderr).toContain('chmod 600');
});
