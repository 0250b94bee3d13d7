import { createHash } from 'node:crypto';

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { pieceOf, shortened } from '../../src/server/mcp/budget.ts';
import { ask, call, imports, type McpServer, mcpForTest, ownerAdds } from './kit.ts';

/** In tokens, as `o200k_base` counts them: at most, and where nothing was asked for. */
const MOST = 25_000;
const USUAL = 12_500;
const tokens = (text: string) => countTokens(text);

const LONG = 'Kelp grows in cold water. '.repeat(12_000);
const WIDE = '漢字🐡'.repeat(40_000);
const HEX = Array.from({ length: 5_000 }, (_, i) =>
  createHash('md5').update(String(i)).digest('hex'),
).join(' ');
const RARE = '\u{20123}\u{2a6d6}\u1234'.repeat(20_000);
const CHAPTERS = Array.from(
  { length: 300 },
  (_, i) =>
    `# Chapter ${i}\n\n## A ${i}\n\n${`Words of chapter ${i}. `.repeat(i === 7 ? 20_000 : 30)}\n`,
).join('\n');
const NOVEL = 'nothing but words '.repeat(3_000);

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  const { store } = server;
  await ownerAdds(store, LONG, { title: 'Long' });
  await ownerAdds(store, WIDE, { title: 'Wide' });
  await ownerAdds(store, HEX, { title: 'Hex' });
  await ownerAdds(store, RARE, { title: 'Rare' });
  await ownerAdds(store, 'kelp '.repeat(40_000), { title: 'Words' });
  await ownerAdds(store, CHAPTERS, { title: 'Chapters' });
  await imports(store, 'odd', 'novel.md', `---\ntitle: Novel\nabstract: ${NOVEL}\n---\nshort`);
  for (let i = 0; i < 120; i++) {
    const front = `---\n${['a', 'b', 'c'].map((name) => `${name}: ${'word '.repeat(90)}`).join('\n')}\n---\n`;
    await imports(
      store,
      'many',
      `folder/page ${i}.md`,
      `${front}# Page ${i}\n\n- [ ] ${'Kelp grows. '.repeat(80)}`,
    );
  }
  await ownerAdds(store, `- [ ] ${'x'.repeat(1_000_000)}`, { title: 'A line' });
  await ownerAdds(store, Array.from({ length: 1_200 }, (_, i) => `#tag${i}x`).join(' '), {
    title: 'Tags',
  });
});
afterAll(() => server.stop());

describe('no reply exceeds the budget', () => {
  test.each([
    ['read', { page: 'long' }],
    ['read', { page: 'wide' }],
    ['read', { page: 'novel' }],
    ['read', { page: 'a-line' }],
    ['read', { page: 'hex' }],
    ['read', { page: 'hex', max_chars: 10_000_000 }],
    ['read', { page: 'rare' }],
    ['read', { page: 'words', max_chars: 10_000_000 }],
    ['read', { page: 'chapters' }],
    ['read', { page: 'chapters', section: 'Chapter 7', max_chars: 10_000_000 }],
    ['read', { page: 'tags' }],
    ['read', { page: 'long', max_chars: null }],
    ['read', { page: 'wide', offset: 1, max_chars: 10_000_000 }],
    ['read', { page: 'long', max_chars: 10_000_000 }],
    ['recent', {}],
    ['recent', { limit: 100, imported: true }],
    ['search', { query: 'kelp', limit: 100 }],
    ['search', { query: 'kelp' }],
    ['todos', { limit: 200 }],
    ['todos', {}],
    ['tags', { limit: 1000 }],
    ['write', { text: LONG, title: 'Copy' }],
  ])('%s %j', async (name, input) => {
    const { content, structuredContent, isError } = await call(server, name, input);
    expect(isError).toBeUndefined();
    const size = tokens(content[0].text);
    const asked = 'limit' in input || ('max_chars' in input && input.max_chars !== null);
    expect(size).toBeLessThan(asked ? MOST : USUAL);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });
});

test.each([
  ['long', LONG, {}],
  ['wide', WIDE, {}],
  ['wide', WIDE, { max_chars: 80_001 }],
])('%s is read whole, piece by piece', async (page, text, more) => {
  let whole = '';
  let offset: number | undefined = 0;
  for (let calls = 0; offset !== undefined && calls < 100; calls++) {
    const { structuredContent } = await call(server, 'read', { page, offset, ...more });
    whole += structuredContent.text;
    expect([structuredContent.truncated, structuredContent.chars]).toEqual([true, text.length]);
    offset = structuredContent.next_offset;
  }
  expect(whole === text).toBe(true);
});

