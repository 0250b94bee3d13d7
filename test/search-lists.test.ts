import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Shelf } from './kit/found.ts';

type More = Readonly<Record<string, unknown>>;

/** All pages a query finds, taken in lists of `limit`; `between` runs after each list. */
async function walk(
  shelf: Shelf,
  query: string,
  more: More = {},
  between: (round: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const slugs: string[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < 3000; round += 1) {
    const list = await shelf.search(query, { limit: 7, ...more, ...(cursor && { cursor }) });
    slugs.push(...list.pages.map((page) => page.slug));
    cursor = list.next_cursor;
    if (cursor === undefined) return slugs;
    await between(round);
  }
  throw new Error('a list without an end');
}

describe('a few pages', () => {
  const shelf = new Shelf();
  beforeAll(async () => {
    for (let i = 1; i <= 40; i += 1) {
      shelf.now = new Date(Date.UTC(2026, 10, 1, 0, i));
      const filler = 'filler '.repeat((i * 7) % 11);
      const due = i % 3 === 0 ? { due: `2026-12-${String(1 + (i % 9)).padStart(2, '0')}` } : {};
      const priority = i % 5 === 0 ? { priority: 1 + (i % 4) } : {};
      await shelf.add(`heron ${filler}${i % 2 === 0 ? 'even' : 'odd'}`, {
        title: `Page ${i}`,
        ...due,
        ...priority,
      });
    }
  });
  afterAll(() => shelf.close());

  test.each(['heron', 'heron even', 'heron -even', 'is:open', '', 'sort:title', 'heron sort:due'])(
    'lists of seven are the list of all: %s',
    async (query) => {
      const { pages, total, next_cursor } = await shelf.search(query, { limit: 100 });
      expect(next_cursor).toBeUndefined();
      expect(total).toBe(pages.length);
      expect(await walk(shelf, query)).toEqual(pages.map((page) => page.slug));
    },
  );

  test('by relevance: the word in a title first, then where it is a larger part of the text', async () => {
    const titled = await shelf.add('nothing else', { title: 'The heron' });
    const twice = await shelf.add('heron heron heron heron', { title: 'Fourfold' });
    const [first, second] = (await shelf.slugs('heron')).split(' ');
    expect([first, second]).toEqual([titled, twice]);
  });

  test('of two alike the newer is first', async () => {
    const older = await shelf.add('sandpiper', { title: 'one bird' });
    const newer = await shelf.add('sandpiper', { title: 'two bird' });
    expect(await shelf.slugs('sandpiper')).toBe(`${newer} ${older}`);
  });

  test('words side by side are closer than apart', async () => {
    const apart = await shelf.add('avocet x grebe', { title: 'apart' });
    const together = await shelf.add('x avocet grebe', { title: 'together' });
    await shelf.add('grebe x avocet', { title: 'behind' });
    const [first] = (await shelf.slugs('avocet grebe')).split(' ');
    expect(first).toBe(together);
    expect(await shelf.slugs('avocet grebe')).toContain(apart);
  });

  test.each([
    ['sort:created-asc', (a: Listed, b: Listed) => order(a.created, b.created)],
    ['sort:created', (a: Listed, b: Listed) => order(b.created, a.created)],
    [
      'sort:title',
      (a: Listed, b: Listed) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1),
    ],
    [
      'sort:title-desc',
      (a: Listed, b: Listed) => (a.title.toLowerCase() > b.title.toLowerCase() ? -1 : 1),
    ],
    ['has:due sort:due', (a: Listed, b: Listed) => order(a.due, b.due)],
    ['has:due sort:due-desc', (a: Listed, b: Listed) => order(b.due, a.due)],
    ['has:priority sort:priority', (a: Listed, b: Listed) => order(a.priority, b.priority)],
  ])('%s', async (query, compare) => {
    const { pages } = await shelf.search(query, { limit: 100 });
    expect(pages.length).toBeGreaterThan(5);
    for (const [i, page] of pages.entries()) {
      const next = pages[i + 1];
      if (next !== undefined) {
        expect(compare(page as Listed, next as Listed)).toBeLessThanOrEqual(0);
      }
    }
  });

  test('pages without a day come last, whichever way', async () => {
    for (const query of ['sort:due', 'sort:due-desc']) {
      const { pages } = await shelf.search(query, { limit: 100 });
      const dated = pages.filter((page) => page.due !== undefined).length;
      expect(dated).toBeGreaterThan(5);
      expect(pages.findIndex((page) => page.due === undefined)).toBe(dated);
    }
  });

  test.each(['heron', 'heron sort:title', 'heron -zzz sort:created', ''])(
    'pages that come in meanwhile move nothing: %s',
    async (query) => {
      const before = (await shelf.search(query, { limit: 100 })).pages.map((page) => page.slug);
      const walked = await walk(shelf, query, {}, async (round) => {
        await shelf.add('heron heron heron', { title: `Newcomer ${query} ${round}` });
      });
      expect(walked.filter((slug) => before.includes(slug))).toEqual(before);
      expect(new Set(walked).size).toBe(walked.length);
    },
  );

  test('a list found by beginnings goes on by beginnings', async () => {
    const { pages } = await shelf.search('sandpip OR avoc OR greb', { limit: 100 });
    expect(pages.length).toBe(5);
    expect(await walk(shelf, 'sandpip OR avoc OR greb', { limit: 2 })).toEqual(
      pages.map((page) => page.slug),
    );
  });

  test.each(['x', 'W10', 'WyJ3aG9sZSIsIm5vd2hlcmUiLCIiLDFd', 'WyJ3aG9sZSIsInJhbmtlZCIsIiIsMS41XQ'])(
    'a made-up cursor is refused: %s',
    async (cursor) => {
      await expect(shelf.search('heron', { cursor })).rejects.toThrow(
        /This cursor is not of this list/,
      );
    },
  );
});

