import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import { cascade } from '../src/store/text/cascade.ts';
import { doing, exported, folderOf, newStore, OWNER, putFile } from './kit/pages.ts';

/* What Emanote's guide says of a notebook, on small notebooks. */

interface Page {
  readonly title: string;
  readonly slug: string;
  readonly tags: readonly string[];
  readonly fields?: Record<string, unknown>;
  readonly warnings?: readonly string[];
}
interface Entry {
  readonly parentNote?: string;
  readonly meta: Record<string, unknown>;
  readonly links: readonly { readonly unresolvedRelTarget: { readonly contents: unknown } }[];
}
interface Links {
  readonly links: readonly Record<string, unknown>[];
  readonly backlinks: readonly Record<string, unknown>[];
}

const reading = (store: Store, page: string) => doing<Page>(store, 'read', { page });
const linking = (store: Store, page: string) => doing<Links>(store, 'links', { page });

async function imported(files: Readonly<Record<string, string>>): Promise<Store> {
  const store = newStore();
  await doing(store, 'import', { dir: folderOf(files) });
  return store;
}

async function metadata(store: Store): Promise<Record<string, Entry>> {
  return (JSON.parse(await exported(store, 'metadata')) as { files: Record<string, Entry> }).files;
}

const NOTEBOOK = {
  'index.yaml': 'page:\n  siteTitle: Mine\n  lang: en\ntags: [all]\n',
  'index.md': '# Home\n',
  'guide.yaml': '---\ntitle: The guide\npage:\n  lang: fr\ntags: [guide]\n',
  'guide.md': 'Words\n',
  'guide/mcp.md': '---\ntags: [all, own]\npage:\n  image: a.png\n---\n# MCP\n',
  'guide/deep/index.yaml': 'order: 3\n',
  'guide/deep/index.md': '# Deep\n',
  'guide/deep/er.md': '# Deeper\n',
  'guide/deep/agenda.org': '#+TITLE: Agenda\n',
  'guide/deep/agenda.yaml': 'slug: my-agenda\ndue: 2026-12-01\n',
};

