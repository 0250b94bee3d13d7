import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operations, perform } from '../src/store/index.ts';
import { tokens } from '../src/store/text/fold.ts';
import { OWNER, Shelf } from './kit/found.ts';

const PAGES: Readonly<Record<string, string>> = {
  plan: 'A plan for the garden',
  planning: 'We are planning it',
  planet: 'The planet turns',
  town: 'In Königsberg, near the Weinbergschnecken',
  hill: 'A Berg of its own',
  test: 'see xtier1-testing and Grundstücksverkehrsgenehmigung',
  arabic: 'هذا المكتبة',
  thai: 'ฉันอ่านหนังสือ',
  russian: 'Достопримечательность',
};

const shelf = new Shelf();
beforeAll(async () => {
  for (const [title, text] of Object.entries(PAGES)) await shelf.add(text, { title: `${title} 1` });
});
afterAll(() => shelf.close());

describe('a word is found in its English forms, and as it stands first', () => {
  test.each([
    ['plan', 'plan-1 planning-1 planet-1'],
    ['planning', 'planning-1 plan-1'],
    ['plans', 'planning-1 plan-1'],
    ['planet', 'planet-1'],
    ['"plan"', 'plan-1'],
    ['=plan', 'plan-1'],
    ['=plans', ''],
    ['plan*', 'plan-1 planning-1 planet-1'],
    ['garden -planned', 'plan-1'],
    ['body:plan', 'plan-1 planning-1 planet-1'],
    ['gardens OR plane', 'plan-1 planet-1'],
  ])('%s finds %s', async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  });

  test('what was another form says so', async () => {
    const { pages } = await shelf.search('plans');
    expect(pages.map(({ matched, snippet }) => [matched, snippet])).toEqual([
      [['title', 'text', 'form'], 'We are **planning** it'],
      [['title', 'text', 'form'], 'A **plan** for the garden'],
    ]);
  });
});

describe('inside words', () => {
  test.each([
    ['~berg', 'town-1 hill-1'],
    ['~"BERG"', 'town-1 hill-1'],
    ['~igsbe', 'town-1'],
    ['~königsb', 'town-1'],
    ['~ber garden', ''],
    ['~berg -=berg', 'town-1'],
    ['-~berg own', ''],
    ['title:~lan', 'planet-1 planning-1 plan-1'],
    ['title:~berg', ''],
    ['body:(~verkehr OR ~schneck)', 'test-1 town-1'],
    ['~tier1-test', 'test-1'],
    ['~ier1-te', 'test-1'],
    ['~كتب', 'arabic-1'],
    ['~หนังสือ', 'thai-1'],
    ['~примеч', 'russian-1'],
  ])('%s finds %s', async (query, slugs) => {
    expect((await shelf.slugs(`${query} sort:newest`)).split(' ').toSorted()).toEqual(
      slugs.split(' ').toSorted(),
    );
  });

  test('are looked at unasked where nothing else is found', async () => {
    const found = await shelf.search('stücksverkehrs', { explain: true });
    expect(found.pages.map(({ slug }) => slug)).toEqual(['test-1']);
    expect(found.pages[0]?.matched).toEqual(['text', 'inside']);
    expect(found.pages[0]?.snippet).toContain('Grund**stücksverkehrs**genehmigung');
    expect(found.explain).toMatchObject({
      query: '~stücksverkehrs',
      plan: 'by parts of words, by relevance',
    });
    expect(await shelf.slugs('berg')).toBe('hill-1');
    expect(await shelf.slugs('"stücksverkehrs"')).toBe('');
  });

  test('a list that was begun so goes on so', async () => {
    const many = new Shelf();
    await many.addAll(Array.from({ length: 5 }, (_, i) => `superquernstone ${i}`));
    const first = await many.search('quern', { limit: 3 });
    expect(first.total).toBe(5);
    // a page that has it as a word would end the looking for parts
    await many.add('quern', { title: 'late' });
    const next = await many.search('quern', { limit: 3, cursor: first.next_cursor });
    expect(next.pages).toHaveLength(2);
    expect(new Set([...first.pages, ...next.pages].map(({ slug }) => slug)).size).toBe(5);
    many.close();
  });

  test('a part of too many words says that not all are looked for', async () => {
    const many = new Shelf();
    const words = Array.from({ length: 2001 }, (_, i) => `a${i}quern`);
    await many.add(words.slice(0, 1500).join(' '), { title: 'first' });
    await many.add(words.slice(1500).join(' '), { title: 'second' });
    await many.add(words.slice(2000).join(' '), { title: 'third' });
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const found = await many.search('~quern');
    clearInterval(others);
    // others had their turn while it was looked for
    expect(turns).toBeGreaterThan(2);
    expect(found.pages.map(({ slug }) => slug).toSorted()).toEqual(['first', 'second']);
    expect(found.warnings).toEqual([
      'Only 2,000 of the words with "quern" in them are looked for.',
    ]);
    many.close();
  });

  test('three letters that stand inside a word find its page', async () => {
    const parts: [string, string][] = [];
    for (const [title, text] of Object.entries(PAGES)) {
      for (const { token } of tokens(text)) {
        const letters = Array.from(token);
        for (let i = 0; i + 3 <= letters.length; i += 1) {
          parts.push([letters.slice(i, i + 3).join(''), `${title}-1`]);
        }
      }
    }
    expect(parts.length).toBeGreaterThan(100);
    for (const [part, slug] of parts) {
      expect((await shelf.slugs(`~"${part}"`)).split(' '), part).toContain(slug);
    }
  });
});

