import { describe, expect, test } from 'vitest';

import type { Caller, Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';

interface Change {
  number: number;
  operation: string;
  pages: string[];
  count: number;
}

interface Changes {
  changes: Change[];
  latest: number;
  total: number;
  next_cursor?: string;
}

interface Revision {
  change: number;
  operation: string;
  author: string;
  made?: boolean;
  fields: { field: string; before?: string; after?: string }[];
  words?: { added: number; removed: number };
}

const claude = agent('laptop');

const changes = (store: Store, input: object = {}) => doing<Changes>(store, 'changes', input);
const numbers = async (store: Store, input: object) =>
  (await changes(store, input)).changes.map(({ number }) => number);

/** Seven changes by four callers: 1 a, 2 b, 3 c, 4 d; 5 edits a, 6 tags a and b, 7 trashes d. */
async function lived(): Promise<Store> {
  const store = newStore();
  const add = (text: string, more: object, caller: Caller) =>
    doing(store, 'add', { text, ...more }, caller);
  await add('a', {}, OWNER);
  await add('b', {}, APP);
  await add('c', { origin: 'sort' }, claude);
  await add('d', {}, agent('phone'));
  await doing(store, 'edit', { page: 'a', text: 'a and more', revision: 1 });
  await doing(store, 'edit_meta', { pages: ['a', 'b'], add_tags: ['x'], origin: 'sort' }, claude);
  await doing(store, 'trash', { page: 'd' });
  return store;
}

describe('changes', () => {
  test('are listed the latest first, with who, when and which pages', async () => {
    const store = await lived();
    const { changes: all, latest, total } = await changes(store);
    expect([all.map(({ number }) => number), latest, total]).toEqual([[7, 6, 5, 4, 3, 2, 1], 7, 7]);
    expect(all[1]).toEqual({
      number: 6,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      operation: 'edit_meta',
      author: 'claude',
      source: 'mcp',
      client: 'laptop',
      origin: 'sort',
      pages: ['a', 'b'],
      count: 2,
    });
    expect(all[6]).toMatchObject({ operation: 'add', author: 'me', source: 'cli' });
    expect(all[6]).not.toHaveProperty('client');
  });

  test.each([
    ['an author', { author: 'claude' }, [6, 4, 3]],
    ['a source', { source: 'pwa' }, [2]],
    ['a client', { client: 'laptop' }, [6, 3]],
    ['an origin', { origin: 'sort' }, [6, 3]],
    ['a page', { page: 'a' }, [6, 5, 1]],
    ['a page in the trash', { page: 'd' }, [7, 4]],
    ['all of it', { page: 'a', author: 'me', source: 'cli' }, [5, 1]],
    ['nobody', { author: 'import' }, []],
    ['what is later', { after: 4 }, [5, 6, 7]],
    ['what is later, of one author', { after: 3, author: 'claude' }, [4, 6]],
    ['what is later than the latest', { after: 7 }, []],
    ['the next ones', { after: 0, limit: 2 }, [1, 2]],
  ])('can be those of %s', async (_, input, expected) => {
    expect(await numbers(await lived(), input)).toEqual(expected);
  });

  test('come page by page, whatever is written meanwhile', async () => {
    const store = await lived();
    const first = await changes(store, { limit: 3 });
    await doing(store, 'add', { text: 'e' });
    const second = await changes(store, { limit: 3, cursor: first.next_cursor });
    const third = await changes(store, { limit: 3, cursor: second.next_cursor });
    const all = [first, second, third].map((each) => each.changes.map(({ number }) => number));
    expect(all).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    expect(third).not.toHaveProperty('next_cursor');
  });

  test('name at most 50 pages, and count all of them', async () => {
    const store = newStore();
    const texts = Array.from({ length: 60 }, (_, i) => `page ${i}`);
    await doing(store, 'add_many', { texts });
    const [change] = (await changes(store)).changes;
    expect([change?.pages.length, change?.count]).toEqual([50, 60]);
  });

  test('go one way at a time', async () => {
    await expect(changes(await lived(), { after: 1, cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});

describe('revisions', () => {
  test('say what each change did to the page', async () => {
    const store = await lived();
    const { revisions } = await doing<{ revisions: Revision[] }>(store, 'revisions', { page: 'a' });
    expect(revisions).toMatchObject([
      {
        change: 6,
        operation: 'edit_meta',
        author: 'claude',
        fields: [{ field: 'tags', after: 'x' }],
        client: 'laptop',
        origin: 'sort',
      },
      {
        change: 5,
        operation: 'edit',
        author: 'me',
        fields: [{ field: 'title', before: 'a', after: 'a and more' }],
        words: { added: 2, removed: 0 },
      },
      {
        change: 1,
        operation: 'add',
        author: 'me',
        made: true,
        fields: [
          { field: 'title', after: 'a' },
          { field: 'kind', after: 'note' },
        ],
        words: { added: 1, removed: 0 },
      },
    ]);
  });

  test('come page by page', async () => {
    const store = await lived();
    const read = (input: object) =>
      doing<{ revisions: Revision[]; total: number; next_cursor?: string }>(store, 'revisions', {
        page: 'a',
        ...input,
      });
    const first = await read({ limit: 2 });
    const second = await read({ limit: 2, cursor: first.next_cursor });
    expect(first.revisions.map(({ change }) => change)).toEqual([6, 5]);
    expect(second.revisions.map(({ change }) => change)).toEqual([1]);
    expect([first.total, second.next_cursor]).toEqual([3, undefined]);
  });
});

describe('a diff', () => {
  const same = (text: string) => ({ kind: 'same', text });
  const added = (text: string) => ({ kind: 'added', text });
  const removed = (text: string) => ({ kind: 'removed', text });

  test.each([
    ['of the last change', {}, [6, 7], [removed('three '), added('drei '), same('four')]],
    ['from a revision to now', { from: 1 }, [1, 7], [removed('one two'), added('drei four')]],
    ['between two', { from: 1, to: 5 }, [1, 5], [removed('one two'), added('three four')]],
    ['up to one', { to: 5 }, [4, 5], [removed('one two'), added('three four')]],
    ['of what made the page', { to: 1 }, [0, 1], [added('one two')]],
    ['that changed no text', { to: 3 }, [2, 3], [same('one two')]],
    ['backwards', { from: 5, to: 1 }, [5, 1], [removed('three four'), added('one two')]],
  ])('%s', async (_, input, [from, to], pieces) => {
    const store = newStore();
    await doing(store, 'add', { text: 'one two', title: 't' });
    await doing(store, 'add', { text: 'other', title: 'u' });
    await doing(store, 'edit_meta', { pages: ['t'], priority: 1 });
    await doing(store, 'trash', { page: 'u' });
    await doing(store, 'edit', { page: 't', text: 'three four', revision: 3 });
    await doing(store, 'untrash', { page: 'u' });
    await doing(store, 'edit', { page: 't', text: 'drei four', revision: 5 });
    expect(await doing(store, 'diff', { page: 't', ...input })).toMatchObject({ from, to, pieces });
  });

  test('of a page that was not there yet is not found', async () => {
    const store = await lived();
    await expect(doing(store, 'diff', { page: 'c', to: 2 })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('change 3') as string,
    });
  });
});
