import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { putByModel } from '../src/store/pages/put-by-model.ts';
import { pageById } from '../src/store/pages/row.ts';
import { doing } from './kit/pages.ts';
import { Shelf } from './kit/found.ts';

let shelf: Shelf;
beforeEach(async () => {
  shelf = new Shelf();
  // words that stand everywhere, in pages that have nothing else in common
  await shelf.addAll(
    Array.from({ length: 200 }, (_, i) => `this is page number${i} with some words${i} in it #all`),
  );
});
afterEach(() => shelf.close());

interface Told {
  related?: { slug: string; title: string; why: string[] }[];
}
const related = async (page: string) => (await doing<Told>(shelf.store, 'read', { page })).related;

describe('two pages are related', () => {
  test.each<[why: string, one: string, other: string, reasons: string[]]>([
    ['by rare words', 'the heron by the weir', 'a heron, seen at the weir', ['words']],
    ['by a tag few pages have', 'one #fish/trout', 'two #Fish/Trout', ['tags']],
    ['by what both link to', 'see [[nowhere yet]]', 'cf. [[Nowhere yet]]', ['links']],
    ['by Han characters that are rare', '我喜欢蘑菇', '蘑菇汤', ['words']],
  ])('%s', async (_, text, otherText, why) => {
    await shelf.add(text, { title: 'One' });
    await shelf.add(otherText, { title: 'Other' });
    expect(await related('one')).toEqual([{ slug: 'other', title: 'Other', why }]);
    expect(await shelf.slugs('related:one')).toBe('other');
  });

  test('where a model said so, or says the words', async () => {
    for (const title of ['One', 'Other', 'Third']) await shelf.add(title.toUpperCase(), { title });
    const { store } = shelf;
    const id = (slug: string) =>
      store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug)?.id ?? 0;
    const say = (slug: string, saying: object) =>
      store.write(() =>
        putByModel(store, pageById(store, id(slug)), saying, { model: 'm', at: store.now() }),
      );
    say('one', { summary: 'osprey and cormorant', related: [id('other')] });
    say('third', { transcript: 'Cormorant. Osprey!' });
    expect(await related('one')).toEqual([
      { slug: 'third', title: 'Third', why: ['words'] },
      { slug: 'other', title: 'Other', why: ['by_model'] },
    ]);
  });

  test('by a link from one to the other, which read tells as a link', async () => {
    await shelf.add('see [[Other]]', { title: 'One' });
    await shelf.add('far away', { title: 'Other' });
    expect(await shelf.slugs('related:one')).toBe('other');
    expect(await shelf.slugs('related:other')).toBe('one');
    expect(await related('one')).toBeUndefined();
    expect(await related('other')).toBeUndefined();
  });
});

test('what many pages have makes none of them related', async () => {
  await shelf.add('this is it, in some words #all', { title: 'One' });
  expect(await related('one')).toBeUndefined();
  expect(await shelf.slugs('related:one')).toBe('');
});

test('in a small store a tag is enough, and words that are everywhere are not', async () => {
  shelf.close();
  shelf = new Shelf();
  await shelf.add('the first of the pages #garden', { title: 'One' });
  await shelf.add('the other of the pages #garden', { title: 'Other' });
  await shelf.add('the last of the pages', { title: 'Last' });
  expect(await related('one')).toMatchObject([{ slug: 'other' }]);
  expect(await related('last')).toBeUndefined();
});

test('the closest come first, at most five, and none from the trash', async () => {
  await shelf.add('alder birch cedar dogwood elder #trees', { title: 'One' });
  const words = ['alder', 'birch', 'cedar', 'dogwood', 'elder'];
  for (let n = 1; n <= 5; n++) await shelf.add(words.slice(0, n).join(' '), { title: `p${n}` });
  await shelf.add(words.join(' '), { title: 'gone' });
  await shelf.add(words.join(' '), { title: 'also #trees' });
  await doing(shelf.store, 'trash', { page: 'gone' });
  const told = (await related('one'))?.map(({ slug }) => slug);
  expect(told).toEqual(['also-trees', 'p5', 'p4', 'p3', 'p2']);
  // the newest last, so that the order is not that of time
  await shelf.add('alder birch cedar', { title: 'late' });
  expect(await shelf.slugs('related:one')).toBe('also-trees p5 p4 late p3 p2 p1');
  expect(await shelf.slugs('related:one sort:created')).toBe('late also-trees p5 p4 p3 p2 p1');
  const first = await shelf.search('related:one', { limit: 2 });
  const { next_cursor: cursor } = first;
  expect(await shelf.slugs('related:one', { limit: 2, cursor })).toBe('p4 late');
});

test('a search goes on from them', async () => {
  await shelf.add('heron weir', { title: 'One' });
  await shelf.add('heron weir #seen', { title: 'Other' });
  await shelf.add('heron weir', { title: 'Third' });
  expect(await shelf.slugs('related:one')).toBe('third other');
  expect(await shelf.slugs('related:one tag:seen')).toBe('other');
  expect(await shelf.slugs('related:one -tag:seen')).toBe('third');
  const { total, warnings } = await shelf.search('related:nothing-like-it');
  expect({ total, warnings }).toEqual({
    total: 0,
    warnings: ['No page is called "nothing-like-it".'],
  });
});
