import { describe, expect, test } from 'vitest';

import { itemWords } from '../src/store/text/item-fields.ts';
import { scan } from '../src/store/text/scan.ts';

describe('headings and first lines', () => {
  test.each([
    ['# A *b* `c` [[d|e]] [f](g.md) ##\ntext', 'A b c e f'],
    ['text\n\n# Later', 'Later'],
    ['Two\n===\n', 'Two'],
    ['## Not this\n# This', 'This'],
    ['```\n# code\n```\n# Real', 'Real'],
    ['<!--\n# hidden\n-->\n# Shown', 'Shown'],
    ['# snake_case stays, _this_ goes', 'snake_case stays, this goes'],
    ['#tag is none', undefined],
    ['####### seven', undefined],
  ])('heading of %j', (text, heading) => {
    expect(scan(text).heading).toBe(heading);
  });

  test.each([
    ['\n\n- [ ] buy *milk*\nmore', 'buy milk'],
    ['> quoted', 'quoted'],
    ['## Sub', 'Sub'],
    ['```\ncode\n```\nafter', 'after'],
    ['', undefined],
    ['  \n', undefined],
  ])('first line of %j', (text, firstLine) => {
    expect(scan(text).firstLine).toBe(firstLine);
  });

  test('begin where the front matter ends', () => {
    const text = '---\n# a comment\n---\n# Real #tag\n';
    expect(scan(text, 20)).toMatchObject({ heading: 'Real #tag', tags: ['tag'] });
  });
});

describe('tags in a text', () => {
  test.each([
    ['#a and (#b), "#c" #d/e; #f-g_h', ['a', 'b', 'c', 'd/e', 'f-g_h']],
    ['#A #a #B', ['A', 'B']],
    [
      '#first, #标签，后文 #हिन्दी #ภาษาไทย #كتاب #сімʼя #🤔test',
      ['first', '标签', 'हिन्दी', 'ภาษาไทย', 'كتاب', 'сімʼя', '🤔test'],
    ],
    ["#ann's #x.", ['ann', 'x']],
    ['#123 #FA4616 #fff #facade #2024-01', ['facade', '2024-01']],
    ['a#b C# &#39; &#x27; ##c foo/#d \\#e', []],
    ['https://x.example/#frag <https://y.example/#frag> [t](#frag) [u](a.md#frag) #real', ['real']],
    ['[[a#heading]] ![[b#^block]] [#label](x.md) #real', ['real']],
    ['<div id="#no" class=x>#yes</div>', ['yes']],
    ['`#no` ``#no ` #no`` #yes', ['yes']],
    ['a `code\n#no over lines` #yes', ['yes']],
    ['a ` lone tick #yes', ['yes']],
    ['%% #no %% $$ #no $$ #yes', ['yes']],
    ['<!-- #no\n\n#no --> #yes', ['yes']],
    ['%%\n#no\n\n#no\n%%\n#yes', ['yes']],
    ['$$\n#no\n$$\n#yes', ['yes']],
    ['%%\n#yes, nothing closes this', ['yes']],
    ['<pre>\n#no\n</pre>\n#yes', ['yes']],
    ['```\n#no\n~~~\n#no\n```\n#yes', ['yes']],
    ['````\n```\n#no\n````\n#yes', ['yes']],
    ['> ```\n> #no\n> ```\n> #yes', ['yes']],
    ['> ```\n> #no\n#yes: the quote ended, and its code with it', ['yes']],
    ['- a\n  ~~~\n  #no\n  ~~~\n  #yes', ['yes']],
    ['- ```\n  #no\n  ```\n#yes', ['yes']],
    ['para\n\n    #no\n\n#yes', ['yes']],
    ['para\n    #yes: a paragraph goes on', ['yes']],
    ['- a\n\n      #no\n\n  #yes', ['yes']],
    ['- a\n  - b\n    - c\n      #yes', ['yes']],
    ['title\n\n\t- #yes: outliners indent with tabs', ['yes']],
    ['```unclosed\n#no', []],
    ['`` `#no` ``', []],
    ['[ref]: #no\n#yes', ['yes']],
  ])('%j', (text, tags) => {
    expect(scan(text).tags).toEqual(tags);
  });
});

