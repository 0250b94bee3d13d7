import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { openStore } from '../src/store/index.ts';

import { agent, APP } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';
import { count } from './kit/sound.ts';

const SECRET = 'xylophoneword';

/** A store with a page that has a past, and another one. */
async function filled() {
  const store = newStore();
  const text = `# Gone\n${SECRET}1 #${SECRET}tag/a #shared\n- [ ] ${SECRET}2 [[${SECRET}3]]\n`;
  await doing(store, 'add', { text, title: `gone ${SECRET}4`, key: 'k', due: '2026-12-01' });
  const page = `gone-${SECRET}4`;
  await doing(store, 'edit', { page, text: `${SECRET}5 #${SECRET}tag`, revision: 1 });
  await doing(store, 'add', { text: 'stays #shared', key: 'l' });
  return { store, page };
}

/** Everything the store has on the disk. */
function onDisk(file: string): string {
  return ['', '-wal'].map((end) => readFileSync(file + end, 'latin1')).join('');
}

test('a purged page is gone, from the disk too, and its changes stay', async () => {
  const { store, page } = await filled();
  expect(onDisk(store.file)).toContain(SECRET);
  const told = await doing(store, 'purge', { pages: [page], yes: true });
  expect(told).toEqual({
    pages: [{ slug: page, title: `gone ${SECRET}4` }],
    purged: true,
    change: 4,
  });
  await expect(doing(store, 'read', { page })).rejects.toMatchObject({ code: 'not_found' });
  expect(onDisk(store.file)).not.toContain(SECRET);
  const { changes } = await doing<{ changes: { number: number; pages: string[] }[] }>(
    store,
    'changes',
    {},
  );
  expect(changes.map(({ number, pages }) => [number, pages])).toEqual([
    [4, []],
    [3, ['stays-shared']],
    [2, []],
    [1, []],
  ]);
  expect(await doing(store, 'tags', {})).toMatchObject({ tags: [{ tag: 'shared', pages: 1 }] });
  for (const from of ['texts', 'search_docsize', 'pages', 'tags'])
    expect(count(store, from)).toBe(1);
  for (const from of ['items', 'links']) expect(count(store, from)).toBe(0);
  expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('its key says so, whatever is sent with it, and the number of its row is not given again', async () => {
  const { store, page } = await filled();
  await doing(store, 'purge', { pages: [page], yes: true });
  for (const text of ['other', 'stays #shared']) {
    await expect(doing(store, 'add', { text, key: 'k' })).rejects.toMatchObject({
      code: 'not_found',
      details: { reason: 'purged' },
    });
  }
  expect(await doing(store, 'add', { text: 'stays #shared', key: 'l' })).toMatchObject({
    created: false,
  });
});

test('a page made in the same moment as a purged one is another page', async () => {
  const now = () => new Date('2026-11-30T10:00:00Z');
  const before = newStore({ now });
  await doing(before, 'add', { text: 'one', key: 'k' });
  await doing(before, 'purge', { pages: ['one'], yes: true });
  const store = openStore(before.file, { now });
  onTestFinished(() => store.close());
  await doing(store, 'add', { text: 'two' });
  await expect(doing(store, 'add', { text: 'one', key: 'k' })).rejects.toMatchObject({
    details: { reason: 'purged' },
  });
  expect(await doing(store, 'changes', { page: 'two' })).toMatchObject({ total: 1 });
});

test('without a yes it is only said which', async () => {
  const { store, page } = await filled();
  expect(await doing(store, 'purge', { pages: [page] })).toMatchObject({ purged: false });
  expect(await doing(store, 'read', { page })).toMatchObject({ slug: page });
});

test('all are purged or none', async () => {
  const { store, page } = await filled();
  await expect(doing(store, 'purge', { pages: [page, 'nix'], yes: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await doing(store, 'read', { page })).toMatchObject({ slug: page });
});

test('what purged cannot be taken back, and a revert of what is gone does the rest', async () => {
  const { store, page } = await filled();
  const { change } = await doing(store, 'purge', { pages: [page], yes: true });
  await expect(doing(store, 'revert', { change })).rejects.toMatchObject({ code: 'invalid' });
  const told = await doing(store, 'revert', { author: 'me', since: '1' });
  expect(told).toMatchObject({ count: 1, pages: [{ slug: 'stays-shared' }] });
});

test.each([
  ['from elsewhere', { ...OWNER, here: false }, 'refused'],
  ['an agent at the terminal', { ...OWNER, author: 'claude' as const }, 'refused'],
  ['the app', APP, 'not_found'],
  ['an agent over MCP', agent('laptop'), 'not_found'],
])('%s may not purge', async (_, caller, code) => {
  const { store, page } = await filled();
  await expect(doing(store, 'purge', { pages: [page], yes: true }, caller)).rejects.toMatchObject({
    code,
  });
  expect(count(store, 'pages')).toBe(2);
});
