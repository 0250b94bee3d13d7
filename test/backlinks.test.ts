import { describe, expect, test } from 'vitest';

import type { LinkedPages } from '../src/store/notebooks/linked.ts';
import { leadsFrom, type Store } from '../src/store/index.ts';
import { doing, folderOf, newStore, putFile } from './kit/pages.ts';

type Read = LinkedPages & { slug: string; path?: string };

async function imported(files: Readonly<Record<string, string>>): Promise<Store> {
  const store = newStore();
  await doing(store, 'import', { dir: folderOf(files) });
  return store;
}

describe('links', () => {
  test('say where they lead, each once', async () => {
    const store = await imported({
      'index.md':
        'See [[Roses]], again [[Roses]], [soil](guide/soil.md),\n[[tools]] [[nowhere]] ![[rose.jpg]] [[C# notes]] [[#here]]',
      'roses.md': '# Roses',
      'guide/soil.md': '# Soil',
      'guide/tools.md': '',
      'shed/tools.md': '',
      'C# notes.md': '# Sharp',
    });
    const { links, links_count } = await doing<Read>(store, 'read', { page: 'index.md' });
    expect(links).toEqual([
      { written: 'Roses', line: 1, slug: 'roses', title: 'Roses' },
      { written: 'guide/soil.md', line: 1, slug: 'soil', title: 'Soil' },
      { written: 'tools', line: 2, candidates: ['tools', 'tools-2'] },
      { written: 'nowhere', line: 2 },
      { written: 'rose.jpg', line: 2, file: true },
      { written: 'C# notes', line: 2, slug: 'sharp', title: 'Sharp' },
    ]);
    expect(links_count).toBe(6);
  });

  test('wait for a page that is written later', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'ask [[Ann]] about it', title: 'plan' });
    expect((await doing<Read>(store, 'read', { page: 'plan' })).links).toEqual([
      { written: 'Ann', line: 1 },
    ]);
    await doing(store, 'add', { text: 'likes tea', title: 'Ann' });
    expect((await doing<Read>(store, 'read', { page: 'plan' })).links).toEqual([
      { written: 'Ann', line: 1, slug: 'ann', title: 'Ann' },
    ]);
    expect((await doing<Read>(store, 'read', { page: 'ann' })).backlinks).toEqual([
      { slug: 'plan', title: 'plan', line: 1, text: 'ask [[Ann]] about it' },
    ]);
  });

  test('wait for a file that an import brings later', async () => {
    const folder = folderOf({ 'x.md': 'to [[late]]' });
    const store = newStore();
    await doing(store, 'import', { dir: folder });
    putFile(folder, 'deep/late.md', '# Late');
    await doing(store, 'import', { dir: folder });
    const { links } = await doing<Read>(store, 'read', { page: 'x.md' });
    expect(links).toEqual([{ written: 'late', line: 1, slug: 'late', title: 'Late' }]);
  });

  test('no longer lead to a page in the trash', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'to [[Ann]]', title: 'plan' });
    await doing(store, 'add', { text: 'to [[plan]]', title: 'Ann' });
    await doing(store, 'trash', { page: 'ann' });
    const { links, backlinks } = await doing<Read>(store, 'links', { page: 'plan' });
    expect(links).toEqual([{ written: 'Ann', line: 1 }]);
    expect(backlinks).toEqual([]);
  });
});

