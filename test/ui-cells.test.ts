import fc from 'fast-check';
import { renderToString } from 'ink';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';

import { cells, fit, pad } from '../src/commands/ui/cells.ts';
import { Line } from '../src/commands/ui/line.tsx';
import { wrap } from '../src/commands/ui/wrap.ts';
import { cleanText, widthOf } from '../src/commands/width.ts';

describe('how wide a character is', () => {
  test.each([
    ['ascii', 'abc', 3],
    ['an accent of its own', 'e\u0301', 1],
    ['Chinese', '中文', 4],
    ['Japanese', 'にほん', 6],
    ['Korean', '한글', 4],
    ['half-width kana', 'ﾊﾟ', 2],
    ['full-width letters', 'ＡＢ', 4],
    ['an emoji', '🎉', 2],
    ['a family', '👩‍👩‍👧', 2],
    ['a flag', '🇳🇿', 2],
    ['a keycap', '1️⃣', 2],
    ['a heart with its selector', '❤️', 2],
    ['an arrow', '→', 1],
  ])('%s', (_, text, width) => {
    expect(cells(text)).toBe(width);
    expect(widthOf(text)).toBe(width);
  });
});

/** Texts of every script, with what is wide, what joins and what has no width among them. */
const SEEN = 'a|bc | |日本|e\u0301|🎉|👩‍👩‍👧|❤️|→|- [ ] |> |ﾊ|ß|ж|ع|한'.split('|');
const unit = fc.constantFrom(...SEEN);
const usual = fc.string({ unit, maxLength: 60 });
const text = fc.string({
  unit: fc.oneof(unit, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
  maxLength: 60,
});
const columns = fc.integer({ min: 4, max: 60 });

describe('texts in so many columns', () => {
  test('fit is never wider, and is the text itself where that is not', () => {
    fc.assert(
      fc.property(text, columns, (some, most) => {
        const fitted = fit(some, most);
        expect(cells(fitted)).toBeLessThanOrEqual(most);
        if (cells(some) <= most) expect(fitted).toBe(some);
      }),
    );
  });

  test('pad is exactly so wide', () => {
    fc.assert(fc.property(text, columns, (some, most) => cells(pad(some, most)) === most));
  });

  test('wrapped rows are never wider, and nothing but blanks is lost', () => {
    fc.assert(
      fc.property(text, columns, (some, most) => {
        const line = cleanText(some).replaceAll(/\s/g, ' ');
        const rows = wrap(line, most);
        for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(most);
        const inked = (each: string) => each.replaceAll(' ', '');
        expect(inked(rows.join(''))).toBe(inked(line));
      }),
    );
  });

  test('what goes on stands below the first word of an item', () => {
    expect(wrap('- [ ] one two three', 12)).toEqual(['- [ ] one', '      two', '      three']);
    expect(wrap('12. one two', 8)).toEqual(['12. one', '    two']);
  });

  test('ink finds the same width, and so has nothing to cut', () => {
    fc.assert(
      fc.property(usual, columns, (some, most) => {
        const fitted = fit(cleanText(some).replaceAll(/\s/g, ' ').trim(), most);
        const drawn = renderToString(createElement(Line, { row: [{ text: fitted }] }), {
          columns: most,
        });
        expect(drawn.trim()).toBe(fitted.trim());
      }),
      { numRuns: 200 },
    );
  });

  test('a row of a text without blanks costs what its columns do', () => {
    expect(fit('x'.repeat(5_000_000), 20)).toBe(`${'x'.repeat(19)}…`);
  });
});
