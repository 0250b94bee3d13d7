import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';

import { drawText } from '../src/commands/markdown/draw.ts';

/** Styles as marks that can be read in a test. */
const marked = (style: unknown, text: string) => `<${[style].flat().join('+')}>${text}</>`;
const plain = (_style: unknown, text: string) => text;

const drawn = (text: string, width = 40, how: { links?: boolean; keepsLines?: boolean } = {}) =>
  drawText(text, 'The title', { width, style: plain, links: false, keepsLines: false, ...how });

describe('a text is laid out for the terminal', () => {
  test.each([
    ['its title once', '# The title\n\nText', 'Text'],
    ['a heading', '## Two *three*', '## Two three'],
    ['a paragraph that somebody wrapped', 'one\ntwo', 'one two'],
    ['a hard break', 'one  \ntwo', 'one\ntwo'],
    ['a list', '- a\n- b\n  1. c\n  2. d\n', '• a\n• b\n  1. c\n  2. d'],
    ['a loose list', '- a\n\n- b\n', '• a\n\n• b'],
    ['a list that begins elsewhere', '7. a\n8. b\n', '7. a\n8. b'],
    ['tasks', '- [ ] a\n- [x] b\n- [/] c\n', '[ ] a\n[x] b\n[/] c'],
    ['a quotation', '> a\n>\n> b\n', '│ a\n│\n│ b'],
    ['code as it is', '```js\nlet a;\n\n  b()\n```\n', '    let a;\n\n      b()'],
    ['a rule', 'a\n\n---\n', `a\n\n${'─'.repeat(40)}`],
    ['a link with its address', '[a](https://e.org/x)', 'a (https://e.org/x)'],
    ['an address once', 'https://e.org/x', 'https://e.org/x'],
    ['a link to a page', 'see [[a#b|c]]', 'see c'],
    ['a picture', '![alt](a.png)', 'alt (a.png)'],
    ['a footnote', 'a[^n]\n\n[^n]: b', 'a[1]\n\n[1] b'],
    ['front matter not at all', '---\na: 1\n---\ntext', 'text'],
    ['markup of another language as text', 'a <b>c</b>', 'a <b>c</b>'],
    ['an empty text', '', ''],
  ])('%s', async (_, text, expected) => {
    const lines = (await drawn(text)).split('\n').map((line) => line.trimEnd());
    expect(lines.join('\n')).toBe(expected);
  });

  test('the lines that were typed into a box stay', async () => {
    expect(await drawn('one\ntwo', 40, { keepsLines: true })).toBe('one\ntwo');
  });

  test('a table', async () => {
    const text = '| n | q |\n|:--|--:|\n| apples | 3 |\n| 日本 | 100 |\n';
    expect(await drawn(text)).toBe(
      ['n      │   q', '───────┼────', 'apples │   3', '日本   │ 100'].join('\n'),
    );
  });

  test('styles go round what they are about', async () => {
    const paper = { width: 80, style: marked, links: true, keepsLines: false };
    expect(await drawText('**a *b*** `c` [d](https://e.org)', '', paper)).toBe(
      '<bold>a </><bold+italic>b</> <yellow>c</> \u001B]8;;https://e.org\u0007<cyan>d</>\u001B]8;;\u0007',
    );
  });
});

const LONG = `${'word '.repeat(40)}\n\n- ${'日本語'.repeat(40)}\n\n| a | b | c |\n|--|--|--|\n| ${'x '.repeat(60)} | ${'y'.repeat(90)} | 京都${'z '.repeat(30)} |\n\n> ${'👩‍👩‍👧 é '.repeat(30)}\n`;

test.each([40, 60, 80, 120])('nothing is wider than %i columns', async (width) => {
  const lines = (await drawn(LONG, width)).split('\n');
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  expect(lines.length).toBeGreaterThan(10);
});

test.each([
  ['escape sequences', 'a \u001B[2J\u001B]0;title\u0007 b'],
  ['in code', '```\n\u001B[31mred\u009B2J\n```'],
  ['in an address', '[a](https://e.org/\u001B]8;;x\u0007)'],
  ['in a table', '| a\u001B[2J | b |\n|--|--|\n| \u0007 | c |'],
  ['in a picture and a name', '![a\u001B[1m](b\u0007.png) [[c\u001B[2J]]'],
])('%s do not reach the terminal', async (_, text) => {
  const shown = await drawn(text);
  expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
  expect(shown).toMatch(/[a-z]/);
});

test('deep nesting and long lines take no stack and little room', async () => {
  expect((await drawn(`${'> '.repeat(5000)}a`)).length).toBeGreaterThan(0);
  expect((await drawn(`${'- '.repeat(300)}a`)).length).toBeGreaterThan(0);
  expect(await drawn('a'.repeat(600_000))).toBe('a'.repeat(600_000));
});