test('a cursor of another list is refused', async () => {
  const shelf = new Shelf();
  for (let i = 0; i < 3; i += 1) await shelf.add(`heron ${i}`);
  const queries = ['heron', '', 'heron sort:title'];
  for (const query of queries) {
    const { next_cursor: cursor } = await shelf.search(query, { limit: 1 });
    expect((await shelf.search(query, { limit: 1, cursor })).pages).toHaveLength(1);
    for (const other of queries.filter((each) => each !== query)) {
      await expect(shelf.search(other, { cursor })).rejects.toThrow(/not of this list/);
    }
  }
  shelf.close();
});

interface Listed {
  readonly created: string;
  readonly title: string;
  readonly due?: string | undefined;
  readonly priority?: number | undefined;
}

function order(a: string | number = '', b: string | number = ''): number {
  return a < b ? -1 : Number(a > b);
}

describe('more pages than are ranked', () => {
  const shelf = new Shelf();
  // more than are looked at for their titles, too
  const MANY = 5400;
  beforeAll(async () => {
    // every 900th has the word in its first line, which is its title
    await shelf.addAll(
      Array.from({ length: MANY }, (_, i) =>
        i % 900 === 0
          ? `common title ${i}`
          : `page ${i}\n\ncommon ${i % 100 === 1 ? 'seldom' : ''}`,
      ),
    );
  }, 120_000);
  afterAll(() => shelf.close());

  test('those with the word in the title are first, then the newest, and no total is counted', async () => {
    const list = await shelf.search('common', { limit: 10, explain: true });
    expect(list.pages.map((page) => page.title)).toEqual([
      ...[4500, 3600, 2700, 1800, 900].map((i) => `common title ${i}`),
      ...[5399, 5398, 5397, 5396, 5395].map((i) => `page ${i}`),
    ]);
    expect(list).toMatchObject({ more_than: 2000 });
    expect(list).not.toHaveProperty('total');
    expect(list.explain?.plan).toContain('title');
    expect(list.pages[0]?.matched).toContain('title');
  });

  test('lists one after another are all of it, also when pages come in', async () => {
    const walked = await walk(shelf, 'common', { limit: 100 }, async (round) => {
      if (round % 5 === 0) await shelf.add('common title late', { title: `common late ${round}` });
    });
    expect(walked.length).toBe(MANY);
    expect(new Set(walked).size).toBe(MANY);
  });

  test('a rarer word beside it is ranked, and counted', async () => {
    const list = await shelf.search('common seldom', { explain: true });
    expect(list).toMatchObject({ total: 54 });
    expect(list.explain?.plan).toBe('by relevance');
  });

  test('a filter that leaves few of them is not ranked, but right', async () => {
    const list = await shelf.search('common slug:page-49*', { limit: 100, explain: true });
    const slugs = list.pages.map((page) => page.slug);
    expect(slugs.every((slug) => slug.startsWith('page-49'))).toBe(true);
    expect(slugs).toHaveLength(100);
    expect(list).toMatchObject({ total: 111 });
    expect(await walk(shelf, 'common slug:page-49*')).toHaveLength(111);
  });
});
