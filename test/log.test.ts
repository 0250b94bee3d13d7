import { describe, expect, test } from 'vitest';

import { openStore } from '../src/store/index.ts';
import { withLogLine } from '../src/store/text/log-line.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore } from './kit/pages.ts';
import { temporaryStore } from './kit/scrap.ts';

const AT = '2026-11-30T22:05:00Z';
const shelf = (at = AT) => newStore({ now: () => new Date(at), zone: 'Europe/Berlin' });
const textOf = async (store: ReturnType<typeof shelf>, page: string) =>
  (await doing(store, 'read', { page }))['text'];

test.each([
  ['', 'a', '- 14:05 a\n'],
  ['- 08:00 a\n', 'b', '- 08:00 a\n- 14:05 b\n'],
  ['- 08:00 a', ' b \n', '- 08:00 a\n- 14:05 b\n'],
  ['# Head\r\n', 'b\n\nc', '# Head\r\n- 14:05 b\r\n\r\n  c\r\n'],
])('%j with %j', (text, words, after) => {
  expect(withLogLine(text, '14:05', words)).toBe(after);
});

describe('scrap log', () => {
  test("makes the day's page and appends to it", async () => {
    const store = shelf();
    expect(await doing(store, 'log', { text: 'called Ann #tel' })).toMatchObject({
      slug: 'log-2026-11-30',
      kind: 'log',
      title: 'Log 2026-11-30',
      created: true,
      tags: ['tel'],
    });
    const tokyo = { ...APP, zone: 'America/Lima' };
    await doing(store, 'log', { text: 'two\nlines' }, tokyo);
    expect(await textOf(store, 'log-2026-11-30')).toBe(
      '- 23:05 called Ann #tel\n- 17:05 two\n  lines\n',
    );
  });

  test('the day and the time are those of the caller', async () => {
    const store = shelf();
    const page = await doing(store, 'log', { text: 'up' }, { ...APP, zone: 'Asia/Tokyo' });
    expect(page).toMatchObject({ slug: 'log-2026-12-01' });
    expect(await textOf(store, 'log-2026-12-01')).toBe('- 07:05 up\n');
  });

  test('logs once for a key, also after midnight', async () => {
    let now = AT;
    const store = newStore({ now: () => new Date(now), zone: 'Europe/Berlin' });
    await doing(store, 'log', { text: 'a', key: 'first' });
    await doing(store, 'log', { text: 'b', key: 'k' });
    now = '2026-12-01T08:00:00Z';
    for (const [text, key] of [
      ['a', 'first'],
      ['b', 'k'],
    ] as const) {
      expect(await doing(store, 'log', { text, key })).toMatchObject({
        slug: 'log-2026-11-30',
        created: false,
      });
    }
    expect(await textOf(store, 'log-2026-11-30')).toBe('- 23:05 a\n- 23:05 b\n');
    const other = doing(store, 'log', { text: 'c', key: 'k' });
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
  });

  test('many at once are as many lines of one page', async () => {
    const file = temporaryStore();
    const now = () => new Date(AT);
    const stores = [1, 2, 3].map(() => openStore(file, { mayCreate: true, now, zone: 'UTC' }));
    const words = Array.from({ length: 30 }, (_, i) => `entry ${i}`);
    await Promise.all(words.map((text, i) => doing(stores[i % 3] ?? stores[0]!, 'log', { text })));
    const [store] = stores;
    const lines = String(await textOf(store!, 'log-2026-11-30'))
      .trimEnd()
      .split('\n');
    expect(lines.toSorted()).toEqual(words.map((text) => `- 22:05 ${text}`).toSorted());
    expect(store!.get('SELECT count(*) AS n FROM pages')).toEqual({ n: 1 });
    for (const each of stores) each.close();
  });

  test('a log in the trash comes out of it', async () => {
    const store = shelf();
    await doing(store, 'log', { text: 'a' });
    await doing(store, 'trash', { page: 'log-2026-11-30' });
    const page = await doing(store, 'log', { text: 'b' });
    expect(page['trashed']).toBeUndefined();
    expect(await textOf(store, 'log-2026-11-30')).toBe('- 23:05 a\n- 23:05 b\n');
  });

  test("an agent leaves the owner's log alone, and nothing logs nothing", async () => {
    const store = shelf();
    await doing(store, 'log', { text: 'a' });
    const byAgent = doing(store, 'log', { text: 'b' }, { ...agent(), door: 'cli' });
    await expect(byAgent).rejects.toMatchObject({ code: 'refused' });
    await expect(doing(store, 'log', { text: ' \n' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is of the owner alone: another page that is called so is none', async () => {
    const store = shelf();
    const theirs = { ...agent(), door: 'cli' } as const;
    const title = 'Log 2026-11-30';
    await doing(store, 'add', { text: 'by an agent', title, kind: 'log' }, theirs);
    await doing(store, 'add', { text: 'no log', title });
    const slug = 'log-2026-11-30-3';
    expect(await doing(store, 'log', { text: 'a' })).toMatchObject({ slug, author: 'me' });
    expect(await doing(store, 'log', { text: 'b' })).toMatchObject({ slug });
    expect(await textOf(store, slug)).toBe('- 23:05 a\n- 23:05 b\n');
    expect(await textOf(store, 'log-2026-11-30')).toBe('by an agent');
    expect(await textOf(store, 'log-2026-11-30-2')).toBe('no log');
  });

  test('an agent goes on with its own where the owner has none', async () => {
    const store = shelf();
    const theirs = { ...agent(), door: 'cli' } as const;
    const slug = 'log-2026-11-30';
    expect(await doing(store, 'log', { text: 'a' }, theirs)).toMatchObject({ slug });
    expect(await doing(store, 'log', { text: 'b' }, theirs)).toMatchObject({ slug });
    expect(await doing(store, 'log', { text: 'c' })).toMatchObject({ slug: `${slug}-2` });
  });

  test('undone, the line goes; undone to its beginning, the page does', async () => {
    const store = shelf();
    const first = await doing(store, 'log', { text: 'a' });
    const second = await doing(store, 'log', { text: 'b' });
    await doing(store, 'revert', { change: second['change'] });
    expect(await textOf(store, 'log-2026-11-30')).toBe('- 23:05 a\n');
    await doing(store, 'revert', { change: first['change'] });
    expect(await doing(store, 'read', { page: 'log-2026-11-30' })).toHaveProperty('trashed');
  });
});
