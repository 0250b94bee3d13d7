import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { files, openStore, type Store } from '../src/store/index.ts';
import { filesBelow, kept, pageWith } from './kit/files.ts';
import { doing, folderOf, newStore, putFile } from './kit/pages.ts';
import { png } from './kit/pictures.ts';
import { temporaryDirectory } from './kit/scrap.ts';

const HOUR = 60 * 60 * 1000;

interface Shown {
  images?: { name: string; url: string; type: string }[];
  files?: { name: string }[];
  links: { written: string; slug?: string; file?: boolean; url?: string }[];
}

const read = (store: Store, page: string) => doing<Shown>(store, 'read', { page });
const names = (of: readonly { name: string }[] = []) => of.map(({ name }) => name);
const paths = (store: Store) =>
  store
    .all<{ path: string }>('SELECT path FROM folder_files ORDER BY path')
    .map(({ path }) => path);

/** A vault whose notes show and link to files in several ways. */
async function vault(): Promise<string> {
  const [red, blue] = [await png(8, 8), await png(9, 9)];
  return folderOf({
    'Home.md': '![[cat.png]] ![a dog](img/dog.png) [plan](<files/The Plan.pdf>)\n',
    'last/Note.md': '![[cat.png|300]] ![](../img/dog.png) ![[nowhere.png]] [[Home]]\n',
    'last/cat.png': blue,
    'img/cat.png': red,
    'img/dog.png': blue,
    'files/The Plan.pdf': '%PDF-1.4\nplan\n',
    'data.csv': 'a,b\n',
    Makefile: 'all:\n',
    'empty.bin': '',
  });
}

describe('an imported folder', () => {
  test('keeps what is no note, and its pages show what they embed', async () => {
    const store = newStore();
    const dir = await vault();
    expect(await doing(store, 'import', { dir, dry_run: true })).toMatchObject({ kept: 7 });
    expect(paths(store)).toEqual([]);
    expect(await doing(store, 'import', { dir })).toMatchObject({ files: 2, kept: 7, failed: [] });
    const home = await read(store, 'home');
    expect(names(home.images)).toEqual(['cat.png', 'dog.png']);
    expect(names(home.files)).toEqual(['The Plan.pdf']);
    expect(home.files).toMatchObject([{ type: 'application/pdf' }]);
    const note = await read(store, 'note');
    // two files of one name: the nearest; two names of the same bytes: one file
    expect(names(note.images)).toEqual(['cat.png']);
    expect(note.links).toMatchObject([
      { written: 'cat.png', file: true, url: note.images?.[0]?.url },
      { written: '../img/dog.png', file: true },
      { written: 'nowhere.png', file: true },
      { written: 'Home', slug: 'home' },
    ]);
    expect(note.links[2]).not.toHaveProperty('url');
    const { pages } = await doing<{ pages: Shown[] }>(store, 'search', { query: 'path:Home*' });
    expect(names(pages[0]?.images)).toEqual(['cat.png', 'dog.png']);
  });

  test('read again is the same; what changed follows, what is gone stays', async () => {
    const store = newStore();
    const dir = await vault();
    await doing(store, 'import', { dir });
    const rows = 'SELECT path, file_id FROM folder_files ORDER BY path';
    const before = store.all(rows);
    expect(await doing(store, 'import', { dir })).toMatchObject({ kept: 7, unchanged: 2 });
    expect(store.all(rows)).toEqual(before);
    // what was lost here is read again
    for (const path of filesBelow(`${store.file}.files`)) rmSync(path);
    await doing(store, 'import', { dir });
    expect(filesBelow(`${store.file}.files`)).toHaveLength(6);
    const { sweepFiles } = await files.sweep();
    const tomorrow = openStore(store.file, { now: () => new Date(Date.now() + 25 * HOUR) });
    expect(sweepFiles(tomorrow)).toBe(0);
    tomorrow.close();
    putFile(dir, 'data.csv', 'a,b,c\n');
    rmSync(join(dir, 'Makefile'));
    await doing(store, 'import', { dir });
    expect(paths(store)).toContain('Makefile');
    const out = await exportedTo(store);
    expect(readFileSync(join(out, 'data.csv'), 'utf8')).toBe('a,b,c\n');
  });

  test('goes out again with the same bytes under the same paths', async () => {
    const store = newStore();
    const dir = await vault();
    await doing(store, 'import', { dir });
    const out = await exportedTo(store);
    const relative = (folder: string) =>
      filesBelow(folder).map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]);
    expect(relative(out)).toEqual(relative(dir));
  });

  test('in the trash takes its files along, and brings them back', async () => {
    const store = newStore();
    await doing(store, 'import', { dir: await vault() });
    await doing(store, 'add', { text: 'stays' });
    for (const page of ['home', 'note']) await doing(store, 'trash', { page });
    expect(filesBelow(await exportedTo(store))).toHaveLength(1);
    await doing(store, 'untrash', { page: 'note' });
    expect(filesBelow(await exportedTo(store))).toHaveLength(2 + 7);
    await doing(store, 'purge', { pages: ['home', 'note'], yes: true });
    expect(paths(store)).toEqual([]);
    expect(filesBelow(`${store.file}.files`)).toEqual([]);
  });

  test('no link, pipe, hidden or huge file: each is named', async () => {
    const dir = folderOf({ 'a.md': 'A\n', 'huge.bin': '', '.hidden.png': 'x', '.git/x.png': 'x' });
    const outside = folderOf({ 'secret.png': 'secret' });
    symlinkSync(join(outside, 'secret.png'), join(dir, 'link.png'));
    truncateSync(join(dir, 'huge.bin'), 25 * 1024 * 1024 + 1);
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(dir, 'pipe.png')]);
    const store = newStore();
    const report = await doing<{ skipped: { path: string; reason: string }[] }>(store, 'import', {
      dir,
    });
    expect(report.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: '.git', reason: 'is a hidden folder' },
      { path: '.hidden.png', reason: 'is a hidden file' },
      { path: 'huge.bin', reason: 'is larger than 25 MiB' },
      { path: 'link.png', reason: 'is a symbolic link' },
      { path: 'pipe.png', reason: 'is not a regular file' },
    ]);
    expect(paths(store)).toEqual([]);
  });
});

