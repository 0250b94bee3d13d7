import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { built, temporaryDirectory } from '../kit/scrap.ts';

test('a missing SQLite binary is one sentence with the command that mends it', () => {
  built();
  const home = temporaryDirectory();
  const root = join(import.meta.dirname, '../..');
  for (const part of ['bin', 'dist']) {
    cpSync(join(root, part), join(home, part), { recursive: true });
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(home, 'bin/scrap.cjs'), 'add', 'hello'],
    { encoding: 'utf8', input: '', env: { PATH: process.env['PATH'], HOME: home } },
  );
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('npm install -g scrap-pages');
  expect(status).toBe(65);
});
