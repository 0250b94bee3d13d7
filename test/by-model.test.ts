import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import type { Saying } from '../src/store/pages/by-model.ts';
import { putByModel } from '../src/store/pages/put-by-model.ts';
import { pageById } from '../src/store/pages/row.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, exported, newStore, OWNER } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';

const BY = { model: 'some-model', at: '2026-11-30T12:00:00.000Z' };

let store: Store;
beforeEach(async () => {
  store = newStore();
  await doing(store, 'add', { title: 'Lunch', text: 'A picture from Tuesday. #food' });
  await doing(store, 'add', { title: 'Cafe Otter', text: 'open till six' });
});

function idOf(slug: string): number {
  return store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug)?.id ?? 0;
}

function say(slug: string, saying: Saying): void {
  store.write(() => putByModel(store, pageById(store, idOf(slug)), saying, BY));
}

interface Found {
  pages: { slug: string; snippet?: string; matched?: string[] }[];
  warnings?: string[];
}
const find = (query: string) => doing<Found>(store, 'search', { query });
const read = (page: string, caller = OWNER) =>
  doing<{ by_model?: object; text: string; revision: number }>(store, 'read', { page }, caller);

const RECEIPT: Saying = {
  title: 'Receipt of the Otter Cafe',
  kind: 'receipt',
  summary: 'Soup and tea for two.',
  tags: ['food', 'expenses'],
  transcript: 'OTTER CAFE\nGulasch 12.40\nTea 3.20\n',
};

describe('what a model said about a page', () => {
  test.each([
    ['the terminal', OWNER],
    ['the app', APP],
    ['an agent', agent('laptop')],
  ])('is read beside the page by %s', async (_, caller) => {
    say('lunch', { ...RECEIPT, related: [idOf('cafe-otter')] });
    const page = await read('lunch', caller);
    expect(page.text).toBe('A picture from Tuesday. #food');
    expect(page.by_model).toEqual({
      ...BY,
      revision: 1,
      title: RECEIPT.title,
      kind: 'receipt',
      summary: RECEIPT.summary,
      tags: ['expenses'],
      related: [{ slug: 'cafe-otter', title: 'Cafe Otter' }],
      transcript: RECEIPT.transcript,
    });
  });

  test('is no change of the page, and no part of it', async () => {
    const before = await doing(store, 'changes', {});
    say('lunch', RECEIPT);
    expect(await doing(store, 'changes', {})).toEqual(before);
    expect(await doing(store, 'tags', {})).toMatchObject({ tags: [{ tag: 'food', pages: 1 }] });
    expect(await exported(store, 'content')).not.toContain('Gulasch');
  });

  test('is out of date when the text is another one, not when a tag is', async () => {
    say('lunch', RECEIPT);
    await doing(store, 'edit_meta', { pages: ['lunch'], add_tags: ['soup'] });
    expect((await read('lunch')).by_model).not.toHaveProperty('stale');
    const { revision } = await read('lunch');
    await doing(store, 'edit', { page: 'lunch', text: 'Another picture.', revision });
    expect((await read('lunch')).by_model).toMatchObject({ stale: true, revision: 1 });
  });

  test('names no page that is in the trash', async () => {
    say('lunch', { related: [idOf('cafe-otter'), 12345] });
    await doing(store, 'trash', { page: 'cafe-otter' });
    expect((await read('lunch')).by_model).toEqual({ ...BY, revision: 1 });
  });
});

describe('a search', () => {
  test('finds it, and says whose words they are', async () => {
    say('lunch', RECEIPT);
    expect((await find('gulasch')).pages).toMatchObject([
      { slug: 'lunch', matched: ['by_model'], snippet: 'OTTER CAFE **Gulasch** 12.40 Tea 3.20' },
    ]);
    expect((await find('tuesday gulasch')).pages).toMatchObject([
      { slug: 'lunch', matched: ['text', 'by_model'] },
    ]);
    expect((await find('tuesday')).pages).toMatchObject([{ slug: 'lunch', matched: ['text'] }]);
    expect((await find('body:gulasch')).pages).toEqual([]);
    expect((await find('~ulasc')).pages).toMatchObject([
      { slug: 'lunch', matched: ['by_model', 'inside'] },
    ]);
    expect((await find('gulsach')).warnings).toEqual(['No page has "gulsach". Nearest: gulasch.']);
  });

  test('lists the owner’s words first, however often a model says them', async () => {
    const long = `${'other words go on here '.repeat(2000)} heron`;
    await doing(store, 'add', { title: 'long', text: long });
    say('lunch', { summary: 'heron '.repeat(50) });
    expect((await find('heron')).pages.map(({ slug }) => slug)).toEqual(['long', 'lunch']);
  });

  test('finds what is said now, and in the trash as elsewhere', async () => {
    say('lunch', RECEIPT);
    await doing(store, 'trash', { page: 'lunch' });
    expect((await find('gulasch')).pages).toEqual([]);
    expect((await find('gulasch is:trashed')).pages).toMatchObject([{ slug: 'lunch' }]);
    await doing(store, 'untrash', { page: 'lunch' });
    say('lunch', { summary: 'Bread.' });
    expect((await find('gulasch')).pages).toEqual([]);
    expect(store.get("SELECT 1 FROM words WHERE word = 'gulasch'")).toBeUndefined();
    expect((await find('bread')).pages).toMatchObject([{ slug: 'lunch' }]);
  });

  test('finds it after pages were edited or read anew', async () => {
    say('lunch', RECEIPT);
    await doing(store, 'edit_meta', { pages: ['lunch'], add_tags: ['soup'] });
    expect((await find('gulasch')).pages).toHaveLength(1);
    for (const fresh of [false, true]) {
      await doing(store, 'reindex', { fresh });
      expect((await find('gulasch')).pages).toHaveLength(1);
    }
  });
});

describe('it goes where the page goes:', () => {
  test('out of a jsonl export into a new store', async () => {
    say('lunch', { ...RECEIPT, related: [idOf('cafe-otter')] });
    const file = join(temporaryDirectory(), 'all.jsonl');
    writeFileSync(file, await exported(store, 'jsonl'));
    const before = await read('lunch');
    store = newStore();
    await doing(store, 'import', { dir: file });
    expect(await read('lunch')).toEqual(before);
    expect((await find('gulasch')).pages).toMatchObject([{ matched: ['by_model'] }]);
    expect(await exported(store, 'jsonl')).toBe(readFileSync(file, 'utf8'));
  });

  test('for ever with a page that is purged, its words too', async () => {
    say('lunch', RECEIPT);
    await doing(store, 'purge', { pages: ['lunch'], yes: true });
    expect(store.all('SELECT * FROM by_model')).toEqual([]);
    expect(store.all("SELECT word FROM words WHERE word IN ('gulasch', 'expenses')")).toEqual([]);
    for (const end of ['', '-wal']) {
      expect(readFileSync(store.file + end, 'latin1').toLowerCase()).not.toContain('gulasch');
    }
  });
});
