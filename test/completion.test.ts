import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { candidates, isPlain, type Live } from '../src/commands/completion/candidates.ts';
import { splitLine } from '../src/commands/completion/split.ts';
import { commandTable } from '../src/commands/table.ts';

const rows = await commandTable();

const LIVE: Live = {
  pages: async () => [{ value: 'oven-manual', says: 'Oven manual' }],
  tags: async () => [{ value: 'home' }],
  searches: async () => [{ value: 'work' }],
  operators: async () => [
    { name: 'tag', finds: 'with the tag', choices: [] },
    { name: 'is', finds: 'in the state', choices: ['open', 'done'] },
  ],
};

/** The values that could stand at the end of a line, of those that begin as it does. */
async function at(line: string): Promise<readonly string[] | 'files'> {
  const words = splitLine(line).slice(1);
  const found = await candidates(words, rows, [{ value: 'query' }], LIVE);
  if (found === 'files') return found;
  return found.map(({ value }) => value).filter((value) => value.startsWith(words.at(-1) ?? ''));
}

describe('what Tab offers', () => {
  test.each([
    ['scrap rec', ['recent']],
    ['scrap hel', ['help']],
    ['scrap --js', ['--json']],
    ['scrap --as ', ['me', 'claude']],
    ['scrap --store x.db rec', ['recent']],
    ['scrap --store ', 'files'],
    ['scrap help que', ['query']],
    ['scrap man rec', ['recent']],
    ['scrap read ', ['oven-manual']],
    ['scrap read --section x o', ['oven-manual']],
    ['scrap read oven-manual ', []],
    ['scrap purge oven-manual ', ['oven-manual']],
    ['scrap add --kin', ['--kind']],
    ['scrap add --kind li', ['link']],
    ['scrap add --kind=li', ['--kind=link']],
    ['scrap add --due to', ['today', 'tomorrow']],
    ['scrap add --tag ', ['home']],
    ['scrap add --tag=h', ['--tag=home']],
    ['scrap add --to ', ['oven-manual']],
    ['scrap add --file ', 'files'],
    ['scrap add ./n', 'files'],
    ['scrap add some words ', []],
    ['scrap add -- --k', []],
    ['scrap rename-tag ', ['home']],
    ['scrap search ', ['tag:', 'is:']],
    ['scrap search words ta', ['tag:']],
    ['scrap search is:', ['is:open', 'is:done']],
    ['scrap search tag:', ['tag:home']],
    ['scrap search links:', ['links:oven-manual']],
    ['scrap search due:to', ['due:today']],
    ['scrap search nothing:', []],
    ['scrap search @', ['@work']],
    ['scrap search --forget ', ['work']],
    ['scrap config ', ['get', 'set', 'unset', 'path']],
    ['scrap config set edi', ['editor']],
    ['scrap config set editor ', []],
    ['scrap backup r', ['restore']],
    ['scrap backup ./', 'files'],
    ['scrap backup restore ', 'files'],
    ['scrap connect gem', ['gemini-cli']],
    ['scrap nothing-like-it ', []],
  ])('%s', async (line, offered) => {
    expect(await at(line)).toEqual(offered);
  });
});

test.each([
  ['oven-manual', true],
  ['żółć/漢字', true],
  ['--kind=link', true],
  ['tag:home/garden', true],
  ['@cooking', true],
  ['./backup.db', true],
  ['🐡', true],
  ['a;touch hit', false],
  ['b$(x)', false],
  ['`c`', false],
  ['two words', false],
  ["it's", false],
  ['a>b', false],
  ['a\nb', false],
  ['#tag', false],
  ['~ann', false],
  ['*', false],
  ['', false],
])('%j is text to every shell: %s', (value, plain) => {
  expect(isPlain(value)).toBe(plain);
});

describe('a line is taken apart as a shell does it', () => {
  test.each([
    ['scrap', ['scrap']],
    ['scrap ', ['scrap', '']],
    ['scrap  add\t x', ['scrap', 'add', 'x']],
    [`scrap 'a b' "c d" e\\ f`, ['scrap', 'a b', 'c d', 'e f']],
    [`scrap "a \\" b`, ['scrap', 'a " b']],
    [`scrap 'tag:ho`, ['scrap', 'tag:ho']],
    [`scrap ''`, ['scrap', '']],
    ['scrap $(touch x) `y`', ['scrap', '$(touch', 'x)', '`y`']],
    ['scrap x\\', ['scrap', 'x\\']],
  ])('%s', (line, words) => {
    expect(splitLine(line)).toEqual(words);
  });

  test('whatever is on it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        expect(splitLine(text).length).toBeGreaterThan(0);
        await candidates(splitLine(`scrap ${text}`).slice(1), rows, [], LIVE);
      }),
    );
  });
});