describe('a mirrored folder', () => {
  test('its files follow: new, changed, renamed and gone', async () => {
    const store = newStore();
    const dir = await vault();
    await doing(store, 'notebook_add', { dir });
    const sync = () => doing(store, 'notebook_sync', {});
    const first = await read(store, 'home');
    putFile(dir, 'img/cat.png', await png(20, 20));
    putFile(dir, 'new.txt', 'new\n');
    renameSync(join(dir, 'data.csv'), join(dir, 'table.csv'));
    rmSync(join(dir, 'Makefile'));
    await sync();
    expect(paths(store)).toEqual([
      'empty.bin',
      'files/The Plan.pdf',
      'img/cat.png',
      'img/dog.png',
      'last/cat.png',
      'new.txt',
      'table.csv',
    ]);
    const second = await read(store, 'home');
    expect(second.images?.[0]?.url).not.toBe(first.images?.[0]?.url);
    // a folder that was not mounted takes nothing away
    renameSync(dir, `${dir}-away`);
    mkdirSync(dir);
    await sync();
    expect(paths(store)).toHaveLength(7);
  });
});

describe('a page made here', () => {
  test('is exported with its files beside it, under names that are safe, and comes back', async () => {
    const store = newStore();
    const files = [
      await kept(store, await png(), 'cat.png'),
      await kept(store, Buffer.from('\xff1', 'latin1'), 'cat.png'),
      await kept(store, Buffer.from('\xff2', 'latin1'), 'con.txt'),
    ];
    await doing(store, 'add', { text: 'Two cats', files });
    await pageWith(store, await png(), 'dog.png');
    // as a store from elsewhere might have it
    store.run("UPDATE page_files SET name = '../../../evil.sh' WHERE name = 'con.txt'");
    const out = await exportedTo(store);
    expect(filesBelow(out).map((path) => path.slice(out.length))).toEqual([
      '/dog.md',
      '/dog/dog.png',
      '/two-cats.md',
      '/two-cats/cat-2.png',
      '/two-cats/cat.png',
      '/two-cats/evil.sh',
    ]);
    expect(readFileSync(join(out, 'two-cats.md'), 'utf8')).toMatch(
      /^---\n[^]*files:[^]*two-cats\/cat\.png[^]*two-cats\/cat-2\.png[^]*---\nTwo cats$/,
    );
    const copy = newStore();
    await doing(copy, 'import', { dir: out });
    expect(names((await read(copy, 'two-cats')).images)).toEqual(['cat.png']);
    expect(await read(copy, 'dog')).toMatchObject({
      kind: 'photo',
      images: [{ name: 'dog.png' }],
    });
  });

  test('shows a file of its own by its name', async () => {
    const store = newStore();
    const file = await kept(store, await png(), 'cat.png');
    await doing(store, 'add', { text: '![](cat.png)', title: 'A cat', files: [file] });
    const { links, images } = await read(store, 'a-cat');
    expect(links).toMatchObject([{ written: 'cat.png', url: images?.[0]?.url }]);
  });
});

async function exportedTo(store: Store): Promise<string> {
  const out = join(temporaryDirectory(), 'out');
  await doing(store, 'export', { dir: out });
  return out;
}
