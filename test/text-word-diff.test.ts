import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { countWords, type Piece, wordDiff } from '../src/store/text/word-diff.ts';

/** `[-taken-]{+put+}` and the rest as it is. */
function shown(pieces: readonly Piece[]): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return pieces.map(({ kind, text }) => marks[kind][0] + text + marks[kind][1]).join('');
}

const side = (pieces: readonly Piece[], kind: 'removed' | 'added') =>
  pieces
    .filter((piece) => piece.kind === 'same' || piece.kind === kind)
    .map(({ text }) => text)
    .join('');

describe('what changed in words', () => {
  test.each([
    ['nothing', 'a b', 'a b', 'a b'],
    ['a word', 'buy oat milk now\n', 'buy soy milk now\n', 'buy [-oat -]{+soy +}milk now\n'],
    ['a word put in', 'one two\n', 'one and two\n', 'one {+and +}two\n'],
    ['a line at the end', 'a\n', 'a\nb\n', 'a\n{+b\n+}'],
    ['a line at the beginning', 'b\n', 'a\nb\n', '{+a\n+}b\n'],
    ['everything', 'a', 'b', '[-a-]{+b+}'],
    ['out of nothing', '', 'a', '{+a+}'],
    ['words at the end', 'buy milk', 'buy milk and tea', 'buy milk{+ and tea+}'],
    ['a blank', '  a', ' a', '[-  -]{+ +}a'],
    ['a line end', 'a\nb', 'a\r\nb', 'a[-\n-]{+\r\n+}b'],
    [
      'one character of a script without blanks',
      '私は猫です',
      '私は犬です',
      '私は[-猫-]{+犬+}です',
    ],
    ['a letter with marks', 'a वनमाला b', 'a वनमाली b', 'a [-वनमाला -]{+वनमाली +}b'],
    ['a mark of Markdown', '- [ ] tea', '- [x] tea', '- [[- -]{+x+}] tea'],
  ])('%s', (_, before, after, expected) => {
    expect(shown(wordDiff(before, after))).toBe(expected);
  });

  test('both texts can be made again from the pieces', () => {
    const line = fc.constantFrom('a b\n', 'c\r\n', '\n', ' x', '😀 y', '漢字', '\r', '-- [ ]');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        expect(side(pieces, 'removed')).toBe(before);
        expect(side(pieces, 'added')).toBe(after);
      }),
      { numRuns: 2_000 },
    );
  });

  test('words are counted in any script', () => {
    expect(countWords(wordDiff('one two', 'one two-and three 猫犬'))).toEqual({
      added: 4,
      removed: 0,
    });
  });

  test('a long text that was written anew costs no more than twice as much for twice the length', () => {
    const text = (word: string, n: number) => `${word} `.repeat(n) + '\n'.repeat(n);
    const time = (n: number) => {
      const began = process.cpuUsage();
      wordDiff(text('abc', n), text('xyz', n));
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    time(1_000);
    const ratios = [0, 1, 2].map(() => time(400_000) / Math.max(time(200_000), 1));
    expect(Math.min(...ratios)).toBeLessThan(3);
  });
});
