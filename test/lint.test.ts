import { expect, test } from 'vitest';

import type { Lint } from '../src/store/notebooks/lint.ts';
import { doing, folderOf, newStore } from './kit/pages.ts';

const GARDEN = {
  'index.md': '[[roses]] [[nowhere]] ![[rose.jpg]]\n[gone](old/gone.md#part) [[tools]]',
  'roses.md': '---\naliases: [Rosa, Queen]\n---\n[[#here]] [[Queen]]',
  'tulips.md': '---\naliases: [queen]\n---\n',
  'guide/tools.md': '---\ntitle: [unclosed\n---\ntext',
  'shed/tools.md': '',
  'A/note.md': '',
  'a/Note.md': '',
};

test('everything odd is told with its place, and nothing else', async () => {
  const store = newStore();
  await doing(store, 'import', { dir: folderOf(GARDEN) });
  await doing(store, 'add', { text: '[[later]] [[Tulips]]', title: 'diary' });
  await doing(store, 'add', { text: '[[never told]]', title: 'thrown away' });
  await doing(store, 'trash', { page: 'thrown-away' });
  const found = await doing<Lint>(store, 'lint', {});
  const slug = (path: string) =>
    store.get<{ slug: string }>('SELECT slug FROM pages WHERE path = ?', path)?.slug;
  expect(found.broken.toSorted((a, b) => a.written.localeCompare(b.written))).toEqual([
    { slug: 'diary', line: 1, written: 'later' },
    { slug: 'index', path: 'index.md', line: 1, written: 'nowhere' },
    { slug: 'index', path: 'index.md', line: 2, written: 'old/gone.md#part' },
  ]);
  expect(found.ambiguous).toHaveLength(2);
  expect(found.ambiguous).toContainEqual({
    slug: 'index',
    path: 'index.md',
    line: 2,
    written: 'tools',
    candidates: [slug('guide/tools.md'), slug('shed/tools.md')].toSorted(),
  });
  expect(found.warned).toMatchObject([{ path: 'guide/tools.md' }]);
  expect(found.colliding).toEqual([
    { name: 'queen', slugs: ['roses', 'tulips'] },
    { name: 'A/note.md', slugs: [slug('A/note.md'), slug('a/Note.md')] },
  ]);
  expect([found.broken_count, found.ambiguous_count, found.warned_count]).toEqual([3, 2, 1]);
});

test('a file of the folder is there, whatever its ending', async () => {
  const store = newStore();
  const dir = folderOf({
    'a.md': '![[Books.base#Author]] [[gone.base]]',
    'Bases/Books.base': 'views: []\n',
  });
  await doing(store, 'import', { dir });
  const { broken } = await doing<Lint>(store, 'lint', {});
  expect(broken.map(({ written }) => written)).toEqual(['gone.base']);
  const search = async () =>
    (await doing<{ pages: { slug: string }[] }>(store, 'search', { query: 'is:broken' })).pages;
  expect(await search()).toMatchObject([{ slug: 'a' }]);
  await doing(store, 'edit', { page: 'a', text: '![[Books.base#Author]]', revision: 1 });
  expect(await search()).toEqual([]);
});

test('lists end, and counts go on', async () => {
  const store = newStore();
  const text = Array.from({ length: 1200 }, (_, i) => `[[no ${i}]]`).join('\n');
  await doing(store, 'add', { text, title: 'many' });
  const found = await doing<Lint>(store, 'lint', { limit: 7 });
  expect(found.broken.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(found.broken_count).toBe(1200);
});

test('a store in order has nothing to tell', async () => {
  const store = newStore();
  await doing(store, 'add', { text: '[[me]]', title: 'me' });
  const { broken_count, ambiguous_count, warned_count, colliding_count } = await doing<Lint>(
    store,
    'lint',
    {},
  );
  expect([broken_count, ambiguous_count, warned_count, colliding_count]).toEqual([0, 0, 0, 0]);
});
