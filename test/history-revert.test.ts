import { describe, expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, folderOf, newStore, OWNER } from './kit/pages.ts';

interface Written {
  slug: string;
  change: number;
  revision: number;
}

interface Reverted {
  changes: number;
  pages: { slug: string; fields: object[]; words?: object }[];
  count: number;
  left: { slug: string; fields: string[]; author: string; change: number }[];
  left_count: number;
  change?: number;
  created: boolean;
}

const claude = agent('laptop');

const add = (store: Store, text: string, more = {}, caller = OWNER) =>
  doing<Written>(store, 'add', { text, ...more }, caller);
const revert = (store: Store, input: object, caller = OWNER) =>
  doing<Reverted>(store, 'revert', input, caller);
const read = (store: Store, page: string) => doing(store, 'read', { page });

/** A page as it counts: all but when it was last changed. */
async function state(store: Store, page: string): Promise<object> {
  const { revision: _, updated: __, ...rest } = await read(store, page);
  return rest;
}

async function edit(store: Store, page: string, text: string): Promise<Written> {
  const { revision } = await read(store, page);
  return doing<Written>(store, 'edit', { page, text, revision });
}

const meta = async (store: Store, page: string, more: object, caller = OWNER) =>
  (await doing<{ pages: Written[] }>(store, 'edit_meta', { pages: [page], ...more }, caller))
    .pages[0]?.change ?? 0;

describe('what an agent did in an afternoon', () => {
  test('is taken back, but for the page the owner has gone on with', async () => {
    const store = newStore();
    const texts = Array.from({ length: 40 }, (_, i) => `---\ntags: [a${i % 4}, x]\n---\nn ${i} #y`);
    const mine: string[] = [];
    for (const text of texts) mine.push((await add(store, text)).slug);
    const before = await Promise.all(mine.map((slug) => state(store, slug)));

    const since = store.now();
    const theirs: string[] = [];
    for (let i = 0; i < 5; i++) {
      theirs.push((await add(store, `# From Claude ${i}\n#x`, { origin: 'sort' }, claude)).slug);
    }
    for (const pages of [mine.slice(0, 25), mine.slice(25)]) {
      await doing(store, 'edit_meta', { pages, add_tags: ['sorted'], remove_tags: ['x'] }, claude);
    }
    const [kept = ''] = theirs;
    await edit(store, kept, '# Mine now');

    const wanted = { client: 'laptop', since };
    const dry = await revert(store, { ...wanted, dry_run: true });
    expect(dry).toMatchObject({ changes: 7, count: 44, left_count: 1, created: false });
    expect(dry.left).toMatchObject([{ slug: kept, fields: ['page'], author: 'me' }]);
    expect(dry.pages.find(({ slug }) => slug === mine[0])?.fields).toEqual([
      { field: 'tags', before: 'a0, sorted, y', after: 'a0, x, y' },
    ]);
    expect(await read(store, mine[0] ?? '')).toMatchObject({ tags: ['a0', 'sorted', 'y'] });

    const done = await revert(store, wanted);
    expect(done).toEqual({
      ...dry,
      dry_run: false,
      created: true,
      change: done.change,
      pages: expect.anything() as unknown,
    });
    expect(await Promise.all(mine.map((slug) => state(store, slug)))).toEqual(before);
    expect(
      (await Promise.all(theirs.map((slug) => read(store, slug)))).map(
        ({ trashed }) => trashed !== undefined,
      ),
    ).toEqual([false, true, true, true, true]);
    expect(await read(store, kept)).toMatchObject({ text: '# Mine now' });

    await revert(store, { change: done.change });
    expect(await read(store, mine[0] ?? '')).toMatchObject({ tags: ['a0', 'sorted', 'y'] });
    expect(await read(store, theirs[4] ?? '')).not.toHaveProperty('trashed');
  });
});

