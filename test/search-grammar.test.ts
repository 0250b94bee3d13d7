import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { queryHelp } from '../src/store/search/help.ts';
import { OPERATORS } from '../src/store/search/operators.ts';
import { parse } from '../src/store/search/parse.ts';
import { print } from '../src/store/search/print.ts';
import type { Tree } from '../src/store/search/tree.ts';

const LONG = process.env['SCRAP_LONG'] === '1';

/** A tree without the places of its parts, which differ from spelling to spelling. */
function shape(tree: Tree | undefined): unknown {
  return JSON.parse(
    JSON.stringify(tree ?? null, (name: string, value: unknown) =>
      name === 'at' || name === 'end' ? undefined : value,
    ),
  );
}

/** How a query is understood, in the one spelling, with every group written out. */
function understood(query: string): string {
  const { tree, sort } = parse(query);
  return print(tree, sort);
}

describe('a query is understood as', () => {
  test.each([
    ['a b', 'a b'],
    ['  a   b  ', 'a b'],
    ['a AND b', 'a b'],
    ['a OR b', 'a OR b'],
    ['a | b', 'a OR b'],
    ['a b OR c d', 'a b OR c d'],
    ['(a OR b) c', '(a OR b) c'],
    ['((a)) ((b c))', 'a b c'],
    ['a or b', 'a or b'],
    ['-a', '-a'],
    ['NOT a', '-a'],
    ['NOT NOT a', 'a'],
    ['-(a b)', '-(a b)'],
    ['-(a OR b) c', '-(a OR b) c'],
    ['-"a b"', '-"a b"'],
    ['-#home', '-tag:home'],
    ['a -b OR c', 'a -b OR c'],
    ['“a b”', '"a b"'],
    ['"a bc"*', '"a bc"*'],
    ['plan*', 'plan*'],
    ['plan***', 'plan*'],
    ['multi-agent --force', 'multi-agent "--force"'],
    ["it's C++ 100% v1.1.6", "it's C++ 100% v1.1.6"],
    ['print(x) (print(y))', 'print(x) print(y)'],
    ['#home #a/b #123 #FA4616', 'tag:home tag:a/b #123 #FA4616'],
    ['tag:=home tag:a/*/b', 'tag:=home tag:a/*/b'],
    ['title:plan body:"next steps"', 'title:plan body:"next steps"'],
    ['TYPE:note Kind:todo', 'kind:note kind:todo'],
    ['no:tag -has:due', '-has:tag -has:due'],
    ['-no:tag', 'has:tag'],
    ['after:2026 before:2026-11', 'created:>=2026 created:<2026-11'],
    ['newer_than:2w older_than:1y', 'created:>=-2w created:<-1y'],
    ['origin:"spring release"', 'origin:"spring release"'],
    ['sort:due a', 'a sort:due'],
    ['=plan -=plan', '"plan" -"plan"'],
    ['="next steps"', '"next steps"'],
    ['=plan*', '"plan"'],
    ['~berg ~"two words"', '~berg ~"two words"'],
    ['~"berg" ~“berg”', '~berg ~berg'],
    ['~berg*', '~berg'],
    ['-~berg', '-~berg'],
    ['title:=plan title:~berg', 'title:"plan" title:~berg'],
    ['title:="a b" body:~"c def"', 'title:"a b" body:~"c def"'],
    ['~/notes =>x a~b a=b', '~/notes =>x a~b a=b'],
    ['title:(a OR "b c") d', '(title:a OR title:"b c") d'],
    ['title:(a -b body:c) d', 'title:a -title:b body:c d'],
    ['-title:(a b)', '-(title:a title:b)'],
    ['title:(a (b OR ~cde*))', 'title:a (title:b OR title:~cde)'],
    ['title:(http://x #home)', 'title:http://x title:"#home"'],
    ['tag:(home OR garden)', 'tag:home OR tag:garden'],
    ['no:(tag due)', '-has:tag -has:due'],
    ['type:(note OR link)', 'kind:note OR kind:link'],
    ['[rating] [rating:5] [rating:>=4]', '[rating] [rating:5] [rating:>=4]'],
    ['[reading status:in progress]', '[reading status:in progress]'],
    ['-[draft:true] ([a b] OR c)', '-[draft:true] ([a b] OR c)'],
    ['field:rating field:"due:>=2026"', '[rating] [due:>=2026]'],
    ['field:x', 'field:x'],
    ['[x] [[page]] [a](b) [key', '[x] [[page]] [a](b) [key'],
    ['links:rome linkedby:"guide/mcp.md"', 'links:rome linkedby:guide/mcp.md'],
    ['notebook:garden order:due', 'notebook:garden sort:due'],
    [
      'https://example.com/x 12:30 std::vector Re: lunch',
      'https://example.com/x 12:30 std::vector Re: lunch',
    ],
    ['', ''],
  ])('%s → %s', (query, spelling) => {
    expect(understood(query)).toBe(spelling);
    expect(parse(query).warnings).toEqual([]);
  });
});

