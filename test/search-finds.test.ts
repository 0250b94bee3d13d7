import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ScrapError } from '../src/store/index.ts';
import { Shelf } from './kit/found.ts';

const LONG = process.env['SCRAP_LONG'] === '1';

/** A page in each script, and the shapes of words that are hard to find. */
const PAGES: Readonly<Record<string, string>> = {
  ids: `# Ids
ADR-016 and ADR-086 workspace mirror; multi-agent set-up; CVE-2024-1234; see foo/bar.md;
release v1.1.6; written in C++ and C# on .NET; mail a@b.example; rm -rf build; don't; 100% sure.`,
  decoy: `# Decoy\nADR stands for something. ${'Filler sentence here. '.repeat(40)}Number 016 at the end. C alone.`,
  cjk: `# 迁移记录
步2 重跑gen-itgc后50条悬空引用清零，修复已验证。
日本語のメモをここに書く。雨が降る。ガラス
결제모듈 문서를 정리했다. 결제 오류.`,
  letters: `# Łódź Café
caffè Økland Ærø Paweł Straße İstanbul ısı nai\u0308ve κόσμος Ёлка résumé
می‌خواهم کتاب`,
  adjacent: '# Adjacent\nThe orphaned plugin version was removed.',
  apart: `# Apart\nAn orphaned file. ${'Other text. '.repeat(20)}A plugin. ${'More text. '.repeat(20)}Which version?`,
  two: '# Two\nAn orphaned plugin.',
  hebrew: '# שלום\nמַדָּע ועוד מילים',
  arabic: '# مرحبا\nالمَكْتَبَة العربية',
  thai: '# ภาษาไทย\nฉันรัก ภาษา นี้',
  hindi: '# हिन्दी\nपुस्तकालय में किताब',
  georgian: '# ქართული\nენა და კულტურა',
  emoji: '# Party\nnow🎉done and 👩‍🚀 with 🇫🇷',
};

const shelf = new Shelf();
beforeAll(async () => {
  for (const [slug, text] of Object.entries(PAGES)) {
    expect(await shelf.add(text, { title: slug })).toBe(slug);
  }
});
afterAll(() => shelf.close());

describe('words are found whatever is in them', () => {
  test.each([
    ['ADR-016', 'ids'],
    ['ADR-086', 'ids'],
    ['adr 016', 'ids decoy'],
    ['"ADR-086"', 'ids'],
    ['ADR-016 workspace', 'ids'],
    ['ADR-01*', 'ids'],
    ['ADR-01', 'ids'],
    ['multi-agent', 'ids'],
    ['CVE-2024-1234', 'ids'],
    ['foo/bar.md', 'ids'],
    ['v1.1.6', 'ids'],
    ['C++', 'ids'],
    ['C#', 'ids'],
    ['.NET', 'ids'],
    ['a@b.example', 'ids'],
    ["don't", 'ids'],
    ['don’t', 'ids'],
    ['100%', 'ids'],
    ['"rm -rf"', 'ids'],
    ['(set-up)', 'ids'],
  ])('%s finds %s', async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  });

  test.each([
    ['悬空', 'cjk'],
    ['引用', 'cjk'],
    ['itgc', 'cjk'],
    ['gen-itgc', 'cjk'],
    ['gen', 'cjk'],
    ['メモ', 'cjk'],
    ['ﾒﾓ', 'cjk'],
    ['日本', 'cjk'],
    ['결제', 'cjk'],
    ['문서 결제', 'cjk'],
    ['雨', 'cjk'],
    ['重跑 itgc', 'cjk'],
    ['ｉｔｇｃ', 'cjk'],
    ['雨 雪', ''],
  ])('without blanks between words: %s finds %s', async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  });

  test.each(
    `cafe CAFÉ caffe okland Økland aero Ærø pawel strasse STRASSE straße istanbul İSTANBUL isi naive
     naïve κοσμος ΚΌΣΜΟΣ елка resume lodz می‌خواهم میخواهم كتاب کتاب`.split(/\s+/),
  )('with and without accents: %s', async (query) => {
    expect(await shelf.slugs(query)).toBe('letters');
  });

  test.each([
    ['מדע', 'hebrew'],
    ['المكتبة', 'arabic'],
    ['ภาษา', 'thai'],
    ['किताब', 'hindi'],
    ['კულტურა', 'georgian'],
    ['🎉', 'emoji'],
    ['👩‍🚀', 'emoji'],
    ['🇫🇷', 'emoji'],
    ['🇩🇪', ''],
  ])('in every script: %s finds %s', async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  });

  test.each([
    ['orphaned plugin version', 'adjacent apart'],
    ['version orphaned plugin', 'adjacent apart'],
    ['"orphaned plugin version"', 'adjacent'],
    ['orphaned -version', 'two'],
    ['orphaned (removed OR which)', 'adjacent apart'],
    ['orphaned -(removed OR which)', 'two'],
    ['orphaned NOT plugin', ''],
    ['title:two OR title:apart', 'two apart'],
    ['body:orphaned title:two', 'two'],
    ['title:orphaned', ''],
  ])('together: %s finds %s', async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  });
});

