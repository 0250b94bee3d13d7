import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { holdServeLock } from '../../src/store/database/lock.ts';
import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

async function storeWithPage(): Promise<string> {
  const store = temporaryStore();
  expect((await scrap(['add', 'hello', '--key', 'k'], { store })).status).toBe(0);
  return store;
}

async function backupOf(store: string): Promise<string> {
  const { stdout } = await scrap(['backup'], { store });
  return stdout.split('\t')[0] ?? '';
}

describe('scrap backup', () => {
  test('says where it is and what is in it, in every manner', async () => {
    const store = await storeWithPage();
    const place = temporaryDirectory();
    const lines = await scrap(['backup', place], { store });
    expect(lines.stdout).toMatch(/\/scrap-[\dT-]+\.db\t1\t1\t1\t0\n$/);
    const columns = await scrap(['backup'], { store, env: { SCRAP_FORCE_TTY: '1' } });
    expect(columns.stdout).toMatch(/\.db\n1 page, 1 revision, 1 key, all checked\n$/);
    const json = await scrap(['backup', '--json'], { store });
    const { file, pages, sha256_file } = JSON.parse(json.stdout) as Record<string, unknown>;
    expect(dirname(String(file))).toBe(join(dirname(store), 'backups'));
    expect([pages, typeof sha256_file]).toEqual([1, 'string']);
    expect([lines.status, columns.status, json.status]).toEqual([0, 0, 0]);
  });

  test.each([
    ['a store that is not there', ['backup'], 3],
    ['an agent', ['backup', '--as', 'claude'], 5],
    ['an agent that restores', ['backup', 'restore', 'x.db', '--as', 'claude'], 5],
    ['two directories', ['backup', 'a', 'b'], 2],
    ['--verify alone', ['backup', '--verify'], 2],
    ['restore without a file', ['backup', 'restore'], 2],
    ['a backup that is not there', ['backup', 'restore', 'x.db'], 3],
    ['one to verify that is not there', ['backup', 'restore', 'x.db', '--verify'], 3],
  ])('%s: refused, and nothing is made', async (_, args, status) => {
    const store = temporaryStore();
    const ran = await scrap(args, { store });
    expect(ran.status).toBe(status);
    expect(ran.stderr).toMatch(/^scrap: .+\n$/);
    expect(ran.stdout).toBe('');
    const made = existsSync(dirname(store)) ? readdirSync(dirname(store)) : [];
    expect(made).toEqual([]);
  });
});

describe('scrap backup restore', () => {
  test('--verify prints what was looked at, and replaces nothing', async () => {
    const store = await storeWithPage();
    const backup = await backupOf(store);
    await scrap(['add', 'later'], { store });
    const { status, stdout } = await scrap(['backup', 'restore', backup, '--verify'], { store });
    expect(status).toBe(0);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').slice(0, 2).join(' '))).toEqual(
      [
        'manifest',
        'store',
        'tables',
        'structure',
        'references',
        'texts',
        'revisions',
        'contents',
        'files',
      ].map((check) => `${check} ok`),
    );
    expect((await scrap(['recent'], { store })).stdout).toContain('later');
  });

  test('--verify of a changed one ends with 65 and says what is wrong with which file', async () => {
    const store = await storeWithPage();
    const backup = await backupOf(store);
    const bytes = readFileSync(backup);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    writeFileSync(backup, bytes);
    const ran = await scrap(['backup', 'restore', backup, '--verify'], { store });
    expect(ran.status).toBe(65);
    expect(ran.stdout).toMatch(/^manifest\tbad\t/);
    expect(ran.stderr).toContain(backup);
    const json = await scrap(['backup', 'restore', backup, '--json'], { store });
    expect(json.status).toBe(65);
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: 'unreadable', details: { reason: 'bad_backup', check: 'manifest' } },
    });
    expect((await scrap(['read', 'hello'], { store })).stdout).toBe('hello');
  });

  test('brings back a store that is lost, and the numbers and keys in it', async () => {
    const store = await storeWithPage();
    const backup = await backupOf(store);
    rmSync(store);
    const restored = await scrap(['backup', 'restore', backup], { store });
    expect(restored).toMatchObject({ status: 0, stderr: '', stdout: `${store}\t1\t1\t1\t0\t\n` });
    expect((await scrap(['search', 'hello'], { store })).stdout).toContain('hello');
    const again = await scrap(['add', 'hello', '--key', 'k', '--json'], { store });
    expect(JSON.parse(again.stdout)).toMatchObject({ slug: 'hello', created: false });
  });

  test('keeps the store that was there, and says where', async () => {
    const store = await storeWithPage();
    const backup = await backupOf(store);
    await scrap(['add', 'later'], { store });
    const { status, stderr } = await scrap(['backup', 'restore', backup], { store });
    expect(status).toBe(0);
    const [, before = ''] = /is now (\S+\.before-restore-\S+\.db)/.exec(stderr) ?? [];
    expect((await scrap(['recent'], { store: before })).stdout).toContain('later');
    expect((await scrap(['recent'], { store })).stdout).not.toContain('later');
  });

  test('while the server runs is busy', async () => {
    const store = await storeWithPage();
    const backup = await backupOf(store);
    const release = holdServeLock(store);
    const { status, stderr } = await scrap(['backup', 'restore', backup], { store });
    release();
    expect(status).toBe(75);
    expect(stderr).toMatch(/scrap serve is running .*Stop it first/);
  });
});

test('everything that the program makes is for its owner alone', async () => {
  const home = temporaryDirectory();
  const env = { HOME: home, SCRAP_FORCE_TTY: '1' };
  const notes = join(home, 'notes');
  const data = join(home, '.local', 'share', 'scrap');
  const commands = [
    ['add', '- [ ] oat milk'],
    ['recent'],
    ['todos'],
    ['backup'],
    ['export', notes],
    ['import', notes],
    ['export', '--format', 'jsonl', '-o', join(home, 'all.jsonl')],
  ];
  for (const args of commands) {
    expect([args[0], (await scrap(args, { env })).status]).toEqual([args[0], 0]);
  }
  const backup = readdirSync(join(data, 'backups')).find((name) => name.endsWith('.db')) ?? '';
  await scrap(['backup', 'restore', join(data, 'backups', backup)], { env });
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  expect(names).toContain(join('.local', 'share', 'scrap', 'scrap.db'));
  expect(names.length).toBeGreaterThan(10);
  const open = names.filter((name) => (statSync(join(home, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