describe('what is not grammar is text, with a warning that names it', () => {
  test.each([
    ['OR', '"OR"', '"OR" joins nothing here'],
    ['a OR', 'a "OR"', '"OR" joins nothing here'],
    ['AND a', '"AND" a', '"AND" joins nothing here'],
    ['a NOT', 'a "NOT"', '"NOT" joins nothing here'],
    ['(OR)', '"OR"', '"OR" joins nothing here'],
    ['a OR OR b', 'a "OR" OR b', '"OR" joins nothing here'],
    ['foo:bar', 'foo:bar', 'There is no "foo:", so "foo:bar" is looked for as text.'],
    ['print:(x)', 'print:(x)', 'There is no "print:"'],
    ['a [] b', 'a b', '"[]" has no letters or digits'],
    ['knd:note', 'knd:note', 'Did you mean "kind:"?'],
    ['foo:"a b"', '"foo: a b"', 'There is no "foo:"'],
    ['tag: a', 'tag: a', '"tag:" has no value'],
    ['"a b', '"a b"', 'A quote is not closed'],
    ['title:"a b', 'title:"a b"', 'A quote is not closed'],
    ['(a b', 'a b', 'A "(" is not closed'],
    ['a ) b', 'a b', 'A ")" closes nothing'],
    ['a () b', 'a b', 'An empty "()"'],
    ['a - b', 'a b', '"-" has no letters or digits'],
    ['a * b', 'a b', '"*" has no letters or digits'],
    ['a | ', 'a', '"|" has no letters or digits'],
    ['!!! a', 'a', '"!!!" has no letters or digits'],
    ['a* b', 'a b', '"a*" is too short'],
    ['~ab', '"ab"', '"~ab" is too short to be looked for inside words'],
    ['title:( )', '', 'An empty "()"'],
    ['aa* bb* cc* dd* ee*', 'aa* bb* cc* dd* ee', 'Only 4 words may be beginnings'],
    ['sort:due sort:title a', 'a sort:title', 'Only the last "sort:" counts'],
    [
      '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17',
      '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
      'Only the first 16 words',
    ],
  ])('%s → %s', (query, spelling, warning) => {
    const { warnings } = parse(query);
    expect(understood(query)).toBe(spelling);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(warning);
  });

  test('a star after a character that is found in any run says nothing', () => {
    expect(parse('日本* 🎉* ~京').warnings).toEqual([]);
    expect(understood('日本* 🎉* ~京')).toBe('日本 🎉 "京"');
  });
});

describe('bounds', () => {
  const nested = (depth: number) => '(a OR (b '.repeat(depth) + 'c' + '))'.repeat(depth);

  test('groups may be eight deep, and parentheses that say nothing are not counted', () => {
    expect(parse(nested(4)).warnings).toEqual([]);
    expect(() => parse(nested(5))).toThrow(/Groups may be 8 deep/);
    expect(understood(`${'('.repeat(250)}a${')'.repeat(250)}`)).toBe('a');
  });

  test('a query may have sixteen filters', () => {
    expect(() => parse('#aa '.repeat(16))).not.toThrow();
    expect(() => parse('#aa '.repeat(17))).toThrow(/16 filters/);
  });
});

/** Queries out of everything that means something, and much that does not. */
const query = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        '"',
        '-',
        '*',
        '|',
        ' ',
        ' OR ',
        ' AND ',
        ' NOT ',
        ':',
        '#',
        '=',
        '“',
        '~',
        '[',
        ']',
        '~"',
        '="',
      ),
      fc.constantFrom(
        'tag:',
        'title:',
        'title:(',
        'no:(',
        '[rating:>',
        'links:',
        'foo:',
        'sort:',
        'no:',
        'kind:',
        'origin:"',
        '..',
        '\\',
        '%',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom('plan', 'Straße', '東京', '🎉', 'a/b', 'C++', '2026', 'note'),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join('').slice(0, 512));

test('printing is the inverse of parsing', () => {
  fc.assert(
    fc.property(query, (written) => {
      const { tree, sort } = parse(written);
      const again = parse(print(tree, sort));
      expect(shape(again.tree)).toEqual(shape(tree));
      expect(again.sort?.value).toBe(sort?.value);
      expect(print(again.tree, again.sort)).toBe(print(tree, sort));
    }),
    { numRuns: LONG ? 30_000 : 3000 },
  );
});

test('parsing is linear', () => {
  const hostile = [
    '(',
    ')',
    '"',
    '-',
    '- ',
    'a:',
    'a:"',
    '(a',
    ' OR ',
    'a OR ',
    '#',
    '*',
    'NOT ',
    'x(',
    '[',
    '[ab ',
    '~"',
    'title:(',
  ];
  for (const piece of hostile) {
    const time = (length: number) => {
      const written = piece.repeat(Math.ceil(length / piece.length));
      const start = process.cpuUsage();
      // filters and depth are bounded with an error, after all has been read
      try {
        parse(written);
      } catch {}
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const ratios = [1, 2, 3].map(() => time(40_000) / Math.max(1000, time(20_000)));
    expect(Math.min(...ratios), piece).toBeLessThan(3.5);
  }
});

test('help shows every operator with its example, and every example is understood', () => {
  for (const { example, name, means } of OPERATORS) {
    expect(queryHelp()).toContain(example);
    const { tree, sort, warnings } = parse(example);
    expect(warnings).toEqual([]);
    expect(JSON.stringify(tree ?? sort)).toContain(`"${means?.name ?? name}"`);
  }
});
