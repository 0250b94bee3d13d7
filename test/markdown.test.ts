import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { render } from '../src/server/markdown/render.ts';

/** Names that are not slugs. */
const PAGES = new Map([['C# notes', 'sharp']]);

/** Renders a text in a store where every page exists but `nowhere`. */
async function html(text: string, about: { title?: string; path?: string } = {}): Promise<string> {
  const resolve = (names: readonly string[]) =>
    Promise.resolve(
      new Map(
        names.map((name) => [
          name,
          name === 'nowhere' ? undefined : (PAGES.get(name) ?? name.replace(/#.*/, '')),
        ]),
      ),
    );
  return (await render(text, { title: 'T', ...about, resolve })).html;
}

describe('what a text becomes', () => {
  test.each([
    ['a heading', '## Two', '<h2>Two</h2>'],
    ['lines of a page made here', 'a\nb', '<br>'],
    ['a wikilink with a # in the name', '[[C# notes]]', '<a href="/p/sharp">C# notes</a>'],
    ['a wikilink', '[[Kelp#roots|the kelp]]', '<a href="/p/Kelp">the kelp</a>'],
    ['an embed', '![[a b.png]]', '<a href="/p/a%20b.png">a b.png</a>'],
    ['a wikilink in a table', '| [[a\\|b]] |\n|---|', '<th><a href="/p/a">b</a></th>'],
    ['a link to nowhere', '[[nowhere]]', '<a href="/p/nowhere" class="unresolved">'],
    ['a link within the page', '[[#roots]]', '<p>roots</p>'],
    ['no link in code', '`[[a]]`', '<code>[[a]]</code>'],
    ['a link to a file', '[x](./guide/mcp.md#top)', '<a href="/p/guide%2Fmcp.md">x</a>'],
    ['an address', 'see https://x.test/a.', 'href="https://x.test/a" rel="noopener noreferrer"'],
    ['no address', 'see readme.md', '<p>see readme.md</p>'],
    ['a remote image', '![alt](https://x.test/a.png)', '<a href="https://x.test/a.png"'],
    ['an image in a link', '[![alt](a.png)](b.md)', '<a href="/p/b.md">alt</a>'],
    ['alignment', '| a |\n|--:|\n| 1 |', '<td class="align-right">1</td>'],
    ['a footnote', 'a[^n]\n\n[^n]: b', '<section class="footnotes">'],
    ['coloured code', '```js\nlet a\n```', '<span class="hljs-keyword">let</span>'],
    ['code in no language', '```\na < b\n```', '<code>a &lt; b\n</code>'],
    ['code in an odd one', '```__proto__\na\n```', '<code>a\n</code>'],
  ])('%s', async (_name, text, wanted) => {
    expect(await html(text)).toContain(wanted);
  });

  test('without front matter, and without a heading that says the title', async () => {
    const text = '---\ntitle: T\n---\n# T\n\nbody';
    expect(await html(text)).toBe('<p>body</p>\n');
    expect(await html('# Other\n\nbody')).toContain('<h1>Other</h1>');
  });

  test('lines of an imported page flow, as whoever wrapped them meant', async () => {
    expect(await html('a\nb', { path: 'a.md' })).toBe('<p>a\nb</p>\n');
  });

  test('org files stay text', async () => {
    expect(await html('* a <b>', { path: 'a.org' })).toBe('<pre tabindex="0">* a &lt;b&gt;</pre>');
  });
});

describe('a checkbox knows its line', () => {
  test.each([
    ['- [ ] a', 1, 'a', ''],
    ['text\r\n\r\n- [x] a', 3, 'a', ' checked'],
    ['---\ntitle: T\n---\n\n1. [ ] a **b**', 5, 'a **b**', ''],
    ['> - [/] quoted', 1, 'quoted', ''],
    ['- one\n  - [ ] in it', 2, 'in it', ''],
  ])('%j', async (text, line, expected, checked) => {
    const box = `data-line="${line}" aria-labelledby="line-${line}" data-text="${expected}"${checked}`;
    expect(await html(text)).toContain(box);
  });

  test.each(['`- [ ] a`', '    - [ ] a', '- [ ]a', '```\n- [ ] a\n```', '- [x](y)'])(
    'and %j has none',
    async (text) => {
      expect(await html(text)).not.toContain('<input');
    },
  );
});

describe('hostile texts', () => {
  test('no markup of their own and no other address comes through, whatever they are made of', async () => {
    const pieces = [
      '<script>', '<img src=x onerror=a()>', 'javascript:a()', '](', '[', '![', ']', ')', '[[', ']]', '|', '\n', '\n\n',
      '`', '```html\n', '<', '>', '"', "'", '&#106;', 'data:text/html,', '- [ ] ', '[^1]', '[^1]: ', 'a', ' ', '\\', '\t', '*',
    ]; // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (parts) => {
        const made = await html(parts.join(''));
        const tags = [...made.matchAll(/<([a-z0-9]+)((?:\s[^<>"]*(?:"[^"]*")?)*)>/g)];
        for (const [, name = '', attributes = ''] of tags) {
          expect(KNOWN_TAGS).toContain(name);
          expect(attributes.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\son|style|src/);
          const address = /href="([^"]*)"/.exec(attributes)?.[1] ?? '#';
          expect(address).toMatch(/^(?:$|https?:|mailto:|\/|#)/);
        }
      }),
      { numRuns: 500 },
    );
  });

  const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
    brackets: (size) => '['.repeat(size),
    'open wikilinks': (size) => '[[a'.repeat(size / 3),
    images: (size) => '!['.repeat(size / 2),
    footnotes: (size) => '^['.repeat(size / 2),
    boxes: (size) => '- [ ] a\n'.repeat(size / 8),
    addresses: (size) => 'http://a.'.repeat(size / 9),
    emphasis: (size) => '_a*'.repeat(size / 3),
    'code without an end': (size) => `\`\`\`js\n${'/*'.repeat(size / 2)}`,
  };
  test.each(Object.entries(HOSTILE))(
    '%s cost no more than twice for twice as many',
    async (_, make) => {
      const time = async (size: number) => {
        const begin = performance.now();
        await html(make(size));
        return performance.now() - begin;
      };
      await time(16_000);
      const [once, twice] = [await time(60_000), await time(120_000)];
      expect(twice / Math.max(once, 5)).toBeLessThan(4);
    },
  );

  test('of 10 MB in one line, a part is rendered, and it is said how far', async () => {
    const resolve = () => Promise.resolve(new Map());
    const line = await render('a'.repeat(10_000_000), { title: 'T', resolve });
    expect(line.html.length).toBeLessThan(200_000);
    const lines = await render('line\n'.repeat(100_000), { title: 'T', resolve });
    expect(lines.until).toBe(26_214);
    expect(lines.html.match(/line/g)).toHaveLength(26_214);
  });
});

