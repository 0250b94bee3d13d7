import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fold, tokens } from '../src/store/text/fold.ts';

describe('fold', () => {
  test.each([
    // symbols
    ['C++ and C#, .NET', 'c + + and c # net'],
    ['100% of rm -rf', '100 % of rm rf'],
    ['a@b.example', 'a @ b example'],
    ['R&D 5€ 20°C ℃', 'r & d 5 € 20 ° c c'],
    ['+1 #tag @me', '1 tag me'],
    ["it's ADR-016 foo/bar_baz:v1.1.6", 'it s adr 016 foo bar baz v1 1 6'],
    ['+++ … -- !?', ''],
    ['', ''],
    // letters
    ['Łódź Café caffè', 'lodz cafe caffe'],
    ['Økland Ærø œuvre Paweł Straße STRASSE', 'okland aero oeuvre pawel strasse strasse'],
    ['İstanbul ısı IŞIK', 'istanbul isi isik'],
    ['κόσμος ΚΟΣΜΟΣ', 'κοσμοσ κοσμοσ'],
    ['Ёлка', 'елка'],
    ['ﬁne ½ x² Ａ', 'fine 1 2 x2 a'],
    ['co\u00ADoperate', 'cooperate'],
    ['сімʼя', 'сім я'],
    // marks that belong to the word
    ['हिन्दी', 'हिन्दी'],
    ['ภาษาไทย', 'ภาษาไทย'],
    // Persian with and without joiner, and Arabic spellings of its letters
    ['می\u200Cخواهم', 'ميخواهم'],
    ['میخواهم', 'ميخواهم'],
    ['کتاب كِتَاب', 'كتاب كتاب'],
    // a zero-width space parts words
    ['คน\u200Bไทย', 'คน ไทย'],
    // one token per character
    ['重跑gen-itgc后50条', '重 跑 gen itgc 后 50 条'],
    ['日本語のメモ', '日 本 語 の メ モ'],
    ['결제 모듈', '결 제 모 듈'],
    ['ｶﾞ が', 'ガ が'],
    ['水+', '水 +'],
    // emoji
    ['now🎉x 🐡', 'now 🎉 x 🐡'],
    ['❤️ ❤ 1️⃣', '❤ ❤ 1'],
    ['👍🏽 👨‍👩‍👧 🇩🇪🇫🇷', '👍 👨 👩 👧 🇩🇪 🇫🇷'],
    ['🐡+', '🐡'],
  ])('%j gives %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          'e\u0301',
          'が',
          'か\u3099',
          '각',
          'ᄀ',
          'ᅡ',
          'İ',
          'ß',
          '½',
          '+',
          ' ',
          '🇩',
          '\u200D',
          'a',
          'ﷺ',
        ),
      )
      .map((parts) => parts.join('')),
  );

  test('is its tokens with one space between them, each from its place in the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = [...tokens(text)];
        expect(found.map(({ token }) => token).join(' ')).toBe(fold(text));
        let before = 0;
        for (const { start, end, token } of found) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          // a symbol counts after a word only
          expect(`${fold(`x${text.slice(start, end)}`)} `).toContain(`${token} `);
          before = start;
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('changes nothing that is folded already', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // symbols count after a word only, and the blank before them parts them from it
        const words = fold(text).replaceAll(/ [+#%&@$€£°]/g, '');
        expect(fold(words)).toBe(words);
      }),
      { numRuns: 3000 },
    );
  });

  test('is the same for both normal forms, and for upper and lower case', () => {
    const words = fc.array(
      fc.constantFrom(
        'é',
        'ñ',
        'ё',
        'Ở',
        'が',
        'プ',
        '한',
        '국',
        'ø',
        'ß',
        'ি',
        'ো',
        'क़',
        'Ά',
        ' ',
        'z',
      ),
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('');
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(text.toUpperCase())).toBe(fold(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps places across long texts', () => {
    const text = `${'word '.repeat(3000)}Ende`;
    const last = [...tokens(text)].at(-1);
    expect(last).toEqual({ token: 'ende', start: 15_000, end: 15_004 });
  });
});
