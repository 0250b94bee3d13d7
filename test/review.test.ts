import { expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore } from './kit/pages.ts';

interface Review {
  groups: { client?: string; origin?: string; changes: number; first: number; pages: object[] }[];
  latest: number;
}

const laptop = agent('laptop');

const review = (store: Store, input: object = {}) => doing<Review>(store, 'review', input, APP);
const names = async (store: Store) =>
  (await review(store)).groups.map(({ client = '-', origin = '-' }) => `${client} ${origin}`);

/** A page of the owner, and what three agents did for four purposes. */
async function filled(): Promise<Store> {
  const store = newStore();
  await doing(store, 'add', { text: 'mine' });
  await doing(store, 'add', { text: 'one', origin: 'sort' }, laptop);
  await doing(
    store,
    'edit_meta',
    { pages: ['mine', 'one'], due: '2026-12-01', origin: 'sort' },
    laptop,
  );
  await doing(store, 'add', { text: 'two' }, laptop);
  await doing(store, 'add', { text: 'three', origin: 'sort' }, agent('phone'));
  await doing(store, 'add', { text: 'four' }, agent());
  return store;
}

test('what agents did is shown by agent and purpose, the latest first', async () => {
  const store = await filled();
  expect(await names(store)).toEqual(['- -', 'phone sort', 'laptop -', 'laptop sort']);
  const { groups, latest } = await review(store);
  expect(latest).toBe(6);
  expect(groups[3]).toMatchObject({
    changes: 2,
    first: 2,
    last: 3,
    count: 2,
    pages: [
      { slug: 'one', title: 'one', added: true },
      { slug: 'mine', title: 'mine', added: false },
    ],
  });
});

test('what is kept is not shown again, what comes after it is', async () => {
  const store = await filled();
  const { latest } = await review(store);
  await doing(store, 'add', { text: 'five', origin: 'sort' }, laptop);
  expect(await doing(store, 'keep', { upto: latest, client: 'laptop' })).toEqual({ groups: 2 });
  expect(await names(store)).toEqual(['laptop sort', '- -', 'phone sort']);
  expect((await review(store)).groups[0]).toMatchObject({ changes: 1, first: 7 });
  await doing(store, 'keep', { upto: latest, client: '', origin: '' });
  expect(await names(store)).toEqual(['laptop sort', 'phone sort']);
  await doing(store, 'keep', { upto: 7 });
  expect(await names(store)).toEqual([]);
  // an older view that is kept later takes nothing back
  await doing(store, 'keep', { upto: latest });
  expect(await names(store)).toEqual([]);
});

test('a group can be asked for, and taken back as it was shown', async () => {
  const store = await filled();
  const { groups, latest } = await review(store, { client: 'laptop', origin: 'sort' });
  expect(groups).toHaveLength(1);
  await doing(store, 'add', { text: 'five', origin: 'sort' }, laptop);
  const wanted = { client: 'laptop', origin: 'sort', since: '2', upto: latest };
  expect(await doing(store, 'revert', wanted)).toMatchObject({ changes: 2, count: 2 });
  expect(await doing(store, 'read', { page: 'five' })).not.toHaveProperty('trashed');
  expect(await doing(store, 'read', { page: 'mine' })).not.toHaveProperty('due');
});

test('an agent keeps nothing', async () => {
  const store = await filled();
  for (const caller of [laptop, { ...APP, author: 'claude' as const }]) {
    await expect(doing(store, 'keep', { upto: 6 }, caller)).rejects.toThrow();
  }
  expect(await names(store)).toHaveLength(4);
});