const KNOWN_TAGS =
  'p a em strong code pre br hr ul ol li label input span h1 h2 h3 h4 h5 h6 blockquote table thead tbody tr th td div sup section'.split(
    ' ',
  );

describe('files that are kept', () => {
  const ID = 'ab'.repeat(16);
  const NAMES = new Set([
    'cat.png',
    'a b.png',
    '../img/cat.png',
    'plan.pdf#page=3',
    '"><script>.png',
  ]);
  const findFiles = (names: readonly string[]) =>
    Promise.resolve(
      new Map(
        names
          .filter((name) => NAMES.has(name))
          .map((name) => [name, { id: ID, name, isPicture: name.endsWith('.png') }]),
      ),
    );
  const resolve = (names: readonly string[]) =>
    Promise.resolve(new Map(names.map((name) => [name, undefined])));
  const rendered = (text: string) => render(text, { title: 'T', resolve, findFiles });

  const img = (alt: string) => `<img src="/pictures/${ID}/large" alt="${alt}" loading="lazy">`;
  test.each([
    ['an embed', '![[cat.png]]', img('cat.png')],
    ['an embed with a size', '![[cat.png|300]]', img('')],
    ['an embed with words', '![[cat.png|My "cat"]]', img('My &quot;cat&quot;')],
    ['an image', '![a cat](../img/cat.png)', img('a cat')],
    ['an encoded one', '![a cat](a%20b.png)', img('a cat')],
    [
      'a link to a picture',
      '[[cat.png]]',
      `<a href="/files/${ID}/cat.png" target="_blank">cat.png</a>`,
    ],
    [
      'a link to a place in a file',
      '[[plan.pdf#page=3]]',
      `<a href="/files/${ID}/plan.pdf%23page%3D3"`,
    ],
    [
      'an odd name',
      '![x](%22%3E%3Cscript%3E.png)',
      `<a href="/files/${ID}/%22%3E%3Cscript%3E.png"`,
    ],
    ['one that is not kept', '![[dog.png]]', '<a href="/p/dog.png" class="unresolved">dog.png</a>'],
  ])('%s', async (_name, text, wanted) => {
    const { html, shown } = await rendered(text);
    expect(html).toContain(wanted);
    expect(html).not.toContain('<script');
    expect([...shown]).toEqual(html.includes('<img') ? [ID] : []);
  });
});
