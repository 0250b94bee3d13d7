import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { importFolder } from '../src/store/notebooks/folder.ts';
import type { ImportAnswer } from '../src/store/notebooks/report.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { doing, folderOf, newStore, OWNER, putFile } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';

interface Read {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly due?: string;
  readonly created: string;
  readonly updated: string;
  readonly author: string;
  readonly source: string;
  readonly collection: string;
  readonly revision: number;
  readonly fields?: Record<string, unknown>;
}

const importing = (store: Store, dir: string, more: object = {}) =>
  doing<ImportAnswer>(store, 'import', { dir, ...more });
const reading = (store: Store, page: string) => doing<Read>(store, 'read', { page });
const searching = async (store: Store, query: string) =>
  (await doing<{ pages: { slug: string }[] }>(store, 'search', { query })).pages.map(
    ({ slug }) => slug,
  );

function paths(store: Store): string[] {
  return store
    .all<{ path: string }>('SELECT path FROM pages WHERE path IS NOT NULL ORDER BY path')
    .map(({ path }) => path);
}

function numbers(store: Store): number[] {
  return store
    .all<{ number: number }>('SELECT number FROM changes ORDER BY number')
    .map(({ number }) => number);
}

describe('what is taken', () => {
  test('Markdown and org files, from every folder but hidden ones and those of tools', async () => {
    const dir = folderOf({
      'one.md': '# One\n',
      'two.MARKDOWN': 'Two\n',
      'deep/er/three.org': '#+TITLE: Three\n',
      'picture.png': 'PNG',
      'data.yaml': 'a: 1',
      'folder.md/inside.md': 'In a folder named like a page\n',
      '.hidden.md': 'no',
      '.git/config.md': 'no',
      '.obsidian/plugin.md': 'no',
      '.trash/gone.md': 'no',
      'node_modules/pack/readme.md': 'no',
      'logseq/bak/old.md': 'no',
      'logseq/kept.md': 'yes',
    });
    const store = newStore();
    const report = await importing(store, dir);
    expect(paths(store)).toEqual([
      'deep/er/three.org',
      'folder.md/inside.md',
      'logseq/kept.md',
      'one.md',
      'two.MARKDOWN',
    ]);
    expect(report).toMatchObject({
      files: 5,
      added: 5,
      kept: 2,
      failed: [],
      collection: 'notes',
      change: 1,
    });
    expect(report.skipped_by_reason).toEqual({
      'is a hidden folder': 3,
      'is a hidden file': 1,
      'holds packages': 1,
      'holds backups': 1,
    });
    expect(await reading(store, 'three')).toMatchObject({
      title: 'Three',
      text: '#+TITLE: Three\n',
    });
  });

  test('no link, pipe or huge file: each is named', async () => {
    const dir = folderOf({ 'good.md': 'Good\n', 'huge.md': '' });
    const outside = folderOf({ 'secret.md': 'Secret\n' });
    symlinkSync(join(outside, 'secret.md'), join(dir, 'link.md'));
    symlinkSync(outside, join(dir, 'folder'));
    symlinkSync(dir, join(dir, 'loop'));
    truncateSync(join(dir, 'huge.md'), 10 * 1024 * 1024 + 1);
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(dir, 'pipe.md')]);
    const store = newStore();
    const report = await importing(store, dir);
    expect(paths(store)).toEqual(['good.md']);
    expect(report.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'folder', reason: 'is a symbolic link' },
      { path: 'huge.md', reason: 'is larger than 10 MiB' },
      { path: 'link.md', reason: 'is a symbolic link' },
      { path: 'loop', reason: 'is a symbolic link' },
      { path: 'pipe.md', reason: 'is not a regular file' },
    ]);
    expect(report.failed).toEqual([]);
  });

  test('the lists of a report end, its counts go on', async () => {
    const files = Array.from({ length: 1003 }, (_, i) => [`${i}.md`, Uint8Array.of(0xff)] as const);
    const store = newStore();
    const report = await importing(store, folderOf(Object.fromEntries(files)));
    expect(report.failed).toHaveLength(1000);
    expect(report.failed_total).toBe(1003);
    expect(report).not.toHaveProperty('change');
    expect(numbers(store)).toEqual([]);
  });
});

