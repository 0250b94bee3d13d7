import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { startCuttingProxy } from '../kit/cutting-proxy.ts';
import { doing, exported } from '../kit/pages.ts';
import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { serveForTest, type TestServer } from '../kit/server.ts';

let server: TestServer;
let network: Awaited<ReturnType<typeof startCuttingProxy>>;
let env: Record<string, string>;

beforeEach(async () => {
  server = await serveForTest();
  network = await startCuttingProxy(server.port ?? 0);
  env = { SCRAP_URL: network.url, XDG_DATA_HOME: temporaryDirectory() };
  onTestFinished(async () => {
    await network.stop();
    await server.stop();
  });
});

const here = (...args: string[]) => scrap(args, { env });

describe('exports of a store elsewhere', () => {
  test('are streamed as they are there, and written into a folder', async () => {
    await doing(server.store, 'add', { text: '# One\n[[Two]]\n' });
    await doing(server.store, 'add', { text: '# Two\n' });
    const jsonl = await here('export', '--format', 'jsonl');
    expect(jsonl.stdout).toBe(await exported(server.store, 'jsonl'));
    const folder = join(temporaryDirectory(), 'out');
    expect(await here('export', folder)).toMatchObject({ status: 0, stdout: `2\t${folder}\n` });
    expect(readdirSync(folder).toSorted()).toEqual(['one.md', 'two.md']);
    expect(readFileSync(join(folder, 'two.md'), 'utf8')).toContain('# Two\n');
  });

  test('a cut one fails, and says so', async () => {
    await doing(server.store, 'add', { text: 'x' });
    network.cuts.push('after');
    const cut = await here('export', '--format', 'content');
    expect(cut).toMatchObject({ status: 75, stdout: '' });
    expect(cut.stderr).toContain('broke off');
    const folder = temporaryDirectory();
    const file = join(folder, 'all.jsonl');
    expect((await here('export', '--format', 'jsonl', '-o', file)).status).toBe(0);
    const before = readFileSync(file, 'utf8');
    await doing(server.store, 'add', { text: 'y'.repeat(1_000_000) });
    network.cuts.push('halfway');
    expect((await here('export', '--format', 'jsonl', '-o', file)).status).toBe(75);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['all.jsonl']);
  });
});

describe('what works on the store itself', () => {
  test.each([[['reindex']], [['import', '/tmp']], [['purge', 'x']], [['notebook', 'list']]])(
    'scrap %s says where to do it',
    async (args) => {
      const { status, stderr } = await here(...args);
      expect(status).toBe(5);
      expect(stderr).toContain(
        `on the machine of ${network.url}, or name a store here with --store`,
      );
    },
  );

  test('a store that is named on the line is the one that is meant', async () => {
    const store = temporaryStore();
    await here('add', 'here', '--store', store);
    expect(existsSync(store)).toBe(true);
    expect(server.pages()).toBe(0);
  });
});

describe('the outbox', () => {
  test('two terminals at once deliver what waits once, and in order', async () => {
    network.state.away = true;
    const words = ['one', 'two', 'three', 'four', 'five'];
    for (const word of words) expect((await here('add', word)).status).toBe(0);
    network.state.away = false;
    await Promise.all([here('recent'), here('add', 'six'), here('recent')]);
    const rows = server.store.all<{ slug: string }>('SELECT slug FROM pages ORDER BY revision');
    expect(rows.map(({ slug }) => slug)).toEqual([...words, 'six']);
  });

  test('is listed, shown, tried again and dropped', async () => {
    await here('add', 'plan');
    await here('pull');
    network.state.away = true;
    const edited = await scrap(['edit', 'plan', '--json'], { env, input: 'plan b\n' });
    expect(edited).toMatchObject({ status: 0 });
    expect(JSON.parse(edited.stdout)).toMatchObject({ kept: { number: 1, operation: 'edit' } });
    expect((await here('outbox')).stdout).toMatch(/^1\twaits\tedit\t\S+Z\tplan b\n$/);
    await doing(server.store, 'edit', { page: 'plan', text: 'plan c', revision: 1 });
    network.state.away = false;
    expect((await here('outbox', 'retry')).stderr).toContain('no. 1 of the outbox, was refused');
    expect((await here('outbox')).stdout).toMatch(/^1\trefused\tedit\t/);
    expect((await here('outbox', 'show', '1')).stdout).toContain('plan b');
    expect(await here('outbox', 'drop', '7')).toMatchObject({ status: 3 });
    expect(await here('outbox', 'drop', '1')).toMatchObject({ status: 0 });
    expect(await here('outbox')).toMatchObject({ stdout: '', stderr: 'nothing waits\n' });
  });

  test('holds files too, until they are delivered', async () => {
    network.state.away = true;
    expect(await here('add', 'a picture', '--file', PROGRAM)).toMatchObject({ status: 0 });
    network.state.away = false;
    await here('recent');
    const read = await doing<{ files?: unknown[] }>(server.store, 'read', { page: 'a-picture' });
    expect(read.files).toMatchObject([{ name: 'scrap.cjs' }]);
    const left = readdirSync(env['XDG_DATA_HOME'] ?? '', { recursive: true }).map(String);
    expect(left.filter((path) => /outbox\/.*(?:json|files\/.)/.test(path))).toEqual([]);
  });
});

describe('the replica', () => {
  test('is what a backup is made of', async () => {
    await here('add', 'hello');
    await here('pull');
    network.state.away = true;
    const made = await here('backup', '--json');
    const { file, pages } = JSON.parse(made.stdout) as { file: string; pages: number };
    expect(pages).toBe(1);
    expect(made.stderr).toContain('as of');
    const { status } = await scrap(['backup', 'restore', file, '--verify']);
    expect(status).toBe(0);
  });

  test('takes over in one command, says what it lacks, and takes in what waited', async () => {
    await here('add', 'hello');
    await here('pull');
    network.state.away = true;
    await here('add', 'written away');
    const store = join(env['XDG_DATA_HOME'] ?? '', 'scrap', 'scrap.db');
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--from-replica', '--port', '0'], {
      env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), ...env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect
      .poll(() => said, { timeout: 30_000 })
      .toContain('delivered from the outbox: add written-away');
    expect(said).toMatch(/as of {3}\d{4}-\S+Z \(change 1\); what came later there is not in it/);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('close', resolve));
    const { stdout } = await scrap(['recent'], { store });
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'written-away',
      'hello',
      '',
    ]);
    const again = await here('serve', '--from-replica');
    expect(again).toMatchObject({ status: 5 });
    expect(again.stderr).toContain(`${dirname(store)}/scrap.db is there already`);
  });
});