describe('backlinks', () => {
  test('come with the line around the first link of each page, the newest page first', async () => {
    const store = newStore();
    const long = `${'before '.repeat(100)}[[Ann]]${' after'.repeat(100)}`;
    await doing(store, 'add', { text: 'x', title: 'Ann' });
    await doing(store, 'add', { text: 'one\r\n  - two [[ann]] 🎈\r[[Ann]]', title: 'first' });
    await doing(store, 'add', { text: long, title: 'second' });
    const { backlinks, backlinks_count } = await doing<Read>(store, 'read', { page: 'ann' });
    expect(backlinks_count).toBe(2);
    expect(backlinks[1]).toEqual({
      slug: 'first',
      title: 'first',
      line: 2,
      text: '- two [[ann]] 🎈',
    });
    expect(backlinks[0]?.text).toMatch(/^….*\[\[Ann\]\].*…$/);
    expect(backlinks[0]?.text.length).toBeLessThan(130);
  });

  test('are those a page is meant by, not all that say its name', async () => {
    const store = await imported({
      'a/start.md': '',
      'b/start.md': '',
      'a/x.md': 'near [[start]]',
      'b/x.md': 'near [[start]]',
      'x.md': 'which [[start]]?',
      'y.md': '[[b/start]] it is',
    });
    const pathsTo = async (page: string) => {
      const { backlinks } = await doing<Read>(store, 'read', { page });
      return backlinks.map(({ text }) => text).toSorted();
    };
    expect(await pathsTo('a/start.md')).toEqual(['near [[start]]', 'which [[start]]?']);
    expect(await pathsTo('b/start.md')).toEqual([
      '[[b/start]] it is',
      'near [[start]]',
      'which [[start]]?',
    ]);
  });

  test('are counted beyond those that are told', async () => {
    const files = Array.from({ length: 70 }, (_, i) => [`p${i}.md`, `[[hub]] ${i}`] as const);
    const store = await imported({ 'hub.md': '', ...Object.fromEntries(files) });
    const read = await doing<Read>(store, 'read', { page: 'hub' });
    expect([read.backlinks.length, read.backlinks_count]).toEqual([50, 70]);
    const links = await doing<Read>(store, 'links', { page: 'hub', limit: 60 });
    expect([links.backlinks.length, links.backlinks_count]).toEqual([60, 70]);
  });

  test('are not told again to whoever reads on', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'a long text with [[x]]', title: 'long' });
    const piece = await doing(store, 'read', { page: 'long', offset: 7, max_chars: 4 });
    expect(piece).toMatchObject({ text: 'text' });
    expect(piece).not.toHaveProperty('links');
  });

  test('cost the same among few links and among many', async () => {
    const timed = async (others: number) => {
      const many = Array.from({ length: others }, (_, i) => `[[other ${i}]]`).join('\n');
      const store = await imported({ 'hub.md': '', 'one.md': '[[hub]]', 'many.md': many });
      const times: number[] = [];
      for (let i = 0; i < 100; i += 1) {
        const before = performance.now();
        const { backlinks } = await doing<Read>(store, 'read', { page: 'hub' });
        times.push(performance.now() - before);
        expect(backlinks).toHaveLength(1);
      }
      return times.toSorted((a, b) => a - b)[50] ?? 0;
    };
    const few = await timed(100);
    expect(await timed(50_000)).toBeLessThan(few * 3);
  });
});

describe('a link is followed as from the page it stands on', () => {
  const FILES = {
    'a/start.md': '# A',
    'b/start.md': '# B',
    'a/x.md': '',
    'b/x.md': '',
    'x.md': '',
    'C# notes.md': '# Sharp',
  };

  test.each([
    ['[[start]]', 'a/x.md', 'a/start.md'],
    ['[[start#part|label]]', 'b/x.md', 'b/start.md'],
    ['start', 'b/x.md', 'b/start.md'],
    ['../b/start.md', 'a/x.md', 'b/start.md'],
    ['[[C# notes]]', 'a/x.md', 'C# notes.md'],
  ])('%s on %s', async (page, from, path) => {
    const store = await imported(FILES);
    expect(await doing<Read>(store, 'read', { page, from })).toMatchObject({ path });
  });

  test('and refused where it could be several pages, or none', async () => {
    const store = await imported(FILES);
    await expect(doing(store, 'read', { page: '[[start]]', from: 'x.md' })).rejects.toMatchObject({
      code: 'invalid',
      details: {
        reason: 'ambiguous',
        candidates: [{ path: 'a/start.md' }, { path: 'b/start.md' }],
      },
    });
    const nowhere = doing(store, 'read', { page: '[[strat]]', from: 'x.md' });
    await expect(nowhere).rejects.toMatchObject({ code: 'not_found' });
  });

  test('by the app as well', async () => {
    const store = await imported(FILES);
    const { slug } = await doing<Read>(store, 'read', { page: 'b/x.md' });
    const { slug: start } = await doing<Read>(store, 'read', { page: 'b/start.md' });
    const names = ['start', 'nowhere', 'b/start.md', 'C# notes', 'start#part'];
    expect(leadsFrom(store, slug, names)).toEqual(
      new Map([
        ['start', start],
        ['nowhere', undefined],
        ['b/start.md', start],
        ['C# notes', 'sharp'],
        ['start#part', start],
      ]),
    );
  });
});
