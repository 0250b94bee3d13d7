import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { manualPages } from '../../src/commands/manual/pages.ts';
import { commandTable } from '../../src/commands/table.ts';
import { topics } from '../../src/commands/topics.ts';
import { program } from '../kit/debian.ts';
import { temporaryDirectory } from '../kit/scrap.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'man');

test('the manual is the one the program would write, and nothing else', async () => {
  const pages = await manualPages(await commandTable());
  for (const { file, text } of pages) {
    await expect(text).toMatchFileSnapshot(join(FOLDER, file));
  }
  const files = new Set(pages.map(({ file }) => file));
  expect(readdirSync(FOLDER).filter((file) => !files.has(file))).toEqual([]);
});

test('there is a page for each command and each help topic', async () => {
  const rows = await commandTable();
  const files = (await manualPages(rows)).map(({ file }) => file);
  expect(files).toEqual([
    'scrap.1',
    ...rows.map(({ name }) => `scrap-${name}.1`),
    ...Object.keys(topics).map((name) => `scrap-${name}.7`),
  ]);
});

test('npm is told of no page that is not there', () => {
  const { man } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { man: string[] };
  // npm pkg set man="$(node -p 'JSON.stringify(fs.readdirSync("man").map((f) => "man/" + f))')" --json
  expect(man.toSorted()).toEqual(
    readdirSync(FOLDER)
      .map((file) => `man/${file}`)
      .toSorted(),
  );
});

test('every page is clean mdoc, and what it refers to is there', async () => {
  const directory = temporaryDirectory();
  const pages = await manualPages(await commandTable());
  for (const { file, text } of pages) {
    const section = join(directory, `man${file.slice(-1)}`);
    mkdirSync(section, { recursive: true });
    writeFileSync(join(section, file), text);
  }
  const files = pages.map(({ file }) => join(`man${file.slice(-1)}`, file));
  const { stdout, status } = spawnSync(program('mandoc'), ['-T', 'lint', '-W', 'style', ...files], {
    encoding: 'utf8',
    cwd: directory,
    env: { MANPATH: directory },
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
