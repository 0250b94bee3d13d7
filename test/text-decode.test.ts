import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { decode, encode, refuseOddText } from '../src/store/text/decode.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('decode', () => {
  test.each([
    ['an empty file', bytes(), { text: '', encoding: 'utf-8' }],
    ['UTF-8', Buffer.from('smörbröd 🐡'), { text: 'smörbröd 🐡', encoding: 'utf-8' }],
    ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61), { text: 'a', encoding: 'utf-8-bom' }],
    ['two marks', Buffer.from('\uFEFF\uFEFFa'), { text: '\uFEFFa', encoding: 'utf-8-bom' }],
    ['UTF-16 LE', bytes(0xff, 0xfe, 0x23, 0), { text: '#', encoding: 'utf-16le' }],
    ['UTF-16 BE', bytes(0xfe, 0xff, 0, 0x23), { text: '#', encoding: 'utf-16be' }],
  ])('reads %s', (_, input, expected) => {
    expect(decode(input)).toEqual(expected);
  });

  test.each([
    ['Latin-1', bytes(0x73, 0x6d, 0xf6, 0x72), 'is not UTF-8 (byte 3); save it as UTF-8'],
    ['a cut character', bytes(0x61, 0xe2, 0x82), 'is not UTF-8 (byte 2); save it as UTF-8'],
    ['an overlong form', bytes(0xc0, 0x80), 'is not UTF-8 (byte 1); save it as UTF-8'],
    ['an encoded surrogate', bytes(0xed, 0xa0, 0x80), 'is not UTF-8 (byte 1); save it as UTF-8'],
    ['beyond Unicode', bytes(0xf4, 0x90, 0x80, 0x80), 'is not UTF-8 (byte 1); save it as UTF-8'],
    [
      'a bad byte after a mark',
      bytes(0xef, 0xbb, 0xbf, 0xff),
      'is not UTF-8 (byte 4); save it as UTF-8',
    ],
    [
      'a NUL',
      bytes(0x61, 0, 0x62),
      'has a NUL at byte 2 and looks like a binary file; if it is text, save it as UTF-8',
    ],
    [
      'half a UTF-16 unit',
      bytes(0xff, 0xfe, 0x61),
      'is UTF-16 that ends in the middle of a character; save it as UTF-8',
    ],
    [
      'a lone surrogate in UTF-16',
      bytes(0xff, 0xfe, 0x61, 0, 0, 0xd8),
      'is not UTF-16 (half of a character at byte 5); save it as UTF-8',
    ],
  ])('gives the reason for %s', (_, input, reason) => {
    expect(decode(input)).toEqual({ reason });
  });

  test('gives back the bytes of everything it accepts', () => {
    const anyBytes = fc.uint8Array({ maxLength: 40 });
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((it) => Buffer.from(it));
    const marked = fc
      .tuple(fc.constantFrom([0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]), anyBytes)
      .map(([mark, rest]) => Uint8Array.from([...mark, ...rest]));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(anyBytes, text, marked), (input) => {
        const decoded = decode(input);
        if ('reason' in decoded) return;
        accepted += 1;
        expect(Buffer.from(encode(decoded.text, decoded.encoding))).toEqual(Buffer.from(input));
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(400);
  });

  test('refuses exactly what a strict decoder refuses', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const near = fc.array(
      fc.constantFrom(0x61, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(near, (values) => {
        const decoded = decode(Uint8Array.from(values));
        if (!('reason' in decoded)) return;
        const at = Number(/byte (\d+)/.exec(decoded.reason)?.[1]);
        // all before the named byte is well formed, and nothing makes the rest of it so
        strict.decode(Uint8Array.from(values.slice(0, at - 1)));
        expect(() => strict.decode(Uint8Array.from(values.slice(at - 1)))).toThrow(TypeError);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('refuseOddText', () => {
  test.each([
    ['a\r\nb\0', 'The text has a NUL character in line 2, column 2. Take it out.'],
    [
      'a\uD800',
      'The text has half of a character (a lone surrogate) in line 1, column 2. Take it out.',
    ],
    [
      '\n\n\uDC00\0',
      'The text has half of a character (a lone surrogate) in line 3, column 1. Take it out.',
    ],
  ])('names the place in %j', (text, message) => {
    expect(() => refuseOddText(text, 'The text')).toThrow(
      expect.objectContaining({ code: 'invalid', message }),
    );
  });

  test('lets every other text pass', () => {
    expect(() => refuseOddText('a\t🐡\u0007\uFEFF', 'The text')).not.toThrow();
  });
});