test('adding a page never takes another away from what is exact or inside', async () => {
  const word = fc
    .array(fc.constantFrom('plan', 'berg', 'ning', 'ü', '日', 'x'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''));
  const query = fc
    .tuple(fc.constantFrom('=', '~', 'title:=', 'body:~'), word)
    .map(([sign, text]) => sign + text);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
      fc.array(query, { minLength: 1, maxLength: 3 }),
      async (texts, queries) => {
        const growing = new Shelf();
        let before = queries.map(() => new Set<string>());
        for (const [i, words] of texts.entries()) {
          await growing.add(words.join(' '), { title: `p${i} ${words[0]}` });
          const now: Set<string>[] = [];
          for (const each of queries) {
            now.push(new Set((await growing.slugs(each, { limit: 100 })).split(' ')));
          }
          for (const [k, found] of before.entries()) {
            for (const slug of found) expect(slug === '' || now[k]?.has(slug)).toBe(true);
          }
          before = now;
        }
        growing.close();
      },
    ),
    { numRuns: 25 },
  );
});

test.each([
  ['gardne', 'garden'],
  ['agrden', 'garden'],
  ['palnet', 'planet'],
  ['konigsbreg', 'konigsberg'],
])('nothing has %s: %s is named', async (query, meant) => {
  expect(await shelf.search(query)).toMatchObject({
    total: 0,
    warnings: [`No page has "${query}". Nearest: ${meant}.`],
  });
});

test('words that were removed for ever are not known any more', async () => {
  const purged = new Shelf();
  const slug = await purged.add('a secretword and a garden', { title: 'one' });
  await perform(
    await operations.edit(),
    purged.store,
    { page: slug, text: 'a garden', revision: 1 },
    OWNER,
  );
  await purged.add('the garden', { title: 'two' });
  const known = () => purged.store.all<{ word: string }>('SELECT word FROM words');
  expect(known().map(({ word }) => word)).toContain('secretword');
  await perform(await operations.purge(), purged.store, { pages: [slug], yes: true }, OWNER);
  expect(known().map(({ word }) => word)).not.toContain('secretword');
  expect(await purged.search('~secretwo')).toMatchObject({ total: 0 });
  expect(await purged.slugs('~arde')).toBe('two');
  purged.close();
});