describe('what YAML files say', () => {
  test.each<[page: string, tags: string[], fields: Record<string, unknown>]>([
    ['index.md', ['all'], { page: { siteTitle: 'Mine', lang: 'en' } }],
    ['guide.md', ['all', 'guide'], { page: { siteTitle: 'Mine', lang: 'fr' } }],
    [
      'guide/mcp.md',
      ['all', 'guide', 'own'],
      { page: { siteTitle: 'Mine', lang: 'fr', image: 'a.png' } },
    ],
    [
      'guide/deep/index.md',
      ['all', 'guide'],
      { page: { siteTitle: 'Mine', lang: 'fr' }, order: '3' },
    ],
    ['guide/deep/er.md', ['all', 'guide'], { page: { siteTitle: 'Mine', lang: 'fr' }, order: '3' }],
  ])('%s', async (path, tags, fields) => {
    const page = await reading(await imported(NOTEBOOK), path);
    expect(page.tags.toSorted()).toEqual(tags);
    expect(page.fields).toEqual(fields);
  });

  test('a title is of the page beside it, not of those below', async () => {
    const store = await imported(NOTEBOOK);
    expect((await reading(store, 'guide.md')).title).toBe('The guide');
    expect((await reading(store, 'guide/mcp.md')).title).toBe('MCP');
  });

  test('an org file has its metadata beside it', async () => {
    expect(await reading(await imported(NOTEBOOK), 'my-agenda')).toMatchObject({
      title: 'Agenda',
      kind: 'todo',
      due: '2026-12-01',
    });
  });

  test('is in the metadata, joined', async () => {
    const files = await metadata(await imported(NOTEBOOK));
    expect(files['guide/mcp.md']?.meta).toEqual({
      page: { siteTitle: 'Mine', lang: 'fr', image: 'a.png' },
      tags: ['all', 'guide', 'own'],
    });
  });

  test('is read anew for the pages of its folder alone, and told so', async () => {
    const store = await imported({ 'a.md': 'A', 'b.md': 'B' });
    const dir = folderOf({ ...NOTEBOOK, 'index.yaml': 'x: 1' });
    await doing(store, 'import', { dir, name: 'other' });
    putFile(dir, 'index.yaml', 'x: 2');
    const told: unknown[] = [];
    const { importFiles } = await import('../src/store/operations/import.ts');
    await importFiles.run(store, { dir, name: 'other' }, OWNER, (...said) => told.push(said));
    expect(told).toContainEqual([6, 6, 'read anew']);
  });

  test('counts anew for every page below when the file changes, or goes', async () => {
    const dir = folderOf(NOTEBOOK);
    const store = newStore();
    await doing(store, 'notebook_add', { dir });
    const tags = async () => (await reading(store, 'guide/mcp.md')).tags.toSorted();
    expect(await tags()).toEqual(['all', 'guide', 'own']);
    putFile(dir, 'guide.yaml', 'tags: [manual]\n');
    await doing(store, 'notebook_sync', {});
    expect(await tags()).toEqual(['all', 'manual', 'own']);
    expect(await doing(store, 'search', { query: 'tag:manual' })).toMatchObject({ total: 5 });
    rmSync(join(dir, 'guide.yaml'));
    await doing(store, 'notebook_sync', {});
    expect(await tags()).toEqual(['all', 'own']);
    expect((await reading(store, 'guide.md')).title).toBe('guide');
  });

  test.each([
    ['no YAML', 'a: [b\n c: {', 'is no YAML that can be read'],
    ['too much', `a: ${'b'.repeat(17_000)}\n`, 'is longer than 16 KiB'],
  ])('%s says nothing, with a warning on its pages alone', async (_, yaml, why) => {
    const store = await imported({ ...NOTEBOOK, 'guide.yaml': yaml });
    const page = await reading(store, 'guide/mcp.md');
    expect(page.warnings).toEqual([`guide.yaml ${why}, so it says nothing here.`]);
    expect(page.tags.toSorted()).toEqual(['all', 'own']);
    expect((await reading(store, 'index.md')).warnings).toBeUndefined();
  });

  test('a file of a name that no page has says nothing', async () => {
    const store = await imported({
      'a.md': 'A\n',
      'data.yaml': 'tags: [no]\n',
      'b/a.yaml': 'x: 1',
    });
    expect(await reading(store, 'a.md')).toMatchObject({ tags: [] });
  });

  test.each([
    ['', NOTEBOOK],
    [', also that a file is no YAML', { ...NOTEBOOK, 'guide/deep/index.yaml': 'a: [b\n c: {' }],
  ])('comes back from jsonl%s', async (_, notebook) => {
    const store = await imported(notebook);
    const copy = newStore();
    const text = await exported(store, 'jsonl');
    const dir = folderOf({ 'all.jsonl': text });
    await doing(copy, 'import', { dir: join(dir, 'all.jsonl') });
    expect(await exported(copy, 'metadata')).toBe(await exported(store, 'metadata'));
    expect((await reading(copy, 'guide/mcp.md')).tags.toSorted()).toEqual(['all', 'guide', 'own']);
  });

  test.each([
    [{ a: ['1', '2'] }, { a: ['2', '3'] }, { a: ['1', '2', '3'] }],
    [{ a: { b: '1', c: '2' } }, { a: { c: '3' } }, { a: { b: '1', c: '3' } }],
    [{ a: ['1'] }, { a: '2' }, { a: '2' }],
    [{ a: '1' }, { a: null }, { a: null }],
    [{ a: '1' }, { b: '2' }, { a: '1', b: '2' }],
  ])('%j above %j', (above, own, joined) => {
    expect({ ...cascade(above, own) }).toEqual(joined);
  });
});

describe('folgezettel', () => {
  const PAGES = {
    'up.md': 'Below it is [[down]]#, see [[down]].\n',
    'down.md': 'Its own #[[over]] and [[up]].\n',
    'over.md': 'Nothing. [[none]]#tag x#[[up]]\n',
  };

  test('links say what the other page is to this one', async () => {
    const store = await imported(PAGES);
    const up = await linking(store, 'up');
    expect(up.links).toEqual([
      { written: 'down', line: 1, as: 'child', slug: 'down', title: 'down' },
    ]);
    const down = await linking(store, 'down');
    expect(down.links).toMatchObject([{ written: 'over', as: 'parent' }, { written: 'up' }]);
    expect(down.backlinks).toMatchObject([{ slug: 'up', as: 'parent' }]);
    expect((await linking(store, 'over')).backlinks).toMatchObject([{ slug: 'down', as: 'child' }]);
  });

  test('and others say nothing of that', async () => {
    const { links } = await linking(await imported(PAGES), 'over');
    expect(links).toEqual([
      { written: 'none', line: 1 },
      { written: 'up', line: 1, slug: 'up', title: 'up' },
    ]);
    expect((await reading(await imported(PAGES), 'over')).tags).toEqual(['tag']);
  });

  test('are of their kinds in the metadata', async () => {
    const { 'up.md': up, 'down.md': down } = await metadata(await imported(PAGES));
    const kinds = (entry?: Entry) => entry?.links.map((each) => each.unresolvedRelTarget.contents);
    expect(kinds(up)).toEqual([
      ['WikiLinkBranch', 'down'],
      ['WikiLinkNormal', 'down'],
    ]);
    expect(kinds(down)).toEqual([
      ['WikiLinkTag', 'over'],
      ['WikiLinkNormal', 'up'],
    ]);
  });
});