describe('items', () => {
  test.each([
    ['- [ ] a', 1],
    ['* [x] a', 1],
    ['+ [/] a', 1],
    ['1. [ ] a\n2) [ ] b', 2],
    ['> - [ ] a\n> > - [ ] b', 2],
    ['- a\n  - [ ] b\n\t\t- [ ] c', 2],
    ['- [ ]', 1],
    ['[ ] a', 0],
    ['- [x](link.md)', 0],
    ['- [xy] a', 0],
    ['-[ ] a', 0],
    ['```\n- [ ] a\n```\n    - [ ] code', 0],
    ['> ```\n> - [ ] a\n> ```', 0],
    ['<!--\n- [ ] a\n-->', 0],
  ])('%j has %i', (text, count) => {
    expect(scan(text).items).toHaveLength(count);
  });

  test.each([
    [' ', 'open'],
    ['x', 'done'],
    ['X', 'done'],
    ['/', 'doing'],
    ['-', 'cancelled'],
    ['w', 'waiting'],
    ['h', 'waiting'],
    ['!', 'open'],
    ['>', 'open'],
    ['“', 'open'],
    ['🔥', 'open'],
  ])('[%s] is %s', (state, status) => {
    expect(scan(`- [${state}] a`).items).toMatchObject([{ state, status, text: 'a' }]);
  });

  test.each([
    ['a 📅 2026-12-01', { due: '2026-12-01' }],
    [
      'a ⏳2026-12-01 🛫 2026-11-01 ⏫',
      { scheduled: '2026-12-01', start: '2026-11-01', priority: 2 },
    ],
    ['a 🔁 every week 📅 2026-12-01', { repeat: 'every week', due: '2026-12-01' }],
    ['a 🔁 every day #tag ✅ 2026-01-01', { repeat: 'every day' }],
    ['🔺', { priority: 1 }],
    ['🔼', { priority: 3 }],
    ['🔽', { priority: 4 }],
    ['⏬️ a', { priority: 5 }],
    ['a [due:: 2026-12-01] (priority:: high)', { due: '2026-12-01', priority: 2 }],
    [
      'a [Repeat:: every month] [scheduled:: 2026-12-01]',
      { repeat: 'every month', scheduled: '2026-12-01' },
    ],
    [
      '(B) a due:2026-12-01 t:2026-11-01 rec:1w',
      { priority: 2, due: '2026-12-01', start: '2026-11-01', repeat: '1w' },
    ],
    ['a 📅 2026-12-01 due:2027-01-01', { due: '2026-12-01' }],
    ['a residue:2026-12-01 (F) x', {}],
    ['a 📅 2024-02-31', { unread: ['due'] }],
    ['a 📅 20240105 [start:: soon]', { unread: ['due', 'start'] }],
    ['a 📅', { unread: ['due'] }],
  ])('reads %j', (text, fields) => {
    const { tags, ...item } = scan(`- [ ] ${text}`).items[0] ?? {};
    expect(tags).toEqual(text.includes('#tag') ? ['tag'] : []);
    expect(item).toEqual({ line: 1, text, state: ' ', status: 'open', unread: [], ...fields });
  });

  test.each([
    ['Water 🔁 every day 📅 2026-10-31 #home', 'Water #home'],
    ['(A) call Ann due:2026-12-01 rec:+1m on:31', 'call Ann'],
    ['a [due:: 2026-12-01] b (priority:: high)', 'a b'],
    ['a 📅 2026-02-30 ✅ 2026-11-30', 'a 📅 2026-02-30 ✅ 2026-11-30'],
    ['meet on:31', 'meet on:31'],
    ['⏫ 📅 2026-12-01', '⏫ 📅 2026-12-01'],
  ])('%s is shown as %s', (text, words) => {
    expect(itemWords(text)).toBe(words);
  });

  test('have their own tags, and lines of the whole text', () => {
    const text = '---\na: 1\n---\n#page\r\n- [ ] one #a `#no`\r- [ ] two #b #B [[x#y]]\n';
    expect(scan(text, 13).items).toMatchObject([
      { line: 5, text: 'one #a `#no`', tags: ['a'] },
      { line: 6, tags: ['b'] },
    ]);
  });
});