test('odd bytes are read rightly or named, and the rest goes on', async () => {
  const text = (words: string) => Buffer.from(words, 'utf8');
  const dir = folderOf({
    'good.md': 'Good word: quail\n',
    'latin1.md': Buffer.from('Sm\u00f6rbr\u00f6d\n', 'latin1'),
    'cp1252.md': Buffer.concat([Uint8Array.of(0x93), text('quoted'), Uint8Array.of(0x94)]),
    'utf16.md': Buffer.from('\uFEFF# Sm\u00f6rbr\u00f6d\n', 'utf16le'),
    'cut.md': text('sm\u00f6').subarray(0, 3),
    'nul.md': text('before\0after'),
    'cr.md': text('# Title\rOne\rTwo\r'),
    'u\u0308ber.md': text('Decomposed name\n'),
    'empty.md': '',
    'binary.md': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 1),
  });
  const store = newStore();
  const report = await importing(store, dir);
  expect(paths(store)).toEqual(
    ['cr.md', 'empty.md', 'good.md', 'u\u0308ber.md', 'utf16.md'].toSorted(),
  );
  expect(report).toMatchObject({ files: 10, added: 5, failed_total: 5 });
  expect(report.failed).toEqual([
    { path: 'binary.md', reason: expect.stringContaining('UTF-8') },
    { path: 'cp1252.md', reason: 'is not UTF-8 (byte 1); save it as UTF-8' },
    { path: 'cut.md', reason: 'is not UTF-8 (byte 3); save it as UTF-8' },
    { path: 'latin1.md', reason: 'is not UTF-8 (byte 3); save it as UTF-8' },
    { path: 'nul.md', reason: expect.stringContaining('NUL at byte 7') },
  ]);
  expect(await searching(store, 'smörbröd')).toEqual(['smörbröd']);
  expect(await searching(store, 'quail')).toEqual(['good']);
  expect(await searching(store, 'after')).toEqual([]);
  expect(store.get("SELECT 1 FROM texts WHERE instr(text, '\uFFFD') > 0")).toBeUndefined();
});

describe('front matter of every kind', () => {
  test('code in it never runs, and stays text', async () => {
    const marker = join(temporaryDirectory(), 'ran-code.marker');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x')`;
    const files = {
      'js.md': `---js\n${code}\n---\nText. Word: avocet\n`,
      'javascript.md': `---javascript\n${code}\n---\nText. Word: bittern\n`,
      'spaced.md': `--- js\n${code}\n---\nText. Word: crake\n`,
      'bom.md': `\uFEFF---js\n${code}\n---\nText. Word: dunlin\n`,
      'second.md': `---\ntitle: Fine\n---\n---js\n${code}\n---\nText. Word: egret\n`,
    };
    const dir = folderOf(files);
    const store = newStore();
    expect(await importing(store, dir)).toMatchObject({ added: 5, failed: [] });
    expect(await importing(store, dir)).toMatchObject({ unchanged: 5 });
    for (const word of ['avocet', 'bittern', 'crake', 'dunlin', 'egret']) {
      expect(await searching(store, word)).toHaveLength(1);
    }
    expect((await reading(store, 'notes/js.md')).text).toBe(files['js.md']);
    expect(existsSync(marker)).toBe(false);
  });

  test('a colon in a title is read as it is meant', async () => {
    const dir = folderOf({
      'colon.md': '---\ntitle: Part 2: the long way\ntags: [walk]\ndue: 2026-12-24\n---\nText\n',
    });
    const store = newStore();
    await importing(store, dir);
    expect(await reading(store, 'part-2-the-long-way')).toMatchObject({
      title: 'Part 2: the long way',
      tags: ['walk'],
      due: '2026-12-24',
    });
    expect(await searching(store, 'way')).toEqual(['part-2-the-long-way']);
  });

  test('values stay as they were written', async () => {
    const block =
      'postcode: 02142\nversion: 1.10\nstart: 12:30\nid: 20211122194827123456\nvegan: no\n';
    const dir = folderOf({ 'values.md': `---\ntitle: 2026-05-26\n${block}---\nText\n` });
    const store = newStore();
    await importing(store, dir);
    expect(await reading(store, 'notes/values.md')).toMatchObject({
      title: '2026-05-26',
      fields: {
        postcode: '02142',
        version: '1.10',
        start: '12:30',
        id: '20211122194827123456',
        vegan: 'no',
      },
    });
    expect(await searching(store, '02142')).toEqual(['2026-05-26']);
  });

  test('empty keys and templates make no tag called null', async () => {
    const dir = folderOf({
      'empty.md': '---\ntitle:\ntags:\naliases:\n  -\nstatus: ~\n---\n# From the heading\n',
      'template.md': '---\ntitle: {{title}}\ntags: [{{tag}}, real]\n---\n# <% tp.title %>\n',
    });
    const store = newStore();
    expect(await importing(store, dir)).toMatchObject({ added: 2, failed: [] });
    expect((await reading(store, 'notes/empty.md')).title).toBe('From the heading');
    const { tags } = await doing<{ tags: { tag?: string; name?: string }[] }>(store, 'tags', {});
    expect(JSON.stringify(tags)).toContain('real');
    expect(JSON.stringify(tags)).not.toMatch(/null|undefined|object/);
  });
});

