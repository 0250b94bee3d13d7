import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { allOperations, nameAt, operations, perform } from '../../src/store/index.ts';
import { pageWith } from '../kit/files.ts';
import { photo } from '../kit/pictures.ts';
import {
  ask,
  call,
  type Era,
  imports,
  type McpServer,
  mcpForTest,
  OWNER,
  ownerAdds,
  PUBLIC,
} from './kit.ts';

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  await ownerAdds(server.store, '# Kelp\n\nForests under water. #sea/plants\n\n- [ ] prune it');
  await ownerAdds(server.store, 'Call Ann', { kind: 'todo', due: '2026-12-24', priority: 1 });
  await ownerAdds(server.store, '---\ntitle: Odd\nrating: 5\nnested: {a: [1, 2]}\n---\nżółć 🐡 漢');
  await imports(server.store, 'docs', 'guide/mcp.md', '# MCP\n\nSee [[kelp]].');
  await pageWith(server.store, await photo(), 'whiteboard.jpg');
});
afterAll(() => server.stop());

describe.each(['2025', '2026'] satisfies Era[])('every tool answers in %s', (era) => {
  test.each([
    ['search', { query: 'kelp' }],
    ['search', { query: 'nothing-has-this' }],
    ['search', { query: 'is:open', limit: '1' }],
    ['read', { page: 'kelp' }],
    ['read', { page: '[[Odd]]', text: null }],
    ['read', { page: `${PUBLIC}/p/kelp`, text: false }],
    ['read', { page: 'scrap://note/guide/mcp.md' }],
    ['read', { page: 'whiteboard' }],
    ['search', { query: 'has:image' }],
    ['recent', {}],
    ['recent', { imported: true, limit: 2 }],
    ['todos', {}],
    ['todos', { status: 'done' }],
    ['tags', {}],
    ['changes', {}],
    ['changes', { after: 1, limit: 1 }],
    ['revisions', { page: 'kelp' }],
    ['edit_meta', { pages: ['kelp', 'odd'], priority: 2, add_tags: ['b'] }],
    ['rename_tag', { from: 'b', to: 'c' }],
    ['revert', { author: 'claude', since: '1h', dry_run: true }],
    ['write', { text: `By an agent in ${era}`, tags: ['a'], origin: 'a test' }],
  ])('%s %j', async (name, input) => {
    const result = await call(server, name, input, { era });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(result.structuredContent) },
    ]);
    const operation = (await allOperations()).find((one) => nameAt(one, 'mcp') === name);
    // The strict schema itself, of which clients are sent a leaner one.
    expect(operation?.output().safeParse(result.structuredContent).success).toBe(true);
    expect(JSON.stringify(result)).not.toContain('null');
  });
});

test('a photo is told of with the addresses people can open', async () => {
  const read = await call(server, 'read', { page: 'whiteboard' });
  const found = await call(server, 'search', { query: 'has:image' });
  const image = {
    name: 'whiteboard.jpg',
    type: 'image/jpeg',
    url: expect.stringMatching(`^${PUBLIC}/files/[0-9a-f]{32}/whiteboard.jpg$`) as string,
    thumb: expect.stringMatching(`^${PUBLIC}/pictures/[0-9a-f]{32}/small$`) as string,
  };
  expect(read.structuredContent).toMatchObject({ kind: 'photo', images: [image] });
  expect(found.structuredContent).toMatchObject({ pages: [{ images: [image] }] });
});

test('what MCP answers is what the store answers', async () => {
  const { structuredContent } = await call(server, 'read', { page: 'kelp' });
  const read = await operations.read();
  expect(structuredContent).toEqual(await perform(read, server.store, { page: 'kelp' }, OWNER));
  expect(structuredContent.url).toBe(`${PUBLIC}/p/kelp`);
});

describe('provenance', () => {
  test.each<[string, string, Era, string | undefined]>([
    ['no label', '/mcp', '2025', undefined],
    ['a label', '/mcp/claude-code', '2025', 'claude-code'],
    ['the name a client sends along', '/mcp', '2026', 'tester'],
    ['a label and a name', '/mcp/laptop', '2026', 'laptop'],
  ])('%s', async (name, path, era, client) => {
    const written = await call(server, 'write', { text: `Written with ${name}` }, { path, era });
    const { slug } = written.structuredContent;
    const { structuredContent: page } = await call(server, 'read', { page: slug });
    expect([page.author, page.source, page.client]).toEqual(['claude', 'mcp', client]);
    const change = server.store.get('SELECT * FROM changes ORDER BY number DESC LIMIT 1');
    expect(change).toMatchObject({ author: 'claude', source: 'mcp', client: client ?? null });
  });

  test.each([['author'], ['source'], ['client'], ['created'], ['slug']])(
    '%s cannot be given',
    async (field) => {
      const before = pages();
      const result = await call(server, 'write', { text: 'x', [field]: 'me' });
      expect(result.isError).toBe(true);
      expect(pages()).toBe(before);
    },
  );

  test('headers of the HTTP door mean nothing here', async () => {
    const headers = { 'scrap-author': 'me', 'scrap-source': 'cli', 'idempotency-key': 'k' };
    const { structuredContent } = await call(server, 'write', { text: 'Headers' }, { headers });
    expect([structuredContent.author, structuredContent.source]).toEqual(['claude', 'mcp']);
  });

  test('an agent appends to what an agent wrote, and only there', async () => {
    const { structuredContent: own } = await call(server, 'write', { text: '# Log\n\nOne.' });
    const added = await call(server, 'write', { text: 'Two.', to: own.slug });
    expect(added.isError).toBeUndefined();
    const { structuredContent: page } = await call(server, 'read', { page: own.slug });
    expect(page.text).toMatch(/One\.[\s\S]*Two\./);
    const refused = await call(server, 'write', { text: 'Two.', to: 'kelp' });
    expect(refused.isError).toBe(true);
  });
});

describe('a key makes a retry the same write', () => {
  test('from one client, in either era', async () => {
    const input = { text: 'Once only', key: 'k1' };
    const path = '/mcp/one';
    const first = await call(server, 'write', input, { path });
    const before = pages();
    const again = await call(server, 'write', input, { path, era: '2026' });
    expect([first.structuredContent.created, again.structuredContent.created]).toEqual([
      true,
      false,
    ]);
    expect(again.structuredContent.slug).toBe(first.structuredContent.slug);
    const other = await call(server, 'write', { ...input, text: 'Other' }, { path });
    expect(other.isError).toBe(true);
    expect(other.content[0].text).toContain(first.structuredContent.slug);
    expect(pages()).toBe(before);
  });

  test('each label has its own', async () => {
    const input = { text: 'Mine', key: 'k2' };
    const [one, two] = [
      await call(server, 'write', input, { path: '/mcp/one' }),
      await call(server, 'write', input, { path: '/mcp/two' }),
    ];
    expect([one.structuredContent.created, two.structuredContent.created]).toEqual([true, true]);
  });

  test('without a key there are two pages, and the second says so', async () => {
    const [, again] = [
      await call(server, 'write', { text: 'Twice' }),
      await call(server, 'write', { text: 'Twice' }),
    ];
    expect(again.structuredContent.created).toBe(true);
    expect(again.structuredContent.warnings.join()).toContain('Pass a key');
    const { body } = await ask(server, '2025', 'tools/list');
    const write = body.result.tools.find((tool) => tool.name === 'write');
    expect(write?.description).toContain('key');
  });
});

function pages(): number {
  return server.store.get<{ n: number }>('SELECT count(*) AS n FROM pages')?.n ?? 0;
}
