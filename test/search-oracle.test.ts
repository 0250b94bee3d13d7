import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operations, perform } from '../src/store/index.ts';
import { stem } from '../src/store/text/english.ts';
import { fold } from '../src/store/text/fold.ts';
import { tagKey } from '../src/store/text/tag.ts';
import { OWNER, Shelf } from './kit/found.ts';

/*
 * Searching in real notebooks against looking at every page: random queries, made of words that
 * are there, must find what a plain scan finds. The notebooks lie outside the project.
 */
const NOTEBOOKS = resolve(process.env['SCRAP_NOTEBOOKS'] ?? '../shared/notebooks');
const LONG = process.env['SCRAP_LONG'] === '1';
/** In four scripts, and of several hundred pages; all of them where there is time. */
const SOME = ['emanote-docs', 'foam-docs', 'he-react-docs', 'fa-react-docs', 'silverbullet-docs'];

/** What is searched of a page: each column with a blank around every token. */
interface Scanned {
  readonly slug: string;
  readonly title: string;
  readonly tags: string;
  readonly body: string;
  readonly tagKeys: readonly string[];
}

/** A query, and which pages it should find. */
interface Asked {
  readonly query: string;
  readonly finds: (page: Scanned) => boolean;
}

if (existsSync(NOTEBOOKS)) describe('as a plain scan', compared);
else if (process.env['CI'] === undefined) {
  console.log('Searching was not compared: SCRAP_NOTEBOOKS names no folder of notebooks.');
  test('no notebooks here', () => expect(existsSync(NOTEBOOKS)).toBe(false));
} else test('there are notebooks', () => expect.fail(`There are no notebooks in ${NOTEBOOKS}.`));

function compared(): void {
  const shelf = new Shelf();
  let pages: Scanned[] = [];

  beforeAll(async () => {
    const importFiles = await operations.import();
    for (const name of LONG ? readdirSync(NOTEBOOKS) : SOME) {
      await perform(importFiles, shelf.store, { dir: join(NOTEBOOKS, name) }, OWNER);
    }
    pages = scanned(shelf);
  }, 300_000);
  afterAll(() => shelf.close());

  test('there is something to search', () => expect(pages.length).toBeGreaterThan(300));

  test('words as they stand, beginnings, parts, phrases, columns, tags, and all of them together', async () => {
    const leaf = fc
      .tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat())
      .map((numbers) => () => leafOf(pages, numbers));
    const negated = fc.tuple(leaf, fc.boolean()).map(([make, isOut]) => () => {
      const { query, finds } = make();
      return isOut
        ? { query: `-${query}`, finds: (page: Scanned) => !finds(page) }
        : { query, finds };
    });
    const query = fc
      .array(fc.array(negated, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((groups) => () => joined(groups.map((group) => group.map((make) => make()))));
    await fc.assert(
      fc.asyncProperty(query, async (make) => {
        const asked = make();
        const expected = pages.filter(asked.finds).map(({ slug }) => slug);
        await expectFound(shelf, asked.query, new Set(expected));
      }),
      { numRuns: LONG ? 2000 : 250, endOnFailure: true },
    );
  }, 600_000);

  test('plain words find all pages that have them, or a form of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (page, at) => {
        const word = wordOf(pages, page, at);
        const root = stem(word);
        const expected = pages.filter(({ title, tags, body }) =>
          `${title}${tags}${body}`
            .split(' ')
            .some((token) => token === word || stem(token) === root),
        );
        const { total = 0, more_than = 0 } = await shelf.search(word);
        // where few have it, pages with longer words follow
        if (expected.length > 2000) expect(more_than, word).toBe(2000);
        else if (expected.length >= 20) expect(total, word).toBe(expected.length);
        else expect(total, word).toBeGreaterThanOrEqual(expected.length);
        for (const { slug } of expected.slice(0, 5)) {
          expect(await shelf.slugs(`${word} slug:${slug}`), word).toBe(slug);
        }
      }),
      { numRuns: LONG ? 1000 : 100, endOnFailure: true },
    );
  }, 600_000);
}

function scanned(shelf: Shelf): Scanned[] {
  const rows = shelf.store.all<{ id: number; slug: string; title: string; text: string }>(
    'SELECT p.id, slug, title, text FROM pages p JOIN texts t ON t.page_id = p.id',
  );
  const column = (text: string) => ` ${fold(text)} `;
  return rows.map(({ id, slug, title, text }) => {
    const tagKeys = shelf.store
      .all<{ shown: string }>(
        'SELECT shown FROM page_tags pt JOIN tags t ON t.id = pt.tag_id WHERE page_id = ?',
        id,
      )
      .map(({ shown }) => tagKey(shown));
    const tags = column(tagKeys.toSorted().join(' '));
    return { slug, title: column(title), tags, body: column(text), tagKeys };
  });
}

