import { describe, expect, test } from 'vitest';

import type { Caller, Store } from '../src/store/index.ts';
import { agent } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';

interface Page {
  slug: string;
  text: string;
  tags: string[];
}

interface Renamed {
  pages: string[];
  count: number;
  merges: boolean;
  created: boolean;
  change?: number;
}

const claude = agent('laptop');

const rename = (store: Store, from: string, to: string, more = {}, caller: Caller = OWNER) =>
  doing<Renamed>(store, 'rename_tag', { from, to, ...more }, caller);

/** A page with this text, after the owner has renamed `a` to `new/b`. */
async function renamed(text: string, to = 'new/b'): Promise<Page> {
  const store = newStore();
  const { slug } = await doing<Page>(store, 'add', { text });
  await rename(store, '#a', to);
  return doing<Page>(store, 'read', { page: slug });
}

describe('in a text', () => {
  test.each([
    ['a tag', 'x #a y', 'x #new/b y'],
    ['every one of them', '#a, #a.\n#a', '#new/b, #new/b.\n#new/b'],
    ['those below it', '#a/x #a/x/y', '#new/b/x #new/b/x/y'],
    ['whatever its case', '#A #a', '#new/b #new/b'],
    ['not those that only begin so', '#a #ab #a-b', '#new/b #ab #a-b'],
    ['not in code', '#a `#a`\n\n```\n#a\n```\n', '#new/b `#a`\n\n```\n#a\n```\n'],
    [
      'not in addresses and links',
      '#a https://x.y/#a [[p#a]] [b](q.md#a)',
      '#new/b https://x.y/#a [[p#a]] [b](q.md#a)',
    ],
    ['not in comments', '#a <!-- #a -->', '#new/b <!-- #a -->'],
    ['with slashes around', 'x #a/ y', 'x #new/b/ y'],
    ['in CRLF texts', '#a\r\n#a\r\n', '#new/b\r\n#new/b\r\n'],
    [
      'in a list of the front matter',
      '---\ntags: [a, a/c, b]\nx: a\n---\n#a',
      '---\ntags: [new/b, new/b/c, b]\nx: a\n---\n#new/b',
    ],
    [
      'on its own line there',
      '---\ntags:\n  - b\n  - a\n---\nt',
      '---\ntags:\n  - b\n  - new/b\n---\nt',
    ],
    ['in a line that both had', '---\ntags: [a, new/b]\n---\nt', '---\ntags: [new/b]\n---\nt'],
  ])('%s is renamed', async (_, before, after) => {
    expect((await renamed(before)).text).toBe(after);
  });

  test.each([
    ['it would be a colour there', 'x #a', 'fff', 'x #a', ['fff']],
    [
      'the front matter cannot be changed',
      '---\ntags: [a]\ntags: [b, a]\n---\nx',
      'c',
      '---\ntags: [a]\ntags: [b, a]\n---\nx',
      ['b', 'c'],
    ],
  ])('is renamed beside it where %s', async (_, text, to, expected, tags) => {
    const page = await renamed(text, to);
    expect([page.text, page.tags]).toEqual([expected, tags]);
  });
});