describe("a folder's own note", () => {
  const PAGES = {
    'index.md': '# Home\n',
    'inside/index.md': '# What lies inside\n',
    'inside/one.md': '[[inside]] and [up](../inside/) and [here](./)\n',
    'beside.md': '# Beside\n',
    'beside/two.md': '[[beside]]\n',
    'beside/index.md': '# Not meant\n',
    'no/note/three.md': 'Three\n',
    'root.md': '# Root\n',
    'root.a.b.md': '# B\n',
    'root.a.md': '# A\n',
  };

  test.each([
    ['inside/one.md', 'inside/index.md'],
    ['inside/index.md', 'index.md'],
    ['beside/two.md', 'beside.md'],
    ['no/note/three.md', 'index.md'],
    ['beside.md', 'index.md'],
    ['index.md', undefined],
    ['root.a.b.md', 'root.a.md'],
    ['root.a.md', 'root.md'],
  ])('above %s is %s', async (path, parent) => {
    expect((await metadata(await imported(PAGES)))[path]?.parentNote).toBe(parent);
  });

  test('is meant by its folder, where no note lies beside that', async () => {
    const store = await imported(PAGES);
    const inside = (await reading(store, 'inside/index.md')).slug;
    const { links } = await linking(store, 'inside/one.md');
    expect(links.map(({ slug }) => slug)).toEqual([inside, inside, inside]);
    expect((await linking(store, 'inside/index.md')).backlinks).toHaveLength(1);
    const two = await linking(store, 'beside/two.md');
    expect(two.links).toMatchObject([{ slug: 'beside' }]);
  });
});

test('.emanoteignore leaves what it names out of a mirror', async () => {
  const dir = folderOf({
    '.emanoteignore': '# not these\n\nAGENTS.md\ndev/**\n*/draft-*.md\n**/secret.md\nkept\n',
    'AGENTS.md': 'no',
    'dev/a.md': 'no',
    'dev/b/c.md': 'no',
    'b/draft-1.md': 'no',
    'x/y/secret.md': 'no',
    'secret.md': 'no',
    'b/AGENTS.md': 'yes',
    'x/y/draft-1.md': 'yes',
    'kept/one.md': 'yes',
  });
  const store = newStore();
  const report = await doing(store, 'notebook_add', { dir });
  expect(report).toMatchObject({
    added: 3,
    skipped_by_reason: { 'is left out by .emanoteignore': 5 },
  });
  const paths = store.all<{ path: string }>('SELECT path FROM pages ORDER BY path');
  expect(paths.map(({ path }) => path)).toEqual(['b/AGENTS.md', 'kept/one.md', 'x/y/draft-1.md']);
  // a copy is of all there is, so that all of it goes out again
  expect(await doing(newStore(), 'import', { dir })).toMatchObject({ added: 9 });
});

test('a daily note is of its day and month', async () => {
  const files = await metadata(
    await imported({
      '2026-11-30.md': 'Rain\n',
      'log/2026-11-29-walk.md': '---\ndate: 2026-11-28\n---\nWalk\n',
      '2026-13-01.md': 'No day\n',
      '2026-11-30x.md': 'Not daily\n',
    }),
  );
  expect(files['2026-11-30.md']?.meta).toEqual({ date: '2026-11-30', tags: ['calendar/2026/11'] });
  expect(files['log/2026-11-29-walk.md']?.meta).toMatchObject({
    date: '2026-11-28',
    tags: ['calendar/2026/11'],
  });
  expect(files['2026-13-01.md']?.meta).toEqual({ tags: [] });
  expect(files['2026-11-30x.md']?.meta).toEqual({ date: '2026-11-30', tags: [] });
});

describe('Logseq', () => {
  test('properties of a page', async () => {
    const store = await imported({
      'pages/a.md':
        'icon:: x\nalias:: Other name, [[Third]]\ntags:: [[One]], #two, [[Two words]]\n\n- text\n',
      'pages/b.md': '- [[Third]] and\n  alias:: not-a-name\n',
    });
    expect((await reading(store, 'pages/a.md')).tags).toEqual(['two']);
    expect((await linking(store, 'pages/b.md')).links).toMatchObject([{ slug: 'a' }]);
    await expect(reading(store, 'not-a-name')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a journal is of its day', async () => {
    const store = await imported({ 'journals/2026_11_30.md': '- rain\n' });
    expect(await reading(store, 'journals/2026_11_30.md')).toMatchObject({
      created: '2026-11-30T12:00:00.000Z',
    });
  });
});
