import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { splitFrontMatter } from '../src/store/text/fence.ts';
import { listField, tagsField } from '../src/store/text/field-values.ts';
import { readFrontMatter } from '../src/store/text/front-matter.ts';

describe('the fence', () => {
  test.each([
    ['---\na: 1\n---\nbody\n', 'a: 1\n', 'body\n', 4],
    ['---\r\na: 1\r\n---\r\nbody', 'a: 1\r\n', 'body', 4],
    ['---\ra: 1\r---\rbody', 'a: 1\r', 'body', 4],
    ['---\na: 1\n...\nbody', 'a: 1\n', 'body', 4],
    ['---\n---\n', '', '', 3],
    ['---\na: 1\n---', 'a: 1\n', '', 4],
    ['---\na: 1\n----\n ---\n---\nb', 'a: 1\n----\n ---\n', 'b', 6],
  ])('opens and closes %j', (text, block, body, bodyLine) => {
    expect(splitFrontMatter(text)).toEqual({
      block,
      body,
      bodyLine,
      bodyOffset: text.length - body.length,
    });
  });

  test.each([
    ['---js\n({})\n---\n', 'names a language'],
    ['--- yaml\na: 1\n---\n', 'names a language'],
    ['---JavaScript\n1\n---\n', 'names a language'],
    ['--- \na: 1\n---\n', 'has blanks after its ---'],
    ['+++\na = 1\n+++\n', 'not YAML'],
    [';;;\n{}\n;;;\n', 'not YAML'],
    ['---\na: 1\n', 'no line --- closes it'],
    [`---\n${'a: 1\n'.repeat(20_000)}---\n`, 'within 64 KiB'],
  ])('keeps %#: as text, with a warning', (text, warning) => {
    expect(splitFrontMatter(text)).toEqual({
      body: text,
      bodyOffset: 0,
      bodyLine: 1,
      warning: expect.stringContaining(warning),
    });
  });

  test.each([
    '',
    'text',
    '----\na',
    '-- -',
    ' ---\na: 1\n---\n',
    '--- a rule, then words',
    '\n---\n---\n',
  ])('says nothing of %j', (text) => {
    expect(splitFrontMatter(text)).toEqual({ body: text, bodyOffset: 0, bodyLine: 1 });
  });

  test('parts every text without loss', () => {
    const line = fc.constantFrom('---', '...', 'a: 1', '', '---js', 'text');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))), (lines) => {
        const text = lines.flat().join('');
        const split = splitFrontMatter(text);
        expect(text.slice(split.bodyOffset)).toBe(split.body);
      }),
    );
  });
});

describe('values', () => {
  test('stay as they are written', () => {
    const block = [
      'title: 2026-05-26',
      'postcode: 02142',
      'version: 1.10',
      'start: 12:30',
      'id: 20211122194827123456',
      'seen: 2018-09-19 15:19:29',
      'vegan: no',
      'alarm: on',
      'quoted: "1.0"',
      'empty:',
      'tilde: ~',
      'list: [01, yes, ]',
      'map: {a: {b: 0x10}}',
    ].join('\n');
    expect(readFrontMatter(block)).toEqual({
      warnings: [],
      fields: {
        title: '2026-05-26',
        postcode: '02142',
        version: '1.10',
        start: '12:30',
        id: '20211122194827123456',
        seen: '2018-09-19 15:19:29',
        vegan: 'no',
        alarm: 'on',
        quoted: '1.0',
        empty: null,
        tilde: null,
        list: ['01', 'yes'],
        map: { a: { b: '0x10' } },
      },
    });
  });

  test('that people forget to quote are read as they are meant', () => {
    const block =
      'title: Part 2: the long way # well\nhandle: @ann\nstars: *really* good\ntags:\n  - travel\n' +
      'note: |\n  a: b: c\nends: with:\nlist:\n  - who: me: you\n';
    expect(readFrontMatter(block)).toEqual({
      warnings: [],
      fields: {
        title: 'Part 2: the long way',
        handle: '@ann',
        stars: '*really* good',
        tags: ['travel'],
        note: 'a: b: c\n',
        ends: 'with:',
        list: [{ who: 'me: you' }],
      },
    });
  });

  test('of templates are text or nothing', () => {
    const block =
      'title: {{title}}\nby: <% tp.file.title %>\ntags: [{{tag}}, real]\nat: {a: {{b}}}\n';
    expect(readFrontMatter(block)).toEqual({
      warnings: [],
      fields: {
        title: '{{title}}',
        by: '<% tp.file.title %>',
        tags: [null, 'real'],
        at: { a: null },
      },
    });
  });

  test('given twice: the last one counts, with a warning', () => {
    expect(readFrontMatter('a: 1\nb: 2\na: 3\n')).toEqual({
      fields: { a: '3', b: '2' },
      warnings: ['The front matter has a key a second time in line 4; the last one counts.'],
    });
  });
});

