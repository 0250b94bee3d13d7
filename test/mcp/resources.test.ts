import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { entriesOf, metadataPart } from '../../src/server/mcp/metadata.ts';
import { operations, perform } from '../../src/store/index.ts';
import {
  ask,
  call,
  imports,
  type McpServer,
  mcpForTest,
  OWNER,
  ownerAdds,
  type Reply,
} from './kit.ts';

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  const { store } = server;
  await ownerAdds(store, '# Kelp\n\nForests under water. #sea');
  await ownerAdds(store, '# Żółć 漢\n\nOther letters.');
  await ownerAdds(store, '# Gone\n\nIn the trash.');
  await perform(await operations.trash(), store, { page: 'gone' }, OWNER);
  await imports(store, 'docs', 'guide/mcp.md', 'The guide of docs.');
  await imports(store, 'docs', 'a b/ü %.md', 'Odd letters.');
  await imports(store, 'wiki', 'index.md', 'The index of wiki.');
  await imports(store, 'docs', 'index.md', 'The index of docs.');
});
afterAll(() => server.stop());

const read = async (uri: string) => (await ask(server, '2025', 'resources/read', { uri })).body;

describe('reading', () => {
  test.each([
    ['scrap://page/kelp', '# Kelp\n\nForests under water. #sea'],
    ['SCRAP://page/kelp', '# Kelp\n\nForests under water. #sea'],
    ['scrap://page/%C5%BC%C3%B3%C5%82%C4%87-%E6%BC%A2', '# Żółć 漢\n\nOther letters.'],
    ['scrap://page/żółć-漢', '# Żółć 漢\n\nOther letters.'],
    ['scrap://note/guide/mcp.md', 'The guide of docs.'],
    ['scrap://note/guide%2Fmcp.md', 'The guide of docs.'],
    ['scrap://note/docs/guide/mcp.md', 'The guide of docs.'],
    ['emanote://note/guide/mcp.md', 'The guide of docs.'],
    ['emanote://note/a%20b/%C3%BC%20%25.md', 'Odd letters.'],
    ['scrap://note/a%20b%2Fu%CC%88%20%25.md', 'Odd letters.'],
    ['scrap://note/wiki/index.md', 'The index of wiki.'],
  ])('%s', async (uri, text) => {
    expect((await read(uri)).result.contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
  });

  test.each([
    'scrap://page/gone',
    'scrap://page/Kelp%20Forest',
    'scrap://page/',
    'scrap://note/kelp',
    'scrap://note/mcp.md',
    'scrap://note/guide/../guide/mcp.md',
    'scrap://note//guide/mcp.md',
    'scrap://note/..%2F..%2Fetc%2Fpasswd',
  ])('%s is not there', async (uri) => {
    expect((await read(uri)).error).toMatchObject({ code: -32_002, data: { uri } });
  });

  test('a path that several collections have names the pages', async () => {
    const { error } = await read('scrap://note/index.md');
    expect(error).toMatchObject({ code: -32_602, data: { reason: 'ambiguous' } });
    expect(error?.data?.candidates).toHaveLength(2);
    for (const uri of error?.data?.candidates ?? []) {
      expect((await read(uri)).result.contents[0].text).toContain('The index of');
    }
  });

  test.each(['x', '-1', '1.5', ''])('an offset of "%s" is refused', async (offset) => {
    const { error } = await read(`scrap://page/kelp?offset=${offset}`);
    expect(error).toMatchObject({ code: -32_602, data: { reason: 'bad_input' } });
  });

  test('a cursor that leads nowhere is refused', async () => {
    const { error } = await read('scrap://export/metadata?cursor=eHl6');
    expect(error).toMatchObject({ code: -32_602 });
    expect(error?.message).toContain('Begin again');
  });

  test('an edit shows at once', async () => {
    await ownerAdds(server.store, 'Before');
    const uri = 'scrap://page/before';
    expect((await read(uri)).result.contents[0].text).toBe('Before');
    const page = await perform(await operations.read(), server.store, { page: 'before' }, OWNER);
    const change = { page: 'before', text: 'After', revision: page.revision };
    await perform(await operations.edit(), server.store, change, OWNER);
    expect((await read(uri)).result.contents[0].text).toBe('After');
  });
});

describe('lists', () => {
  const listed = async (uri: string) => {
    const [content, next] = (await read(uri)).result.contents;
    expect(content.mimeType).toBe('application/json');
    return { answer: JSON.parse(content.text), next: next?.uri };
  };

  test('the changes are those that the tool lists', async () => {
    const { answer } = await listed('scrap://changes');
    const { structuredContent } = await call(server, 'changes', {});
    expect(answer).toEqual(structuredContent);
    expect(answer.changes[0]).toMatchObject({ number: answer.latest });
  });

  test('what is due goes on to its end, and what is not is left out', async () => {
    const own = await mcpForTest();
    for (let i = 0; i < 120; i++) {
      await ownerAdds(own.store, `- [ ] late ${i} 📅 2020-01-01`, { title: `Late ${i}` });
    }
    await ownerAdds(own.store, 'Today', { kind: 'todo', due: 'today' });
    await ownerAdds(own.store, 'Tomorrow', { kind: 'todo', due: 'tomorrow' });
    await ownerAdds(own.store, 'Undated', { kind: 'todo' });
    const found: string[] = [];
    let uri: string | undefined = 'scrap://todos/due';
    while (uri !== undefined) {
      const { body } = await ask(own, '2025', 'resources/read', { uri });
      const [content, next]: Reply['result']['contents'] = body.result.contents;
      found.push(...JSON.parse(content.text).todos.map((item: { text: string }) => item.text));
      uri = next?.uri;
    }
    expect(found).toHaveLength(121);
    expect(found.at(-1)).toBe('Today');
    await own.stop();
  });

  test.each(['scrap://changes?cursor=x', 'scrap://todos/due?cursor=x'])(
    '%s is refused',
    async (uri) => {
      expect((await read(uri)).error).toMatchObject({ code: -32_602, data: { uri } });
    },
  );
});

test('every path in the metadata leads to its page', async () => {
  for (const scheme of ['scrap', 'emanote']) {
    const uri = `${scheme}://export/metadata`;
    const [content] = (await read(uri)).result.contents;
    expect([content.uri, content.mimeType]).toEqual([uri, 'application/json']);
    const { version, files, next_cursor } = JSON.parse(content.text);
    expect([version, next_cursor]).toEqual([1, undefined]);
    const paths = Object.keys(files);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      const { error } = await read(`${scheme}://note/${encodeURI(path)}`);
      expect([path, error]).toEqual([path, undefined]);
    }
  }
});

