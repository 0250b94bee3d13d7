import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { slugOf } from '../src/store/text/slug.ts';
import { distinctTags, isColour, isTag, tagKey } from '../src/store/text/tag.ts';
import { titleOf } from '../src/store/text/title.ts';

describe('slugs', () => {
  test.each([
    ['Part 2: the Long Way', 'part-2-the-long-way'],
    ['Łódź café', 'łódź-café'],
    ['日本語のメモ', '日本語のメモ'],
    ["Ann's list", 'anns-list'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['-- a --', 'a'],
    ['../etc/passwd', 'etc-passwd'],
    ['2026', 'page-2026'],
    ['٢٠٢٦', 'page-٢٠٢٦'],
    ['2026-08-01', '2026-08-01'],
    ['🐡 !?', ''],
    ['', ''],
    ['\uD800', ''],
  ])('%j gives %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test.each([
    ['word '.repeat(30), 79],
    ['a'.repeat(200), 80],
    [`${'a'.repeat(79)}𝔸`, 79],
    [`x ${'a'.repeat(200)}`, 80],
    ['1'.repeat(90), 80],
  ])('%# are cut to at most 80 characters', (title, length) => {
    expect(slugOf(title)).toHaveLength(length);
  });

  test('are names: only letters, marks, digits and single dashes inside, and stay what they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^(?:[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)?$/u);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slug).not.toMatch(/^\p{N}+$/u);
        expect(slug).toBe(slug.normalize('NFC'));
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('titles', () => {
  const at = '2026-01-02T03:04:05.000Z';
  test.each([
    ['what was given', { given: 'G', frontMatter: 'F', heading: 'H' }, 'G'],
    ['front matter', { frontMatter: 'F', heading: 'H', path: 'a/b.md' }, 'F'],
    ['the heading', { heading: 'H', path: 'a/b.md', firstLine: 'L' }, 'H'],
    ["the file's name", { path: 'a/site.com.md', firstLine: 'L' }, 'site.com'],
    ['the first line where there is no path', { firstLine: 'L' }, 'L'],
    [
      'the day and time where there is nothing',
      { given: ' ', heading: '\u202E' },
      '2026-01-02 03:04',
    ],
  ])('are %s', (_, sources, title) => {
    expect(titleOf({ ...sources, at })).toBe(title);
  });

  test.each([
    ['a\n\tb   c', 'a b c'],
    ['a\u202Eb\u0007c\u{E0041}', 'ab c'],
    ['\uD800x', 'x'],
  ])('are one clean line: %j', (given, title) => {
    expect(titleOf({ given, at })).toBe(title);
  });

  test('are cut: first lines at a word near 80 characters, all others at 300', () => {
    const firstLine = titleOf({ firstLine: 'lorem ipsum '.repeat(20), at });
    expect(firstLine).toBe(`${'lorem ipsum '.repeat(6)}lorem…`);
    expect(titleOf({ given: 'x'.repeat(500), at })).toBe(`${'x'.repeat(299)}…`);
  });
});

describe('tags', () => {
  test.each([
    'a',
    'a/b',
    'y1984',
    '2024-01',
    '0🌲',
    '🤔test',
    'सिम',
    'ภาษาไทย',
    'сімʼя',
    'add',
    '🇩🇪',
  ])('%s is one', (text) => expect(isTag(text)).toBe(true));
  test.each(['', '123', '٣', '-', '_/', 'a b', 'a.b', "a'b", 'a,b', 'x'.repeat(101)])(
    '%j is none',
    (text) => expect(isTag(text)).toBe(false),
  );

  test.each([
    ['FA4616', true],
    ['202bfc', true],
    ['1a2', true],
    ['fff', true],
    ['EEEEEE', true],
    ['efefef', true],
    ['facade', false],
    ['added', false],
    ['rrggbb', false],
    ['abcde1', true],
    ['abcde12', false],
  ])('%s is a colour: %s', (text, expected) => expect(isColour(text)).toBe(expected));

  test.each([
    ['#Project/Alpha/', 'project/alpha'],
    ['/#a', 'a'],
    [' # / a / ', 'a'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['ΣΑΣ', 'σασ'],
    ['cafe\u0301', 'caf\u00E9'],
  ])('%s is compared as %s', (tag, key) => expect(tagKey(tag)).toBe(key));

  test('are compared the same however often', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (tag) => {
        expect(tagKey(tagKey(tag))).toBe(tagKey(tag));
      }),
    );
  });

  test('are shown as they were first written', () => {
    expect(distinctTags(['Home', 'work', 'HOME', 'home/'])).toEqual(['Home', 'work']);
  });
});
