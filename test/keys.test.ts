import { describe, expect, test } from 'vitest';

import { type Caller, openStore } from '../src/store/index.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';
import { temporaryStore } from './kit/scrap.ts';
import { count } from './kit/sound.ts';

interface Written {
  slug: string;
  created: boolean;
  change: number;
  revision: number;
  warnings?: string[];
}

const agent = (client?: string): Caller => ({
  door: 'mcp',
  author: 'claude',
  source: 'mcp',
  here: false,
  ...(client === undefined ? {} : { client }),
});

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('the same key', () => {
  test('with the same input answers with the page it made, and writes nothing', async () => {
    const store = newStore();
    const input = { text: 'oat milk', tags: ['shop'], key: 'k' };
    const first = await doing<Written>(store, 'add', input);
    const again = await doing<Written>(store, 'add', input);
    expect(first.created).toBe(true);
    expect(again).toEqual({ ...first, created: false });
    expect([count(store, 'pages'), count(store, 'changes'), count(store, 'revisions')]).toEqual([
      1, 1, 1,
    ]);
  });

  test('answers so after a restart, and after the page was changed', async () => {
    const file = temporaryStore();
    const input = { text: 'oat milk', key: 'k' };
    let store = openStore(file, { mayCreate: true });
    const first = await doing<Written>(store, 'add', input);
    await doing(store, 'edit', { page: first.slug, revision: first.revision, text: 'rye bread' });
    store.close();
    store = openStore(file);
    const again = await doing<Written>(store, 'add', input);
    expect(again).toMatchObject({ slug: first.slug, created: false, change: first.change });
    store.close();
  });

  test.each([
    ['another text', { text: 'tea' }],
    ['a line end more', { text: 'caf\u00E9\n' }],
    ['the same letters, composed otherwise', { text: 'cafe\u0301' }],
    ['a tag more', { text: 'caf\u00E9', tags: ['shop'] }],
    ['a day', { text: 'caf\u00E9', due: '2026-12-24' }],
  ])('with %s is a conflict, which names the page and writes nothing', async (_, other) => {
    const store = newStore();
    const { slug } = await doing<Written>(store, 'add', { text: 'caf\u00E9', key: 'k' });
    await expect(doing(store, 'add', { ...other, key: 'k' })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'key_conflict', slugs: [slug] },
      message: expect.stringContaining(slug) as string,
    });
    expect([count(store, 'pages'), count(store, 'captures')]).toEqual([1, 1]);
  });

  test('of a page in the trash answers with that page, says so, and leaves it there', async () => {
    const store = newStore();
    const input = { text: 'oat milk', key: 'k' };
    const { slug } = await doing<Written>(store, 'add', input);
    await doing(store, 'trash', { page: slug });
    const again = await doing<Written>(store, 'add', input);
    expect(again).toMatchObject({ slug, created: false, warnings: [`${slug} is in the trash.`] });
    expect(count(store, 'pages WHERE trashed IS NOT NULL')).toBe(1);
    expect(count(store, 'pages')).toBe(1);
  });

  test('20 times at once is one page', async () => {
    const store = newStore();
    const input = { text: 'oat milk', key: 'k' };
    const answers = await Promise.all(numbers(20).map(() => doing<Written>(store, 'add', input)));
    expect(new Set(answers.map(({ slug }) => slug)).size).toBe(1);
    expect(answers.filter(({ created }) => created).length).toBe(1);
    expect(count(store, 'pages')).toBe(1);
  });

  test('for several pages at once makes them together, once, in their order', async () => {
    const store = newStore();
    const input = { texts: ['one', 'two', 'three'], key: 'k' };
    const first = await doing<{ pages: Written[] }>(store, 'add_many', input);
    const again = await doing<{ pages: Written[] }>(store, 'add_many', input);
    expect(again.pages.map(({ slug }) => slug)).toEqual(first.pages.map(({ slug }) => slug));
    expect(again.pages.map(({ created }) => created)).toEqual([false, false, false]);
    expect(count(store, 'pages')).toBe(3);
  });

  test('for an append appends once, and is another key than that of an add', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'minutes', key: 'k' });
    const input = { text: 'it was short', to: 'minutes', key: 'k' };
    await doing(store, 'add', input);
    await doing(store, 'add', input);
    const { text } = await doing<{ text: string }>(store, 'read', { page: 'minutes' });
    expect(text.split('it was short').length).toBe(2);
    expect(count(store, 'pages')).toBe(1);
  });

  test('that failed before anything was written can be used again', async () => {
    const store = newStore();
    await expect(doing(store, 'add', { text: '', key: 'k' })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await doing(store, 'add', { text: 'oat milk', key: 'k' })).toMatchObject({
      created: true,
    });
  });
});

describe('whose key it is', () => {
  test.each<[string, Caller, Caller, boolean]>([
    ['the owner at two doors', OWNER, { ...OWNER, door: 'http', source: 'pwa' }, true],
    ['the owner and an agent', OWNER, agent(), false],
    ['two labels', agent('claude-code'), agent('cursor'), false],
    ['a label and none', agent('claude-code'), agent(), false],
    ['one label twice', agent('cursor'), agent('cursor'), true],
    [
      'one label at two doors',
      agent('cursor'),
      { ...agent('cursor'), door: 'cli', source: 'cli' },
      true,
    ],
  ])('%s', async (_, one, other, isSame) => {
    const store = newStore();
    const input = { text: 'oat milk', key: 'k' };
    const first = await doing<Written>(store, 'add', input, one);
    const second = await doing<Written>(store, 'add', input, other);
    expect(second.created).toBe(!isSame);
    expect(second.slug === first.slug).toBe(isSame);
  });

  test('a label cannot be put together to be another caller’s', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'a', key: 'k' }, agent('x'));
    const odd = [agent('x\0add'), agent('x '), agent(' x'), agent('x\0')];
    for (const caller of odd) {
      expect(await doing(store, 'add', { text: 'a', key: 'k' }, caller)).toMatchObject({
        created: true,
      });
    }
  });

  test('without a key two adds are two pages', async () => {
    const store = newStore();
    const slugs = [];
    for (const _ of numbers(2)) {
      slugs.push((await doing<Written>(store, 'add', { text: 'oat milk' })).slug);
    }
    expect(slugs).toEqual(['oat-milk', 'oat-milk-2']);
  });
});