describe('when a page was made', () => {
  test.each([
    ['a.md', 'created: 2020-05-06', '2020-05-06T12:00:00.000Z'],
    ['a.md', 'date: 2020-05-06 07:08', '2020-05-06T07:08:00.000Z'],
    ['a.md', 'date: 2020-05-06T07:08:09+02:00', '2020-05-06T05:08:09.000Z'],
    ['2019-01-02.md', 'date: 2020-05-06', '2020-05-06T12:00:00.000Z'],
    ['2019-01-02.md', 'date: someday', '2019-01-02T12:00:00.000Z'],
    ['2019-01-02-with words.md', 'x: 1', '2019-01-02T12:00:00.000Z'],
    ['on 2019-01-02.md', 'x: 1', '2019-01-02T12:00:00.000Z'],
    ['2019-02-30.md', 'x: 1', '2026-11-20T08:00:00.000Z'],
    ['12019-01-02.md', 'x: 1', '2026-11-20T08:00:00.000Z'],
    ['2019-01-02/plain.md', 'x: 1', '2026-11-20T08:00:00.000Z'],
  ])('%s with "%s": %s', async (path, line, created) => {
    const dir = folderOf({ [path]: `---\n${line}\n---\nText\n` });
    const store = newStore();
    await importing(store, dir);
    const page = await reading(store, `notes/${path}`);
    expect(page).toMatchObject({ created, updated: '2026-11-20T08:00:00.000Z' });
  });
});