describe('one change', () => {
  test('goes back field by field: one that somebody else has changed since is left and named', async () => {
    const store = newStore();
    const { slug } = await add(store, 'call the plumber');
    const change = await meta(
      store,
      slug,
      { due: '2026-12-01', priority: 2, add_tags: ['a', 'b'] },
      claude,
    );
    const later = await meta(store, slug, { due: '2026-12-24', add_tags: ['c'] });
    const told = await revert(store, { change });
    expect(told.left).toMatchObject([{ slug, fields: ['due'], author: 'me', change: later }]);
    expect(await read(store, slug)).toMatchObject({ due: '2026-12-24', tags: ['c'] });
    expect(await read(store, slug)).not.toHaveProperty('priority');
    const forced = await revert(store, { change, force: true });
    expect(forced).toMatchObject({ left: [], count: 1 });
    expect(await read(store, slug)).not.toHaveProperty('due');
    expect(await read(store, slug)).toMatchObject({ tags: ['c'], kind: 'note' });
  });

  test('of a text goes back whole, with what the same person wrote since', async () => {
    const store = newStore();
    const { slug } = await add(store, 'one');
    const { change } = await edit(store, slug, 'two');
    await edit(store, slug, 'three');
    const { pages } = await revert(store, { change });
    expect(pages).toMatchObject([{ slug, words: { added: 1, removed: 1 } }]);
    expect(await read(store, slug)).toMatchObject({ text: 'one' });
  });

  test('of several pages can go back on one of them', async () => {
    const store = newStore();
    const slugs = [(await add(store, 'a')).slug, (await add(store, 'b')).slug];
    const { pages } = await doing<{ pages: Written[] }>(store, 'edit_meta', {
      pages: slugs,
      due: '2026-12-01',
    });
    await revert(store, { page: 'b', change: pages[0]?.change });
    expect(await read(store, 'a')).toMatchObject({ due: '2026-12-01' });
    expect(await read(store, 'b')).not.toHaveProperty('due');
  });

  test('taken back twice changes nothing more', async () => {
    const store = newStore();
    const { slug } = await add(store, 'a');
    const change = await meta(store, slug, { due: '2026-12-01' });
    expect(await revert(store, { change })).toMatchObject({ count: 1, created: true });
    const again = await revert(store, { change });
    expect(again).toMatchObject({ count: 0, created: false });
    expect(again).not.toHaveProperty('change');
  });

  test('that somebody else has put back already is not named', async () => {
    const store = newStore();
    const { slug } = await add(store, 'a');
    await meta(store, slug, { due: '2026-12-01' }, claude);
    await revert(store, { author: 'claude' });
    expect(await revert(store, { author: 'claude' })).toMatchObject({ count: 0, left: [] });
  });

  test('that reopened a todo gives back when it was done', async () => {
    const store = newStore();
    const { slug } = await add(store, 'tea', { due: '2026-12-01' });
    await doing(store, 'done', { page: slug });
    const { done } = await read(store, slug);
    expect(done).toEqual(expect.any(String));
    const { change } = await doing<Written>(store, 'reopen', { page: slug });
    await revert(store, { change });
    expect(await read(store, slug)).toMatchObject({ status: 'done', done });
  });

  test('that was an import puts its pages in the trash, but for those edited since', async () => {
    const store = newStore();
    const folder = folderOf({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
    const { change } = await doing<Written>(store, 'import', { dir: folder });
    await edit(store, 'b', 'mine');
    const told = await revert(store, { change });
    expect(told).toMatchObject({ count: 2, left: [{ slug: 'b', fields: ['page'] }] });
    expect(await read(store, 'a')).toHaveProperty('trashed');
    await revert(store, { change: told.change });
    expect(await read(store, 'a')).not.toHaveProperty('trashed');
    // what was not changed here stays out of `recent`, also after such a detour
    const recent = await doing<{ pages: Written[] }>(store, 'recent', {});
    expect(recent.pages.map(({ slug }) => slug)).toEqual(['b']);
  });
});

describe('whose changes', () => {
  test.each([
    ['an author', { author: 'claude' }, ['l1', 'l2', 'p1']],
    ['a source', { source: 'pwa' }, ['me2']],
    ['an agent', { client: 'phone' }, ['p1']],
    ['agents without a label', { author: 'claude', client: '' }, []],
    ['a purpose', { origin: 'sort' }, ['l1', 'p1']],
    ['a purpose of an agent', { origin: 'sort', client: 'laptop' }, ['l1']],
    ['a key', { by_key: 'k' }, ['me1']],
    ["an agent's key", { by_key: 'k', client: 'phone' }, ['p1']],
    ['since a change', { author: 'claude', since: '4' }, ['l2', 'p1']],
    ['since a moment', { author: 'claude', since: '2026-11-30T10:02:30Z' }, ['l2', 'p1']],
    ['since hours', { author: 'claude', since: '1h' }, ['p1']],
    ['since a day', { author: 'claude', since: 'tomorrow' }, []],
    ['on one page', { author: 'claude', page: 'l2' }, ['l2']],
  ])('are those of %s', async (_, wanted, expected) => {
    let minutes = 0;
    const now = () => new Date(Date.parse('2026-11-30T10:00:00Z') + minutes * 60_000);
    const store = newStore({ now, zone: 'UTC' });
    const phone = agent('phone');
    await add(store, 'me1', { key: 'k' });
    minutes = 1;
    await add(store, 'me2', {}, APP);
    minutes = 2;
    await add(store, 'l1', { origin: 'sort' }, claude);
    minutes = 3;
    await add(store, 'l2', {}, claude);
    minutes = 90;
    await add(store, 'p1', { origin: 'sort', key: 'k' }, phone);
    const told = await revert(store, wanted);
    expect(told.pages.map(({ slug }) => slug)).toEqual(expected);
  });

  test.each([
    ['nothing', {}],
    ['a page alone', { page: 'a' }],
    ['a time alone', { since: '2h' }],
    ['a change and an author', { change: 1, author: 'me' }],
    ['an odd time', { author: 'me', since: 'blursday' }],
  ])('%s is not enough to go by', async (_, input) => {
    const store = newStore();
    await add(store, 'a');
    await expect(revert(store, input)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a change that is not there, or did not touch the page, is not found', async () => {
    const store = newStore();
    await add(store, 'a');
    await add(store, 'b');
    for (const input of [{ change: 9 }, { page: 'a', change: 2 }]) {
      await expect(revert(store, input)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('an agent', () => {
  test("takes back what agents did, never the owner's changes", async () => {
    const store = newStore();
    const { slug, change } = await add(store, 'mine');
    const theirs = await meta(store, slug, { status: 'waiting' }, agent('phone'));
    for (const input of [{ change }, { author: 'me' }, { source: 'cli', author: 'import' }]) {
      await expect(revert(store, input, claude)).rejects.toMatchObject({ code: 'refused' });
    }
    expect(await revert(store, { source: 'cli' }, claude)).toMatchObject({ count: 0 });
    expect(await revert(store, { change: theirs }, claude)).toMatchObject({ count: 1 });
    expect(await read(store, slug)).toMatchObject({ kind: 'note', text: 'mine' });
  });

  test('may not force; nor may the owner from elsewhere', async () => {
    const store = newStore();
    await add(store, 'mine');
    for (const caller of [claude, APP]) {
      await expect(revert(store, { author: 'claude', force: true }, caller)).rejects.toMatchObject({
        code: 'refused',
      });
    }
  });

  test('leaves a page it made as soon as the owner has written in it', async () => {
    const store = newStore();
    const { slug, change } = await add(store, 'draft', {}, claude);
    const { change: appended } = await add(store, 'more', { to: slug }, claude);
    const { change: edited } = await edit(store, slug, 'draft, in my words');
    await revert(store, { change: edited });
    const text = 'draft\n\nmore\n';
    expect(await read(store, slug)).toMatchObject({ text });
    for (const wanted of [{ change }, { change: appended }, { author: 'claude' }]) {
      const told = await revert(store, wanted, claude);
      expect(told).toMatchObject({ count: 0, left: [{ slug, author: 'me' }] });
    }
    expect(await read(store, slug)).toMatchObject({ text });
  });
});

test('a retry of a revert is answered as the first time was, whatever happened since', async () => {
  const store = newStore();
  const { slug } = await add(store, 'a');
  await add(store, 'b', {}, claude);
  await meta(store, slug, { due: '2026-12-01', priority: 1 }, claude);
  await meta(store, slug, { due: '2026-12-02' });
  const input = { author: 'claude', since: 'today', key: 'k' };
  const first = await revert(store, input);
  expect(first).toMatchObject({ count: 2, left_count: 1, changes: 2 });
  await meta(store, slug, { priority: 3 }, claude);
  const changes = await doing(store, 'changes', {});
  const again = await revert(store, input);
  const { pages: _, ...told } = first;
  expect(again).toMatchObject({ ...told, created: false });
  expect(again.pages.map((page) => page.slug)).toEqual(first.pages.map((page) => page.slug));
  expect(await doing(store, 'changes', {})).toEqual(changes);
  await expect(revert(store, { ...input, since: '1h' })).rejects.toMatchObject({
    code: 'conflict',
  });
});