/** A word of letters and digits that stands in a page. */
function wordOf(pages: readonly Scanned[], page: number, at: number): string {
  for (let i = 0; i < pages.length; i += 1) {
    const { body } = pages[(page + i) % pages.length] ?? { body: '' };
    const words = body.split(' ').filter((token) => /^[\p{L}\p{N}]+$/u.test(token));
    const word = words[at % Math.max(1, words.length)];
    if (word !== undefined && fold(word) === word) return word;
  }
  throw new Error('no page has a word');
}

function leafOf(pages: readonly Scanned[], [kind, page, at, cut]: readonly number[]): Asked {
  const word = wordOf(pages, page ?? 0, at ?? 0);
  const anywhere = (part: string) => (each: Scanned) =>
    [each.title, each.tags, each.body].some((column) => column.includes(part));
  const letters = Array.from(word);
  const from = (cut ?? 0) % Math.max(1, letters.length - 2);
  const part = letters.slice(from, from + 3 + ((cut ?? 0) % 3)).join('');
  switch ((kind ?? 0) % 7) {
    case 0: {
      const begin = letters.slice(0, 3 + ((cut ?? 0) % 3)).join('');
      if (letters.length < 3 || fold(begin) !== begin) break;
      return { query: `${begin}*`, finds: anywhere(` ${begin}`) };
    }
    case 1:
      if (letters.length < 3 || fold(part) !== part) break;
      return {
        query: `~"${part}"`,
        finds: (each) => anywhere(part)(each) && hasWordWith(each, part),
      };
    case 2: {
      const { body } = pages[(page ?? 0) % pages.length] ?? { body: '' };
      const tokens = body.trim().split(' ');
      const start = (at ?? 0) % tokens.length;
      const phrase = tokens.slice(start, start + 2 + ((cut ?? 0) % 2)).join(' ');
      if (fold(phrase) !== phrase || phrase === '') break;
      return { query: `"${phrase}"`, finds: anywhere(` ${phrase} `) };
    }
    case 3:
      return { query: `title:=${word}`, finds: ({ title }) => title.includes(` ${word} `) };
    case 4:
      return { query: `body:"${word}"`, finds: ({ body }) => body.includes(` ${word} `) };
    case 5: {
      const tagged = pages.filter(({ tagKeys }) => tagKeys.length > 0);
      const keys = tagged[(page ?? 0) % Math.max(1, tagged.length)]?.tagKeys ?? [];
      const key = keys[(at ?? 0) % Math.max(1, keys.length)];
      if (key === undefined || /[\s"“”„()]/.test(key)) break;
      const isIn = (own: string) => own === key || own.startsWith(`${key}/`);
      return { query: `tag:${key}`, finds: ({ tagKeys }) => tagKeys.some(isIn) };
    }
  }
  return { query: `=${word}`, finds: anywhere(` ${word} `) };
}

/** What is longer than 500 characters is no word, and is not looked into. */
function hasWordWith({ title, tags, body }: Scanned, part: string): boolean {
  const isWord = (token: string) => token.length <= 500 && token.includes(part);
  return `${title}${tags}${body}`.split(' ').some(isWord);
}

/** All of each group, any of the groups. */
function joined(groups: readonly (readonly Asked[])[]): Asked {
  return {
    query: groups.map((group) => `(${group.map(({ query }) => query).join(' ')})`).join(' OR '),
    finds: (page) => groups.some((group) => group.every(({ finds }) => finds(page))),
  };
}

async function expectFound(shelf: Shelf, query: string, expected: ReadonlySet<string>) {
  const first = await shelf.search(query, { limit: 100 });
  const partly = first.warnings?.some((warning) => warning.startsWith('Only ')) === true;
  // more parts of words than a query may have, or more words with one than are looked for
  if (partly) return;
  for (const { slug } of first.pages) expect(expected.has(slug), `${query}: ${slug}`).toBe(true);
  if (expected.size > 2000) expect(first.more_than, query).toBe(2000);
  else expect(first.total, query).toBe(expected.size);
  if (expected.size > 400) return;
  const found = new Set(first.pages.map(({ slug }) => slug));
  for (let cursor = first.next_cursor; cursor !== undefined;) {
    const next = await shelf.search(query, { limit: 100, cursor });
    for (const { slug } of next.pages) found.add(slug);
    cursor = next.next_cursor;
  }
  expect(found, query).toEqual(expected);
}