describe('renaming', () => {
  /** Three pages of the owner with `a` in text, front matter and beside the text; one without. */
  async function filled(): Promise<Store> {
    const store = newStore();
    await doing(store, 'add', { text: 'in text #a #b' });
    await doing(store, 'add', { text: '---\ntags: [a/x]\n---\nin front' });
    await doing(store, 'add', { text: 'beside', tags: ['a'] });
    await doing(store, 'add', { text: 'without #b' });
    await doing(store, 'trash', { page: 'beside' });
    return store;
  }

  const tags = async (store: Store) =>
    Object.fromEntries(
      (await doing<{ tags: { tag: string; pages: number }[] }>(store, 'tags', {})).tags.map(
        ({ tag, pages }) => [tag, pages],
      ),
    );

  test('is one change of all pages, those in the trash too', async () => {
    const store = await filled();
    const told = await rename(store, 'a', 'c');
    expect(told).toMatchObject({ count: 3, merges: false, created: true, change: 6 });
    expect(told.pages).toHaveLength(3);
    expect(await tags(store)).toEqual({ b: 2, c: 1, 'c/x': 1 });
    await doing(store, 'untrash', { page: 'beside' });
    expect(await tags(store)).toEqual({ b: 2, c: 2, 'c/x': 1 });
  });

  test('merges into a tag that is there', async () => {
    const store = await filled();
    expect(await rename(store, 'a', 'b')).toMatchObject({ count: 3, merges: true });
    expect(await tags(store)).toEqual({ b: 2, 'b/x': 1 });
    const { text } = await doing<Page>(store, 'read', { page: 'in-text-a-b' });
    expect(text).toBe('in text #b #b');
  });

  test('says before what it would do, and does nothing', async () => {
    const store = await filled();
    const dry = await rename(store, 'a', 'b', { dry_run: true });
    expect(dry).toMatchObject({ count: 3, merges: true, created: false });
    expect(dry).not.toHaveProperty('change');
    expect(await tags(store)).toEqual({ a: 1, 'a/x': 1, b: 2 });
    const { pages } = await rename(store, 'a', 'b');
    expect(pages).toEqual(dry.pages);
  });

  test('by an agent leaves every text, and is taken back whole', async () => {
    const store = await filled();
    const texts = () => store.all('SELECT * FROM texts');
    const before = texts();
    const { change } = await rename(store, 'a', 'b', {}, claude);
    expect(await tags(store)).toEqual({ b: 2, 'b/x': 1 });
    expect(texts()).toEqual(before);
    await doing(store, 'revert', { change });
    expect(await tags(store)).toEqual({ a: 1, 'a/x': 1, b: 2 });
    expect(texts()).toEqual(before);
  });

  test('by the owner does not write in a text what an agent had taken from the page', async () => {
    const store = newStore();
    const { slug } = await doing<Page>(store, 'add', { text: '#a #a/x' });
    await doing(store, 'edit_meta', { pages: [slug], remove_tags: ['a'] }, claude);
    await rename(store, 'a', 'c');
    expect(await doing(store, 'read', { page: slug })).toMatchObject({
      text: '#a #c/x',
      tags: ['c/x'],
    });
  });

  test('to another spelling shows the tag so from then on', async () => {
    const store = await filled();
    await rename(store, 'a', 'A');
    expect(await tags(store)).toEqual({ A: 1, 'A/x': 1, b: 2 });
    await expect(rename(store, 'A', 'a', {}, claude)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is answered again for the same key, though there is nothing left to rename', async () => {
    const store = await filled();
    const { merges: _, ...first } = await rename(store, 'a', 'c', { key: 'k' });
    expect(await rename(store, 'a', 'c', { key: 'k' })).toEqual({ ...first, created: false });
    await expect(rename(store, 'a', 'd', { key: 'k' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test.each([
    ['a tag that no page has', 'nix', 'c', 'not_found'],
    ['a tag to itself', 'a', 'a', 'invalid'],
    ['to digits', 'a', '12', 'invalid'],
    ['to two words', 'a', 'b c', 'invalid'],
    ['to one too long below', 'a', 'c'.repeat(99), 'invalid'],
  ])('%s is refused and changes nothing', async (_, from, to, code) => {
    const store = await filled();
    await expect(rename(store, from, to)).rejects.toMatchObject({ code });
    expect(await tags(store)).toEqual({ a: 1, 'a/x': 1, b: 2 });
  });

  test('while pages with the tag are written leaves none of before with it', async () => {
    const store = newStore();
    for (let i = 0; i < 100; i++) await doing(store, 'add', { text: `p${i} #a` });
    const added: Promise<Page>[] = [];
    for (let i = 0; i < 20; i++) added.push(doing<Page>(store, 'add', { text: `later ${i} #a` }));
    const [{ count }] = await Promise.all([rename(store, 'a', 'b'), ...added]);
    const before = store.all<{ text: string }>('SELECT text FROM texts ORDER BY page_id LIMIT 100');
    expect(before.filter(({ text }) => !text.endsWith('#b'))).toEqual([]);
    const now = await tags(store);
    expect((now['a'] ?? 0) + (now['b'] ?? 0)).toBe(120);
    expect(now['b']).toBe(count);
  });
});
