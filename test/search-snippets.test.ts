import { afterAll, describe, expect, test } from 'vitest';

import { fold } from '../src/store/text/fold.ts';
import { hitsIn, type Term } from '../src/store/search/marks.ts';
import { Snippets } from '../src/store/search/snippet.ts';
import type { Reach } from '../src/store/search/tree.ts';
import { Shelf } from './kit/found.ts';

const term = (text: string, reach: Reach = 'whole', forms: readonly string[] = []): Term => ({
  tokens: fold(text).split(' '),
  forms: new Set(forms),
  reach,
  column: undefined,
});

function snippet(text: string, ...words: string[]): string {
  return new Snippets(words.map((word) => term(word))).of(text).snippet;
}

describe('a snippet', () => {
  test.each([
    ['marks the hit', 'I had a Café there', ['cafe'], 'I had a **Café** there'],
    ['marks every word', 'one two three', ['three', 'one'], '**one** two **three**'],
    ['marks a phrase as a whole', 'see ADR-016 now', ['ADR-016'], 'see **ADR-016** now'],
    ['marks inside a run', '步重跑gen悬空引用', ['悬空'], '步重跑gen**悬空**引用'],
    ['is on one line', 'a\n\n  b\tc', ['b'], 'a **b** c'],
    ['has no stars of its own', '*a* **b** ***c***', ['b'], 'a **b** c'],
    ['has nothing invisible', 'a\u202Eb\u200B c\u{E0041}\u0007d \uFEFFe', ['e'], 'ab c d **e**'],
    ['keeps what joins letters', 'می‌خواهم 👩‍🚀 x', ['x'], 'می‌خواهم 👩‍🚀 **x**'],
    ['skips front matter', '---\ntitle: heron\n---\nthe heron', ['heron'], 'the **heron**'],
    [
      'shows front matter where only that has it',
      '---\nx: heron\n---\nthe',
      ['heron'],
      '--- x: **heron** --- the',
    ],
    ['is the beginning where nothing is found', '---\na: b\n---\nthe text', ['heron'], 'the text'],
    ['of nothing is nothing', '', ['heron'], ''],
  ])('%s', (_, text, words, expected) => {
    expect(snippet(text, ...words)).toBe(expected);
  });

  test.each([
    ['a beginning', 'in Königsberg', term('koni', 'beginning'), 'in **Köni**gsberg'],
    ['an end', 'in Königsberg', term('berg', 'inside'), 'in Königs**berg**'],
    ['a middle', 'in Ko\u0308nigsberg', term('onig', 'inside'), 'in K**o\u0308nig**sberg'],
    ['half of what a letter stands for', 'die Straße', term('ras', 'inside'), 'die St**raß**e'],
    ['the other half', 'die Straße', term('se', 'inside'), 'die Stra**ße**'],
    ['in Arabic', 'هذا المكتبة', term('كتب', 'inside'), 'هذا الم**كتب**ة'],
    ['in Thai', 'ฉันอ่านหนังสือ', term('หนังสือ', 'inside'), 'ฉันอ่าน**หนังสือ**'],
    ['over several words', 'see xtier1-test', term('tier1-te', 'inside'), 'see x**tier1-te**st'],
    [
      'a form as a whole',
      'I am planning',
      term('plan', 'whole', ['planning']),
      'I am **planning**',
    ],
    ['the word itself as a whole', 'one plan', term('plan', 'inside'), 'one **plan**'],
  ])('marks of a word what was asked for: %s', (_, text, wanted, expected) => {
    expect(new Snippets([wanted]).of(text).snippet).toBe(expected);
  });

  test('is about 180 characters around the hit, cut between words', () => {
    const text = `${'before '.repeat(500)}heron${' after'.repeat(500)}`;
    const made = snippet(text, 'heron');
    expect(made.length).toBeGreaterThan(150);
    expect(made.length).toBeLessThanOrEqual(186);
    expect(made).toMatch(/^…before (?:before )+\*\*heron\*\*(?: after)+ ?\w*…$/);
  });

  test('stands where most of the words are', () => {
    const text = `heron ${'x '.repeat(200)} egret ${'x '.repeat(200)} egret heron ${'x '.repeat(200)}`;
    expect(snippet(text, 'heron', 'egret')).toContain('**egret** **heron**');
  });

  test('never cuts a character in two', () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const made = snippet(
        `${'x'.repeat(shift)}${'🎉'.repeat(200)} heron ${'🎉'.repeat(200)}`,
        'heron',
      );
      expect(made).not.toMatch(/\p{Surrogate}/u);
      expect(made).toContain('**heron**');
    }
  });

  test('never is longer for text without blanks', () => {
    expect(snippet('あ'.repeat(5000) + '雨' + 'あ'.repeat(5000), '雨').length).toBeLessThan(200);
    expect(snippet('a'.repeat(100_000), 'b').length).toBeLessThan(200);
  });
});