describe('again', () => {
  test('nothing that is the same changes', async () => {
    const dir = folderOf({ 'a.md': '# A\n', 'sub/b.md': 'B\r\n' });
    const store = newStore();
    await importing(store, dir);
    const before = await reading(store, 'a');
    const report = await importing(store, dir);
    expect(report).toMatchObject({ files: 2, added: 0, changed: 0, unchanged: 2 });
    expect(report).not.toHaveProperty('change');
    expect(numbers(store)).toEqual([1]);
    expect(await reading(store, 'a')).toEqual(before);
  });

  test('a changed file becomes a revision of its page, which keeps its slug', async () => {
    const dir = folderOf({ 'a.md': '# Old title\n', 'b.md': 'B\n' });
    const store = newStore();
    await importing(store, dir);
    putFile(dir, 'a.md', '# New title\n');
    expect(await importing(store, dir)).toMatchObject({ changed: 1, unchanged: 1, change: 2 });
    expect(await reading(store, 'old-title')).toMatchObject({
      title: 'New title',
      updated: '2026-11-25T08:00:00.000Z',
      revision: 2,
      author: 'import',
      source: 'import',
    });
    expect(store.all('SELECT text FROM revisions WHERE text IS NOT NULL')).toEqual([
      { text: '# Old title\n' },
    ]);
    expect(await searching(store, 'new')).toEqual(['old-title']);
    expect(await searching(store, 'old')).toEqual([]);
  });

  test('a file whose bytes alone changed is written again', async () => {
    const dir = folderOf({ 'a.md': 'Same words\n' });
    const store = newStore();
    await importing(store, dir);
    putFile(dir, 'a.md', '\uFEFFSame words\n');
    expect(await importing(store, dir)).toMatchObject({ changed: 1 });
    expect(store.get('SELECT encoding FROM pages')).toEqual({ encoding: 'utf-8-bom' });
    expect(await importing(store, dir)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  test('a page that was edited here is never written over', async () => {
    const dir = folderOf({ 'a.md': 'From the file\n' });
    const store = newStore();
    await importing(store, dir);
    await doing(store, 'edit', { page: 'a', text: 'From scrap\n', revision: 1 });
    expect(await importing(store, dir)).toMatchObject({ unchanged: 1, conflicts: [] });
    putFile(dir, 'a.md', 'The file moved on\n');
    const report = await importing(store, dir);
    expect(report).toMatchObject({
      changed: 0,
      conflicts: [{ path: 'a.md', slug: 'a' }],
      conflicts_total: 1,
    });
    expect((await reading(store, 'a')).text).toBe('From scrap\n');
    // edited back to what was read last, it follows its file again
    await doing(store, 'edit', { page: 'a', text: 'From the file\n', revision: 2 });
    expect(await importing(store, dir)).toMatchObject({ changed: 1, conflicts: [] });
    expect((await reading(store, 'a')).text).toBe('The file moved on\n');
  });

  test('a page in the trash stays there', async () => {
    const dir = folderOf({ 'a.md': 'A\n' });
    const store = newStore();
    await importing(store, dir);
    await doing(store, 'trash', { page: 'a' });
    expect(await importing(store, dir)).toMatchObject({ added: 0, unchanged: 1 });
    putFile(dir, 'a.md', 'A, changed\n');
    expect(await importing(store, dir)).toMatchObject({
      added: 0,
      changed: 0,
      skipped: [{ path: 'a.md', reason: 'has changed, and its page is in the trash' }],
    });
  });

  test('a name that came back composed otherwise is the same page', async () => {
    const dir = folderOf({ 'u\u0308ber.md': 'Text\n' });
    const store = newStore();
    await importing(store, dir);
    renameSync(join(dir, 'u\u0308ber.md'), join(dir, '\u00fcber.md'));
    expect(await importing(store, dir)).toMatchObject({ added: 0, unchanged: 1 });
    putFile(dir, 'u\u0308ber.md', 'Another\n');
    expect(await importing(store, dir)).toMatchObject({ added: 1 });
    expect(paths(store)).toHaveLength(2);
  });

  test('the same folder under another name is another collection', async () => {
    const dir = folderOf({ 'a.md': 'A\n' });
    const store = newStore();
    await importing(store, dir);
    expect(await importing(store, dir, { name: 'copy' })).toMatchObject({
      added: 1,
      collection: 'copy',
    });
    expect(await reading(store, 'copy/a.md')).toMatchObject({ slug: 'a-2', collection: 'copy' });
  });
});

test('a dry run says the same and writes nothing', async () => {
  const dir = folderOf({ 'a.md': 'A\n', 'b.md': 'B\n', 'bad.md': Uint8Array.of(0xff) });
  const store = newStore();
  await importing(store, dir);
  putFile(dir, 'a.md', 'Changed\n');
  putFile(dir, 'new.md', 'New\n');
  const dry = await importing(store, dir, { dry_run: true });
  expect(dry.dry_run).toBe(true);
  expect(numbers(store)).toEqual([1]);
  const { change, ...wet } = await importing(store, dir);
  expect({ ...dry, dry_run: undefined }).toEqual({ ...wet, dry_run: undefined });
  expect(change).toBe(2);
});

test('imported pages stay out of recent until they are changed here', async () => {
  const dir = folderOf({ 'a.md': 'A\n', 'b.md': 'B\n' });
  const store = newStore();
  await importing(store, dir);
  const recent = async (input: object) =>
    (await doing<{ pages: { slug: string }[] }>(store, 'recent', input)).pages.length;
  expect(await recent({})).toBe(0);
  expect(await recent({ imported: true })).toBe(2);
  putFile(dir, 'a.md', 'A, changed\n');
  await importing(store, dir);
  expect(await recent({})).toBe(0);
  await doing(store, 'edit', { page: 'a', text: 'Mine\n', revision: 2 });
  expect(await recent({})).toBe(1);
});

test('slugs that collide are numbered in path order', async () => {
  const folders = Array.from({ length: 12 }, (_, i) => `f${String(i).padStart(2, '0')}`);
  const dir = folderOf(Object.fromEntries(folders.map((name) => [`${name}/index.md`, name])));
  const store = newStore();
  await importing(store, dir);
  const rows = store.all<{ path: string; slug: string }>('SELECT path, slug FROM pages');
  const slugs = new Map(rows.map(({ path, slug }) => [path, slug]));
  expect(folders.map((name) => slugs.get(`${name}/index.md`))).toEqual(
    folders.map((_, i) => (i === 0 ? 'index' : `index-${i + 1}`)),
  );
});

test('a long import is one change, and others write in between without a gap', async () => {
  const files = Array.from({ length: 250 }, (_, i) => [`${i}.md`, `Page ${i}\n`] as const);
  const dir = folderOf(Object.fromEntries(files));
  const store = newStore();
  const other = openStore(store.file);
  const adds: Promise<unknown>[] = [];
  const seen: number[] = [];
  const report = await importFolder(
    store,
    OWNER,
    dir,
    { collection: 'notes', dryRun: false },
    (done) => {
      seen.push(done);
      adds.push(doing(other, 'add', { text: `between ${done}` }));
    },
  );
  await Promise.all(adds);
  expect(seen).toEqual([100, 200, 250]);
  expect(report).toMatchObject({ added: 250, change: 1 });
  expect(numbers(store)).toEqual([1, 2, 3, 4]);
  expect(store.get('SELECT pages, author, source FROM changes WHERE number = 1')).toEqual({
    pages: 250,
    author: 'import',
    source: 'import',
  });
  expect(store.get('SELECT count(*) AS n FROM pages WHERE revision = 1')).toEqual({ n: 250 });
  expect(store.get('SELECT count(*) AS n FROM revisions WHERE change = 1')).toEqual({ n: 250 });
  other.close();
});

describe('refusals', () => {
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'fine',
      (error: unknown) => (error as { code?: string }).code,
    );

  test.each([
    [{ ...OWNER, author: 'claude' as const }, 'refused'],
    [{ ...OWNER, here: false }, 'refused'],
    [{ ...OWNER, door: 'http' as const }, 'not_found'],
    [{ ...OWNER, door: 'mcp' as const, author: 'claude' as const }, 'not_found'],
  ])('%o: %s', async (caller, expected) => {
    const dir = folderOf({ 'a.md': 'A\n' });
    const store = newStore();
    expect(await code(doing(store, 'import', { dir }, caller))).toBe(expected);
    expect(paths(store)).toEqual([]);
  });

  test.each([['a/b'], ['..'], ['.hidden'], [''], ['line\nend']])(
    'no collection "%s"',
    async (name) => {
      const dir = folderOf({ 'a.md': 'A\n' });
      expect(await code(importing(newStore(), dir, { name }))).toBe('invalid');
    },
  );

  test('no folder there, or a file instead', async () => {
    const dir = folderOf({ 'a.md': 'A\n' });
    const store = newStore();
    await expect(importing(store, join(dir, 'nowhere'))).rejects.toThrow('There is no folder');
    await expect(importing(store, join(dir, 'a.md'))).rejects.toThrow('scrap add --file');
  });

  test('a folder that is named with a dot gives a collection without one', async () => {
    const dir = join(temporaryDirectory(), '.wiki');
    putFile(dir, 'a.md', 'A\n');
    writeFileSync(join(dir, 'b.md'), 'B\n');
    expect(await importing(newStore(), dir)).toMatchObject({ added: 2, collection: 'wiki' });
  });
});
