import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { manPage } from '../../src/commands/man-page.ts';
import { commandTable } from '../../src/commands/table.ts';
import { program } from '../kit/debian.ts';

const FILE = join(import.meta.dirname, '../../man/scrap.1');

test('the manual page is the one the program would write', async () => {
  await expect(await manPage(await commandTable())).toMatchFileSnapshot(FILE);
});

test('the manual page is clean mdoc', async () => {
  const { stdout, status } = spawnSync(program('mandoc'), ['-T', 'lint', '-W', 'style'], {
    encoding: 'utf8',
    input: await manPage(await commandTable()),
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