describe('a long page', () => {
  test('comes with its outline, once', async () => {
    const { structuredContent: first } = await call(server, 'read', { page: 'chapters' });
    expect(first.outline).toHaveLength(100);
    expect(first.outline?.[1]).toMatchObject({ heading: 'Chapter 1', level: 1 });
    const offset = first.next_offset;
    const { structuredContent: next } = await call(server, 'read', { page: 'chapters', offset });
    expect(next.outline).toBeUndefined();
    expect(next.text).toBe(CHAPTERS.slice(offset, (offset ?? 0) + next.text.length));
  });

  test('is read by section, the long one in pieces', async () => {
    const read = async (input: object) =>
      (await call(server, 'read', { page: 'chapters', ...input })).structuredContent;
    const short = await read({ section: '## a 12' });
    expect(short.text.trim().split('\n')[0]).toBe('## A 12');
    expect([short.truncated, short.next_offset]).toEqual([true, undefined]);
    let whole = '';
    let offset: number | undefined;
    do {
      const piece: typeof short = await read({
        section: 'Chapter 7',
        ...(offset === undefined ? {} : { offset }),
      });
      whole += piece.text;
      offset = piece.next_offset;
    } while (offset !== undefined);
    const [start, end] = [CHAPTERS.indexOf('# Chapter 7\n'), CHAPTERS.indexOf('# Chapter 8\n')];
    expect(whole === CHAPTERS.slice(start, end)).toBe(true);
  });

  test('without such a heading says how to find one', async () => {
    const input = { page: 'chapters', section: 'Chapter 999' };
    const { isError, content } = await call(server, 'read', input);
    expect(isError).toBe(true);
    expect(content[0].text).toContain('Read it without section');
  });

  test('by default about 8,000 tokens of it come', async () => {
    const { content } = await call(server, 'read', { page: 'long' });
    expect(tokens(content[0].text)).toBeGreaterThan(5_000);
  });
});

test('a list that was shortened goes on where it ends', async () => {
  const seen: string[] = [];
  const lengths: number[] = [];
  let cursor: string | undefined;
  do {
    const input = { limit: 100, imported: true, ...(cursor === undefined ? {} : { cursor }) };
    const { structuredContent } = await call(server, 'recent', input);
    seen.push(...structuredContent.pages.map((page) => page.slug));
    cursor = structuredContent.next_cursor;
    lengths.push(structuredContent.pages.length);
  } while (cursor !== undefined && lengths.length < 50);
  expect(lengths[0]).toBeLessThan(100);
  const all = server.store.all<{ slug: string }>('SELECT slug FROM pages').map(({ slug }) => slug);
  expect(seen.toSorted()).toEqual(all.toSorted());
});

test('what was cut or left out is said', async () => {
  const { structuredContent: novel } = await call(server, 'read', { page: 'novel' });
  expect(novel.fields).toEqual({ abstract: expect.stringMatching(/^.{500}…$/) });
  expect(novel.warnings.join()).toContain('abstract');
  const { structuredContent: todos } = await call(server, 'todos', { limit: 200 });
  const line = todos.todos.find((item) => item.text.length > 500);
  expect(line?.text).toHaveLength(501);
  expect(todos.warnings.join()).toContain('text');
});

test('a page that is read by its URI goes on at the next one', async () => {
  for (const [slug, text] of [
    ['long', LONG],
    ['wide', WIDE],
  ] as const) {
    let whole = '';
    let uri: string | undefined = `scrap://page/${slug}`;
    for (let calls = 0; uri !== undefined && calls < 20; calls++) {
      const { body } = await ask(server, '2025', 'resources/read', { uri });
      const [piece, next] = body.result.contents;
      expect(tokens(JSON.stringify(piece.text))).toBeLessThanOrEqual(MOST);
      expect([piece.uri, piece.mimeType]).toEqual([uri, 'text/markdown']);
      whole += piece.text;
      uri = next?.uri;
      if (next !== undefined) expect(next.text).toContain(next.uri);
    }
    expect(whole === text).toBe(true);
  }
});

test('so does the metadata, in documents of their own', async () => {
  const files: Record<string, unknown> = {};
  let uri: string | undefined = 'scrap://export/metadata';
  let calls = 0;
  while (uri !== undefined && calls < 20) {
    const { body } = await ask(server, '2025', 'resources/read', { uri });
    const [piece, next] = body.result.contents;
    expect(tokens(JSON.stringify(piece.text))).toBeLessThanOrEqual(MOST);
    const part = JSON.parse(piece.text);
    expect(part.version).toBe(1);
    Object.assign(files, part.files);
    uri = next?.uri;
    calls += 1;
    expect(part.next_cursor).toBe(uri?.split('cursor=')[1]);
  }
  expect(Object.keys(files)).toHaveLength(
    server.store.get<{ n: number }>('SELECT count(*) AS n FROM pages')?.n ?? 0,
  );
});

test.each([0, 1, 2, 3])('a character is never cut in half (%i before it)', (before) => {
  const text = 'x'.repeat(before) + '🐡'.repeat(60_000);
  expect(isWhole(pieceOf(text, 0))).toBe(true);
  const { title, warnings } = shortened({ title: text });
  expect(isWhole(String(title))).toBe(true);
  expect(warnings).toEqual(['Cut or left out, being too long: title.']);
});

function isWhole(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
