import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { mirrorNotebooks } from '../src/server/mirror.ts';
import type { Store } from '../src/store/index.ts';
import { doing, folderOf, newStore, putFile } from './kit/pages.ts';

/** Long enough for a machine that does other things as well. */
const SOON = { timeout: 10_000, interval: 50 };

interface Found {
  pages: { slug: string; path: string }[];
}

function watched(store: Store): string[] {
  const lines: string[] = [];
  const mirror = mirrorNotebooks(store, { log: (line) => lines.push(line) });
  onTestFinished(() => mirror.close());
  return lines;
}

async function paths(store: Store, query: string): Promise<string[]> {
  const { pages } = await doing<Found>(store, 'search', { query });
  return pages.map(({ path }) => path);
}

test('an edited, new, renamed and deleted file is followed', async () => {
  const store = newStore();
  const folder = folderOf({ 'roses.md': 'red', '.trash/old.md': 'gone' });
  const log = watched(store);
  // added while it is watched already, as from another process
  await doing(store, 'notebook_add', { dir: folder, name: 'garden' });
  putFile(folder, 'roses.md', 'crimson');
  await expect.poll(() => paths(store, 'crimson'), SOON).toEqual(['roses.md']);
  mkdirSync(join(folder, 'beds'));
  putFile(folder, 'beds/tulips.md', 'yellow');
  await expect.poll(() => paths(store, 'yellow'), SOON).toEqual(['beds/tulips.md']);
  renameSync(join(folder, 'roses.md'), join(folder, 'beds/rosa.md'));
  await expect.poll(() => paths(store, 'crimson'), SOON).toEqual(['beds/rosa.md']);
  expect(await doing<Found>(store, 'search', { query: 'crimson' })).toMatchObject({
    pages: [{ slug: 'roses' }],
  });
  rmSync(join(folder, 'beds/tulips.md'));
  await expect.poll(() => paths(store, 'yellow'), SOON).toEqual([]);
  expect(log).toEqual([]);
});

test('what changed while nobody watched is read at the start', async () => {
  const store = newStore();
  const folder = folderOf({ 'roses.md': 'red' });
  await doing(store, 'notebook_add', { dir: folder });
  putFile(folder, 'roses.md', 'crimson');
  watched(store);
  await expect.poll(() => paths(store, 'crimson'), SOON).toEqual(['roses.md']);
});

test('a notebook that was removed is followed no longer', async () => {
  const store = newStore();
  const folder = folderOf({ 'roses.md': 'red' });
  await doing(store, 'notebook_add', { dir: folder, name: 'garden' });
  watched(store);
  putFile(folder, 'roses.md', 'crimson');
  await expect.poll(() => paths(store, 'crimson'), SOON).toEqual(['roses.md']);
  await doing(store, 'notebook_remove', { name: 'garden', keep: true });
  putFile(folder, 'roses.md', 'scarlet');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await paths(store, 'scarlet')).toEqual([]);
});

test('a folder that is away is waited for, and its pages stay', async () => {
  const store = newStore();
  const folder = folderOf({ 'roses.md': 'red' });
  await doing(store, 'notebook_add', { dir: folder });
  watched(store);
  putFile(folder, 'roses.md', 'crimson');
  await expect.poll(() => paths(store, 'crimson'), SOON).toEqual(['roses.md']);
  renameSync(folder, `${folder}.away`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await paths(store, 'crimson')).toEqual(['roses.md']);
  putFile(`${folder}.away`, 'roses.md', 'scarlet');
  renameSync(`${folder}.away`, folder);
  await expect.poll(() => paths(store, 'scarlet'), SOON).toEqual(['roses.md']);
  // as editors save: a new file that takes the old one's place
  putFile(folder, '.roses.md.new', 'vermilion');
  renameSync(join(folder, '.roses.md.new'), join(folder, 'roses.md'));
  await expect.poll(() => paths(store, 'vermilion'), SOON).toEqual(['roses.md']);
});