describe('links', () => {
  test.each([
    ['[[a]]', [{ kind: 'wiki', target: 'a' }]],
    ['[[ a b |c]]', [{ kind: 'wiki', target: 'a b', label: 'c' }]],
    ['[[a#b^c|d]]', [{ kind: 'wiki', target: 'a', anchor: 'b^c', label: 'd' }]],
    ['[[#here]]', [{ kind: 'wiki', target: '', anchor: 'here' }]],
    ['[[C# notes]]', [{ kind: 'wiki', target: 'C', anchor: ' notes' }]],
    ['![[a.png|100]]', [{ kind: 'embed', target: 'a.png', label: '100' }]],
    ['| [[a\\|b]] |', [{ kind: 'wiki', target: 'a', label: 'b' }]],
    [
      '[[x]]# and #[[y z]]',
      [
        { kind: 'child', target: 'x' },
        { kind: 'parent', target: 'y z' },
      ],
    ],
    [
      '[[Test (2026)]] [[What now?]] [[100% done]]',
      [{ target: 'Test (2026)' }, { target: 'What now?' }, { target: '100% done' }],
    ],
    ['[a](b.md)', [{ kind: 'markdown', target: 'b.md', label: 'a' }]],
    ['[a *b*](<c d.md#e> "title")', [{ target: 'c d.md', anchor: 'e', label: 'a *b*' }]],
    ['[a](b%20c.md) [d](100%.md)', [{ target: 'b c.md' }, { target: '100%.md' }]],
    ['[a](b_(c).md)', [{ target: 'b_(c).md' }]],
    ['[a\nb](c.md)', [{ target: 'c.md', label: 'a\nb' }]],
    ['[a](#part)', [{ target: '', anchor: 'part' }]],
    ['[![alt](i.png)](p.md)', [{ target: 'p.md' }, { target: 'i.png', label: 'alt' }]],
    ['[ref]: a.md "x"\n', [{ kind: 'markdown', target: 'a.md', label: 'ref' }]],
    ['Said[^1].\n\n[^1]: The note.\n', []],
    ['[[a]]\n\n[//begin]: # "x"\n[a]: a.md "A"\n', [{ kind: 'wiki', target: 'a' }]],
    ['[word]([[page]])', [{ kind: 'wiki', target: 'page' }]],
    ['[[a [[b]]', [{ target: 'b' }]],
  ])('%j', (text, links) => {
    const found = scan(text).links;
    expect(found).toMatchObject(links);
    expect(found).toHaveLength(links.length);
  });

  test.each([
    'http: [a](https://x.example) [b](mailto:a@b.example) [c](//x.example/y)',
    '[[]] [[ ]] [[a\nb]]',
    '`[[a]]` \\[[a]] <!-- [[a]] -->',
    '```\n[[a]](b.md)\n```',
    '[a] (b.md) [a]( b.md c)',
    '[a\n\nb](c.md)',
  ])('none in %j', (text) => {
    expect(scan(text).links).toEqual([]);
  });

  test('may be very many', () => {
    expect(scan('[a]: b\n'.repeat(200_000)).links).toHaveLength(200_000);
  });

  test('stand in lines of the whole text', () => {
    expect(
      scan('---\na: 1\n---\n\n[[a]]\r\n[b](b.md)\r[[c]]', 13).links.map(({ line }) => line),
    ).toEqual([5, 6, 7]);
  });
});