test('a query that only leaves out lists all the others, newest first', async () => {
  const others = Object.keys(PAGES).filter((slug) => slug !== 'ids');
  expect(await shelf.slugs('-086')).toBe(others.toReversed().join(' '));
  expect(await shelf.slugs('-086 OR -itgc')).toBe(Object.keys(PAGES).toReversed().join(' '));
});

test('an empty query lists the newest, and one of nothing but signs finds nothing', async () => {
  expect(await shelf.slugs('')).toBe(Object.keys(PAGES).toReversed().join(' '));
  expect(await shelf.search('*** - !')).toMatchObject({ pages: [], total: 0 });
});

test('what a minus leaves out is said where it stands so in a page', async () => {
  const { warnings } = await shelf.search('rm -rf');
  expect(warnings?.join()).toContain('write "rm -rf" in quotes');
  expect((await shelf.search('orphaned -version')).warnings).toBeUndefined();
});

test('with no whole word, pages are found by beginnings, and say so', async () => {
  const found = await shelf.search('workspa mirr', { explain: true });
  expect(found.pages.map((page) => page.slug)).toEqual(['ids']);
  expect(found.pages[0]?.matched).toEqual(['text', 'beginning']);
  expect(found.explain?.query).toBe('workspa* mirr*');
  expect(await shelf.slugs('orphaned versi')).toBe('adjacent apart');
  expect(await shelf.slugs('"workspa"')).toBe('');
  // a word that is there whole is not looked for by its beginning
  expect(await shelf.slugs('orphaned')).toBe('two adjacent apart');
});

test('while somebody types, the last word may be a beginning', async () => {
  expect(await shelf.slugs('plugi', { complete: true })).toBe('two adjacent apart');
  expect(await shelf.slugs('orphaned re', { complete: true })).toBe('adjacent');
  expect(await shelf.slugs('C', { complete: true })).toBe('ids decoy');
  const understood = async (query: string) =>
    (await shelf.search(query, { complete: true, explain: true })).explain?.query;
  expect(await understood('orphaned plugin')).toBe('orphaned plugin*');
  expect(await understood('orphaned plugin ')).toBe('orphaned plugin');
  expect(await understood('orphaned "plugin"')).toBe('orphaned "plugin"');
  expect(await understood('orphaned -plugin')).toBe('orphaned -plugin');
  expect(await understood('悬空')).toBe('悬空');
});

test('when nothing is found, the nearest words are named', async () => {
  const { pages, warnings } = await shelf.search('workpsace orphand');
  expect(pages).toEqual([]);
  expect(warnings).toEqual([
    'No page has "workpsace". Nearest: workspace.',
    'No page has "orphand". Nearest: orphaned.',
  ]);
});

test('every word of every page finds it, in quotes and as it stands', async () => {
  for (const [slug, text] of Object.entries(PAGES)) {
    for (const word of new Set(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))) {
      const quoted = await shelf.search(`"${word}"`, { limit: 100 });
      expect(
        quoted.pages.map((page) => page.slug),
        word,
      ).toContain(slug);
      if (/^[-#(]|:/.test(word)) continue;
      const bare = await shelf.search(word, { limit: 100 });
      expect(
        bare.pages.map((page) => page.slug),
        word,
      ).toContain(slug);
    }
  }
});

test('no query is too odd: it answers, or says what is wrong with a filter', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Array.from('()"-*|:#=<>%\\\'^~+[]{}'),
      ' ',
      ' OR ',
      ' NOT ',
      'NEAR(a b)',
      '*',
      '“',
    ),
    fc.constantFrom(
      'tag:',
      'is:',
      'due:',
      'path:',
      'title:',
      'body:',
      'filters:',
      'rowid:',
      'sort:',
      'links:',
      'linkedby:',
      'notebook:',
      '[key:>',
      'title:(',
      'field:',
      '@',
    ),
    fc.constantFrom('orphaned', 'plugin', 'C++', '雨', '_ame', '2026-11', 'open', 'a/b'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.string({ unit: 'binary-ascii', maxLength: 5 }).map((text) => text.replaceAll('\0', '')),
  );
  const query = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('').slice(0, 512));
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), async (written, complete) => {
      try {
        await shelf.search(written, { complete, limit: 3 });
      } catch (error) {
        expect(error).toBeInstanceOf(ScrapError);
        expect(error).toMatchObject({ code: 'invalid', details: { reason: 'bad_query' } });
      }
    }),
    { numRuns: LONG ? 30_000 : 3000 },
  );
});

test('a pasted paragraph is refused by its length, and deep parentheses say nothing', async () => {
  await expect(shelf.search('word '.repeat(5000))).rejects.toThrow(/at most 512 characters/);
  expect(await shelf.slugs(`${'('.repeat(200)}orphaned version${')'.repeat(200)}`)).toBe(
    'adjacent apart',
  );
});