test('deep in a long page the hit is shown, for as many pages as are listed', () => {
  const filler = 'stone river hedge lamp bread north kettle. '.repeat(40_000);
  const text = `zibeline ${filler} Quernstone ${filler} smèuse`;
  const snippets = new Snippets([term('smeuse')]);
  expect(snippets.of(text).snippet).toMatch(/kettle\. {1,2}\*\*smèuse\*\*$/);
  const spelled = new Snippets([term('quernstone')]);
  for (let i = 0; i < 50; i += 1) expect(spelled.of(text).snippet).toContain('**Quernstone**');
});

test.each(['C#', '100%', 'a@b', 'C++', 'time 🎉 out', '5€'])(
  'deep in a long page also: %s',
  (query) => {
    const filler = 'stone river hedge lamp bread north kettle. '.repeat(1000);
    const { snippet: made } = new Snippets([term(query)]).of(`${filler} ${query}`);
    expect(made).toContain(`**${query}**`);
  },
);

test('hits are found in linear time', () => {
  for (const text of ['a ', 'a-', '雨', 'aa ', '\u0301', '((', 'a"']) {
    const time = (length: number) => {
      const start = process.cpuUsage();
      hitsIn(text.repeat(length), [
        term('a a a a b'),
        term('雨 雨 雨 x'),
        term('a', 'beginning'),
        term('a', 'inside'),
      ]);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const ratios = [1, 2, 3].map(() => time(60_000) / Math.max(1000, time(30_000)));
    expect(Math.min(...ratios), text).toBeLessThan(3);
  }
});

describe('why a page was found', () => {
  const shelf = new Shelf();
  afterAll(() => shelf.close());

  test.each([
    ['heron', { title: 'The heron' }, 'of the lake', 'heron', ['title']],
    ['egret', { title: 'A', tags: ['egret'] }, 'of the lake', 'egret', ['tags']],
    ['stork', { title: 'B' }, 'a stork', 'stork', ['text']],
    ['crane', { title: 'Crane', tags: ['crane'] }, 'a crane', 'crane', ['title', 'tags', 'text']],
    ['ibis', { title: 'C' }, 'an ibises', 'ibis', ['text', 'beginning']],
    ['wren', { title: 'F' }, 'two wrens', 'wren', ['text', 'form']],
    ['parrot', { title: 'E' }, 'a greenparrot', 'parrot', ['text', 'inside']],
    ['rail', { title: 'Rail' }, 'a rail', 'title:rail', ['title']],
    ['coot', { title: 'Coot' }, 'a coot', 'body:coot', ['text']],
  ])('%s', async (_, more, text, query, matched) => {
    await shelf.add(text, more);
    const { pages } = await shelf.search(query);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.matched).toEqual(matched);
  });

  test('a page found by filters alone has neither snippet nor reason', async () => {
    const { pages } = await shelf.search('kind:note');
    expect(pages.length).toBeGreaterThan(5);
    expect(pages[0]).not.toHaveProperty('snippet');
    expect(pages[0]).not.toHaveProperty('matched');
  });
});
