import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { extract } from '../src/server/fetch/extract.ts';
import { fetchWork } from '../src/server/fetch/work.ts';
import { addressKey } from '../src/store/text/address.ts';
import type { Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { working } from './kit/jobs.ts';
import { doing, exported, newStore, OWNER } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';
import { type Site, site, TEST_WEB } from './kit/web.ts';

const PARAGRAPH = 'Sourdough needs patience, flour and an oven that gets really hot. '.repeat(8);
const PAGE = `<!doctype html><html lang="en"><head>
  <title>Bread at home | Baking blog</title>
  <meta property="og:title" content="Bread at &quot;home&quot;">
  <meta name="description" content="How we bake   bread.">
  <meta property="og:site_name" content="Baking blog">
  <meta name="author" content="Ann Baker">
  <meta property="article:published_time" content="2026-03-04T10:00:00Z">
  <meta property="og:image" content="/loaf.jpg">
  <script>alert('no')</script><style>p { color: red }</style></head>
  <body><nav><a href="/">Home</a></nav>
  <article><h1>Bread at home</h1><p>${PARAGRAPH}</p>
  <h2>The starter</h2>
  <p>Feed it with <b>rye</b>, see <a href="/more(1)">more</a>, <a href="javascript:alert(1)">not this</a>
  <img src="https://tracker.test/pixel.png" alt="a pixel" onerror="alert(1)">. ${PARAGRAPH}</p>
  <ul><li>flour</li><li>water</li></ul></article>
  <footer>Cookies</footer></body></html>`;

interface Read {
  title: string;
  text: string;
  revision: number;
  fields?: Record<string, string>;
  warnings?: string[];
  clip?: { url: string; quote?: string };
}

const reading = (store: Store, page: string) => doing<Read>(store, 'read', { page });

const serving = (html: string, type = 'text/html; charset=utf-8') =>
  site((_, response) => response.writeHead(200, { 'content-type': type }).end(html));

function fetching(store: Store) {
  return working(store, {
    fetch: fetchWork(store, {
      version: '0',
      reach: TEST_WEB,
      extract: (html, url) => Promise.resolve(extract(html, url)),
    }),
  });
}

const added = (store: Store, { url }: Site, more: object = {}, caller = OWNER) =>
  doing<{ slug: string; kind: string; title: string; warnings?: string[] }>(
    store,
    'add',
    { text: `${url}/bread`, ...more },
    caller,
  );

describe('a link', () => {
  test('is kept at once, and gets its title and what is to be read later', async () => {
    const store = newStore();
    const web = await serving(PAGE);
    const page = await added(store, web);
    expect(page).toMatchObject({ kind: 'link', title: `${web.url}/bread` });
    expect(page.slug).toBe(`127-0-0-2-${web.port}-bread`);
    expect(web.asked).toEqual([]);
    expect(await fetching(store)).toMatchObject({ done: 1, log: [] });
    const read = await reading(store, page.slug);
    expect(read).toMatchObject({
      title: 'Bread at "home"',
      text: `${web.url}/bread`,
      fields: {
        description: 'How we bake bread.',
        site: 'Baking blog',
        author: 'Ann Baker',
        published: '2026-03-04T10:00:00Z',
        picture: `${web.url}/loaf.jpg`,
      },
      clip: { url: `${web.url}/bread` },
    });
    expect(read.warnings).toBeUndefined();
    const quote = read.clip?.quote ?? '';
    expect(quote).toContain('## The starter');
    expect(quote).toContain(`Feed it with **rye**, see [more](${web.url}/more%281%29), not this`);
    expect(quote).not.toMatch(/script|onerror|pixel|Cookies|color/);
  });

  test('is found by what is to be read, below its own words, and the hit says so', async () => {
    const store = newStore();
    await added(store, await serving(PAGE));
    await doing(store, 'add', { text: 'My own sourdough' });
    await fetching(store);
    const { pages } = await doing<{ pages: { title: string; matched: string[] }[] }>(
      store,
      'search',
      { query: 'sourdough' },
    );
    expect(pages.map(({ title, matched }) => [title, matched])).toEqual([
      ['My own sourdough', ['title', 'text']],
      ['Bread at "home"', ['clip']],
    ]);
  });

  test.each([
    ['given', { title: 'Mine' }, 'Mine'],
    ['of a heading', { text: '# Mine\n', kind: 'link' }, 'Mine'],
  ])('keeps a title of its own, %s', async (_, more, title) => {
    const store = newStore();
    const web = await serving(PAGE);
    const text = 'text' in more ? `${more.text}${web.url}/bread` : `${web.url}/bread`;
    await doing(store, 'add', { ...more, text });
    expect(await fetching(store)).toMatchObject({ done: 1 });
    expect(web.asked).toEqual(['/bread']);
    const { pages } = await doing<{ pages: { title: string }[] }>(store, 'recent', {});
    expect(pages[0]?.title).toBe(title);
  });

  test('is asked for by its owner alone: what an agent writes makes nobody ask', async () => {
    const store = newStore();
    const web = await serving(PAGE);
    await added(store, web, {}, agent('laptop'));
    await added(store, web, {}, { ...APP, author: 'claude' });
    await added(store, web, { fetch: false });
    expect(await fetching(store)).toMatchObject({ done: 0 });
    expect(web.asked).toEqual([]);
    await added(store, web, {}, APP);
    expect(await fetching(store)).toMatchObject({ done: 1 });
  });

  test('that is had already is named', async () => {
    const store = newStore();
    const web = await serving(PAGE);
    const first = await added(store, web);
    expect(first.warnings).toBeUndefined();
    const again = await added(store, web, { text: `${web.url}/bread/?utm_source=mail#comments` });
    expect(again.warnings).toEqual([`You have this link already: ${first.slug}`]);
    await doing(store, 'trash', { page: first.slug });
    await doing(store, 'trash', { page: again.slug });
    expect((await added(store, web)).warnings).toBeUndefined();
  });

  test('that cannot be fetched stays, and says why', async () => {
    const store = newStore();
    const web = await site((_, response) => response.writeHead(404).end());
    const { slug } = await added(store, web);
    await fetching(store);
    expect(await reading(store, slug)).toMatchObject({
      text: `${web.url}/bread`,
      warnings: [
        `Where it leads could not be fetched. The site answers 404. To try again: scrap fetch ${slug}`,
      ],
    });
    await doing(store, 'fetch', { page: slug });
    await fetching(store);
    expect(web.asked).toHaveLength(2);
  });

  test('to text, or to what is no text, is kept as that', async () => {
    const store = newStore();
    const { slug } = await added(
      store,
      await serving('Plain\u0007 words\r\n<b>x</b>', 'text/plain'),
    );
    const pdf = await added(store, await serving('%PDF', 'application/pdf'));
    await fetching(store);
    expect((await reading(store, slug)).clip?.quote).toBe('Plain words\n<b>x</b>');
    const read = await reading(store, pdf.slug);
    expect(read.fields).toEqual({ type: 'application/pdf' });
    expect(read.clip?.quote).toBeUndefined();
  });

  test('that leads elsewhere now loses what it had, and is fetched again', async () => {
    const store = newStore();
    const web = await serving(PAGE);
    const { slug } = await added(store, web);
    await fetching(store);
    const { revision } = await reading(store, slug);
    await doing(store, 'edit', { page: slug, text: `${web.url}/other`, revision });
    const between = await reading(store, slug);
    expect([between.title, between.clip]).toEqual([`${web.url}/other`, undefined]);
    await fetching(store);
    expect((await reading(store, slug)).clip?.url).toBe(`${web.url}/other`);
  });

  test('fetched twice is changed once', async () => {
    const store = newStore();
    const { slug } = await added(store, await serving(PAGE));
    await fetching(store);
    const { revision } = await reading(store, slug);
    await doing(store, 'fetch', { page: slug });
    expect(await fetching(store)).toMatchObject({ done: 1 });
    expect((await reading(store, slug)).revision).toBe(revision);
  });

  test('goes with what was fetched when its adding is taken back', async () => {
    const store = newStore();
    const { slug } = await added(store, await serving(PAGE));
    await fetching(store);
    const answer = await doing<{ pages: object[]; left: object[] }>(store, 'revert', { change: 1 });
    expect([answer.pages.length, answer.left.length]).toEqual([1, 0]);
    expect(await reading(store, slug)).toHaveProperty('trashed');
    await doing(store, 'purge', { pages: [slug], yes: true });
    expect(store.get('SELECT 1 FROM clips UNION ALL SELECT 1 FROM jobs')).toBeUndefined();
  });

  test('stands beside no other address, whoever changes the text back', async () => {
    const store = newStore();
    const { slug } = await added(store, await serving(PAGE));
    const { revision } = await reading(store, slug);
    const other = await serving(PAGE);
    const { change } = await doing(store, 'edit', { page: slug, text: other.url, revision });
    await fetching(store);
    expect((await reading(store, slug)).clip?.url).toBe(`${other.url}/`);
    await doing(store, 'revert', { change });
    const read = await reading(store, slug);
    expect(read.text).not.toContain(other.url);
    expect(read.clip).toBeUndefined();
    expect(await doing(store, 'search', { query: 'patience' })).toMatchObject({ total: 0 });
  });

  test('is the same after an export and an import of everything', async () => {
    const store = newStore();
    const web = await serving(PAGE);
    const { slug } = await added(store, web);
    await fetching(store);
    await added(store, web, { text: `${web.url}/waits` });
    const file = join(temporaryDirectory(), 'all.jsonl');
    writeFileSync(file, await exported(store, 'jsonl'));
    const other = newStore();
    await doing(other, 'import', { dir: file });
    expect(await reading(other, slug)).toEqual(await reading(store, slug));
    expect(await doing(other, 'search', { query: 'patience' })).toMatchObject({ total: 1 });
    expect(await fetching(other)).toMatchObject({ done: 1 });
  });

  test('may lead inside only for who sits at the store', async () => {
    const store = newStore();
    const inside = await site((_, response) => response.end(PAGE), '127.0.0.1');
    const { slug } = await added(store, inside, { fetch: false });
    const asked = doing(store, 'fetch', { page: slug, allow_private: true }, APP);
    await expect(asked).rejects.toMatchObject({ code: 'refused' });
    await doing(store, 'fetch', { page: slug });
    await fetching(store);
    expect(inside.asked).toEqual([]);
    await doing(store, 'fetch', { page: slug, allow_private: true });
    await fetching(store);
    expect(inside.asked).toEqual(['/bread']);
    expect((await reading(store, slug)).title).toBe('Bread at "home"');
  });

  test('may lead inside at that address alone, not where the page leads by the time', async () => {
    const store = newStore();
    const [meant, other] = [
      await site((_, response) => response.writeHead(503).end(), '127.0.0.1'),
      await site((_, response) => response.end(PAGE), '127.0.0.1'),
    ];
    const { slug } = await added(store, other, { fetch: false });
    const { revision } = await reading(store, slug);
    const edit = { page: slug, text: `${meant.url}/x`, revision };
    const { change } = await doing(store, 'edit', edit);
    await doing(store, 'fetch', { page: slug, allow_private: true });
    await fetching(store);
    expect(meant.asked).toEqual(['/x']);
    await doing(store, 'revert', { change });
    await doing(store, 'jobs_retry', { page: slug });
    await fetching(store);
    expect(other.asked).toEqual([]);
  });
});

describe('a hostile page', () => {
  const about = (html: string) => extract(html, 'https://example.com/x');

  test('has a bounded title on one line, without what cannot be seen', () => {
    const { title = '' } = about(`<title>\u202Eevil\u0007 \n ${'x'.repeat(1_000_000)}</title>`);
    expect(title.length).toBeLessThanOrEqual(300);
    // oxlint-disable-next-line no-control-regex
    expect(title).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test('has bounded words about itself', () => {
    const long = 'y'.repeat(100_000);
    const said = about(
      `<meta name="description" content="${long}"><meta name="author" content="${long}">
       <meta property="og:image" content="https://example.com/${long}"><p>${PARAGRAPH}</p>`,
    );
    for (const value of Object.values(said)) expect(value.length).toBeLessThanOrEqual(200_000);
    expect(said.description?.length).toBe(1000);
    expect(said.picture).toBeUndefined();
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a frame', '<iframe src="https://evil.test"></iframe>'],
    ['an address that runs', '<a href=" java\nscript:alert(1)">x</a>'],
    ['data', '<a href="data:text/html,x">x</a>'],
    ['a picture', '<img src="https://evil.test/p.png">'],
    ['a form', '<form action="https://evil.test"><input name="p"></form>'],
  ])('leaves %s behind', (_, html) => {
    const { text = '' } = about(`<article><p>${PARAGRAPH}</p>${html}<p>${PARAGRAPH}</p></article>`);
    expect(text).toContain('Sourdough');
    expect(text).not.toMatch(/alert|evil|data:|java/);
  });

  test.each([
    ['nothing', ''],
    ['nonsense', '<<<>>>\u0000<p'],
    ['no end', `<article><p>${PARAGRAPH}`],
    ['odd meta', '<meta><meta name><meta content="x"><meta property="og:image" content="::">'],
    ['only frames', '<frameset><frame src="x"></frameset>'],
  ])('of %s is read without a fault', (_, html) => {
    expect(about(html)).toBeTypeOf('object');
  });

  test.each(['yesterday', '2026-13-45', '2026-03-04T10:00:00Z<script>'])(
    'whose day is %s has none',
    (day) => {
      const html = `<meta property="article:published_time" content="${day}">`;
      expect(about(html).published).toBeUndefined();
    },
  );
});

test.each([
  ['https://www.Example.com/a/', 'http://example.com/a', true],
  ['https://example.com/?utm_source=x&id=1', 'https://example.com/?id=1', true],
  ['https://example.com/a#b', 'https://example.com/a', true],
  ['https://example.com/#/a', 'https://example.com/#/b', false],
  ['https://example.com/A', 'https://example.com/a', false],
  ['https://example.com/?id=1', 'https://example.com/?id=2', false],
  ['https://example.com:8443/', 'https://example.com/', false],
])('%s and %s are the same: %s', (one, other, same) => {
  expect(addressKey(one) === addressKey(other)).toBe(same);
});