describe('a block that is refused', () => {
  test.each([
    ['anchors', 'a: &a [x, x]\nb: [*a, *a]\n', 'has anchors (&), which are not read'],
    ['depth', '['.repeat(60_000), 'is nested deeper than 20 levels'],
    ['size', 'a: 1\n'.repeat(20_000), 'is longer than 64 KiB'],
    [
      'keys',
      Array.from({ length: 201 }, (_, i) => `k${i}: v`).join('\n'),
      'has more than 200 keys',
    ],
    ['blanks', `${'\n'.repeat(60_000)}a: 1`, 'is mostly blank'],
    ['a type', 'a: !!js/function "f"\n', 'line 2 is not YAML'],
    ['a syntax error', 'a: 1\nb: [c\nd: e\n', 'line 4 is not YAML'],
    ['prose', 'Only words\n', 'is no list of keys and values'],
    ['a list', '- a\n- b\n', 'is no list of keys and values'],
  ])('for its %s gives no fields and says why', (_, block, why) => {
    expect(readFrontMatter(block)).toEqual({
      fields: {},
      warnings: [`The front matter ${why}, so it is kept as text.`],
    });
  });

  test('holds any text without being an error', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '{{',
      '"',
      "'",
      '&',
      '*',
      '|',
      '\n',
      '\n  ',
      '#',
      '\t',
      '?',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        readFrontMatter(pieces.join(''));
      }),
      { numRuns: 3000 },
    );
  });

  test('cannot pollute prototypes', () => {
    const { fields } = readFrontMatter(
      '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\nok: {__proto__: x}\n',
    );
    expect(JSON.stringify(fields)).toBe('{"ok":{}}');
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('code in front matter', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'canary');
  });

  test.each([
    '---js',
    '---javascript',
    '--- js',
    '---JS',
    '\uFEFF---js',
    '---coffee',
    '---json',
    '---',
    '---__proto__',
    '---constructor',
    ';;;js',
    '---js\r',
  ])('never runs after %j', (opening) => {
    const text = `${opening}\n(globalThis.canary = 1, {})\n---\n`;
    const split = splitFrontMatter(text);
    if ('block' in split) readFrontMatter(split.block);
    readFrontMatter(text);
    expect(globalThis).not.toHaveProperty('canary');
  });

  test('has one way in: gray-matter is imported by one file, always with options', () => {
    const source = readFileSync('src/store/text/front-matter.ts', 'utf8');
    expect(source.match(/\bmatter\(/g)).toHaveLength(1);
    expect(source).not.toMatch(/matter\.(?:stringify|read|test)\b/);
  });
});

describe('lists of names', () => {
  test.each([
    ['a, b ,c', ['a', 'b', 'c']],
    ['My page', ['My page']],
    [
      ['a', null, '', 'b, c'],
      ['a', 'b', 'c'],
    ],
    [[{ 'Part 2': 'the ferry' }], ['Part 2: the ferry']],
    [null, []],
    [undefined, []],
    [{ a: '1', b: '2' }, []],
  ])('from %j', (value, names) => {
    expect(listField(value)).toEqual(names);
  });

  test.each([
    ['a b', ['a', 'b']],
    ['#a, #b/c', ['a', 'b/c']],
    [
      ['#a', 'b'],
      ['a', 'b'],
    ],
    [[['nested']], []],
    ['', []],
  ])('tags from %j', (value, tags) => {
    expect(tagsField(value)).toEqual(tags);
  });
});