test('the list is fixed in length and says what a picker shows', async () => {
  for (let i = 0; i < 25; i++) await ownerAdds(server.store, `# Page ${i}\u0007\n\ntext ${i}`);
  const { resources } = (await ask(server, '2025', 'resources/list')).body.result;
  expect(resources).toHaveLength(23);
  expect(resources[1]).toMatchObject({
    uri: 'scrap://page/page-24',
    title: expect.stringMatching(/^Page 24\s*$/),
    mimeType: 'text/markdown',
    size: '# Page 24\u0007\n\ntext 24'.length,
  });
  const lastModified = resources[1]?.annotations?.lastModified ?? '';
  expect(new Date(lastModified).toISOString()).toBe(lastModified);
});

describe('completion', () => {
  const complete = async (uri: string, name: string, value: string, type = 'ref/resource') => {
    const ref = type === 'ref/resource' ? { type, uri } : { type, name: uri };
    const params = { ref, argument: { name, value } };
    return (await ask(server, '2025', 'completion/complete', params)).body;
  };

  test.each([
    ['scrap://page/{slug}', 'slug', 'kel', ['kelp']],
    ['scrap://page/{slug}', 'slug', 'KEL', ['kelp']],
    ['scrap://page/{slug}', 'slug', 'gone', []],
    ['scrap://page/{slug}', 'slug', '%', []],
    ['scrap://note/{+path}', 'path', 'guide/', ['guide/mcp.md']],
    ['scrap://note/{+path}', 'path', 'ind', ['docs/index.md', 'wiki/index.md']],
  ])('%s %s=%s', async (uri, name, value, values) => {
    const { completion } = (await complete(uri, name, value)).result;
    expect(completion).toEqual({ values, total: values.length, hasMore: false });
  });

  test('is bounded', async () => {
    for (let i = 0; i < 120; i++) await ownerAdds(server.store, `# Many ${i}`);
    const { completion } = (await complete('scrap://page/{slug}', 'slug', 'many-')).result;
    expect(completion.values).toHaveLength(100);
    expect(completion).toMatchObject({ total: 120, hasMore: true });
  });

  test.each([
    ['scrap://page/{slug}', 'path', 'ref/resource'],
    ['scrap://export/metadata', 'cursor', 'ref/resource'],
    ['scrap://nope/{x}', 'x', 'ref/resource'],
    ['search', 'query', 'ref/prompt'],
  ])('%s has no %s', async (uri, name, type) => {
    expect((await complete(uri, name, '', type)).error?.code).toBe(-32_602);
  });
});

describe('the metadata is cut between entries', () => {
  const files = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });

  test('wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 9 }), async (given, length) => {
        const json = JSON.stringify({ version: 1, files: given });
        const found: string[] = [];
        for await (const entry of entriesOf(inPieces(json, length))) found.push(entry);
        expect(JSON.parse(`{${found.join(',')}}`)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(found).toHaveLength(Object.keys(given).length);
      }),
    );
  });

  test('an entry that alone is too long keeps its names', async () => {
    const entry = {
      title: 'T',
      filePath: 'p.md',
      url: 'u',
      meta: { x: 'y'.repeat(200_000) },
      links: [],
    };
    const json = JSON.stringify({ version: 1, files: { 'p.md': entry, 'q.md': { title: 'Q' } } });
    const part = await metadataPart(inPieces(json, 1000), undefined);
    expect(JSON.parse(part.json).files).toEqual({
      'p.md': { ...entry, meta: {}, cut: true },
      'q.md': { title: 'Q' },
    });
  });

  async function* inPieces(text: string, length: number) {
    for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
  }
});
