import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exchange } from '../kit/raw.ts';
import { ask, call, type McpServer, mcpForTest, ownerAdds, post } from './kit.ts';

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  // Of one length, so that none is the beginning of another.
  for (let i = 100; i < 150; i++) {
    await ownerAdds(server.store, `# alpha${i}\n\nalpha${i} and more`);
    await ownerAdds(server.store, `# beta${i}\n\nbeta${i} and more`);
  }
});
afterAll(() => server.stop());

describe('clients that number their requests alike', () => {
  const search = (path: string, id: number, query: string) => {
    const params = { name: 'search', arguments: { query } };
    return post(server, { jsonrpc: '2.0', id, method: 'tools/call', params }, { path });
  };

  test('each gets the answer to its own question', async () => {
    const asked = Array.from({ length: 50 }, (_, i) => [
      `alpha${100 + i}`,
      `beta${100 + i}`,
    ]).flat();
    const answers = await Promise.all(
      asked.map((word) => search(word.startsWith('a') ? '/mcp/a' : '/mcp/b', 1, word)),
    );
    expect(answers).toHaveLength(100);
    for (const [i, { status, body }] of answers.entries()) {
      expect([status, body.id]).toEqual([200, 1]);
      const slugs = body.result.structuredContent.pages.map((page) => page.slug);
      expect(slugs).toEqual([asked[i]]);
    }
  });

  test('two writes are two pages', async () => {
    const write = (path: string, text: string) => {
      const params = { name: 'write', arguments: { text, key: 'same' } };
      return post(server, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { path });
    };
    const before = pages();
    const both = await Promise.all([write('/mcp/a', 'From A'), write('/mcp/b', 'From B')]);
    expect(both.map(({ body }) => body.result.structuredContent.title)).toEqual([
      'From A',
      'From B',
    ]);
    expect(pages()).toBe(before + 2);
  });

  test('a batch with one id twice is refused as a whole', async () => {
    const before = pages();
    const params = { name: 'write', arguments: { text: 'batched' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { status, body } = await post(server, [message, message]);
    expect([status, body.error?.code]).toEqual([400, -32_600]);
    expect(pages()).toBe(before);
  });
});

describe('hostile bodies are refused and the others served', () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  const called = (input: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":${input}}}`;

  test.each<[string, string, number]>([
    ['a list of 3.9 MB', called(`{"text":"x","tags":[${'"a",'.repeat(975_000)}"a"]}`), 413],
    ['5 MB of text', called(`{"text":"${'x'.repeat(5_000_000)}"}`), 413],
    ['200,000 tags', called(`{"text":"x","tags":[${'"a",'.repeat(200_000)}"a"]}`), 200],
    ['140,000 fields', called(`{${'"a":1,'.repeat(140_000)}"b":1}`), 200],
    ['objects 100,000 deep', called(`{"a":${deep('{"a":', '}').replace(':}', ':1}')}}`), 400],
    ['lists 100,000 deep', called(`{"text":${deep('[', ']')}}`), 400],
    ['lists 40 deep', called(`{"text":"x","tags":${'['.repeat(40)}${']'.repeat(40)}}`), 200],
    ['a body that is a deep list', deep('[', ']'), 400],
    ['half a million messages', `[${'1,'.repeat(400_000)}1]`, 400],
    ['a method of 900 KB', `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(900_000)}"}`, 200],
    ['an id of 900 KB', `{"jsonrpc":"2.0","id":"${'m'.repeat(900_000)}","method":"ping"}`, 200],
    [
      'a tool of 900 KB',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${'m'.repeat(900_000)}"}}`,
      200,
    ],
    [
      'a uri of 900 KB',
      `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"scrap://page/${'m'.repeat(900_000)}"}}`,
      200,
    ],
    ['a query of 900 KB', called(`{"text":1,"query":"${'('.repeat(900_000)}"}`), 200],
    ['inherited names', called('{"__proto__":{"text":"x"},"constructor":1}'), 200],
  ])('%s', async (_name, body, status) => {
    const before = pages();
    const [got, other] = await Promise.all([
      post(server, body),
      call(server, 'search', { query: 'alpha101' }),
    ]);
    expect(got.status).toBe(status);
    expect(got.text.length).toBeLessThan(1_900_000);
    expect(other.structuredContent.pages).toHaveLength(1);
    expect(pages()).toBe(before);
  });

  test('in 2026 too', async () => {
    for (const input of [
      { text: 'x', tags: Array.from({ length: 100_000 }, () => 'a') },
      { a: 'x'.repeat(800_000) },
    ]) {
      const { status, body } = await ask(server, '2026', 'tools/call', {
        name: 'write',
        arguments: input,
      });
      expect([status, body.result.isError]).toEqual([200, true]);
    }
  });
});

test('who leaves in the middle disturbs nobody', async () => {
  const params = { name: 'recent', arguments: { limit: 100 } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const gone = Array.from({ length: 20 }, async (_, i) => {
    const signal = AbortSignal.timeout(i);
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.base}/mcp`, { method: 'POST', headers, body, signal }).catch(() => {});
  });
  await Promise.all(gone);
  expect((await ask(server, '2026', 'tools/list')).status).toBe(200);
});

test('a character that is cut by the stream arrives whole', async () => {
  const text = 'żółć🐡漢'.repeat(500);
  const params = { name: 'write', arguments: { text, key: 'cut' } };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 7) {
    const piece = body.subarray(at, at + 7);
    pieces.push(
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    );
  }
  const [answer] = await exchange(
    server.place,
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.place.port}\r\nConnection: close\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    ...pieces,
    '0\r\n\r\n',
  );
  const { slug } = JSON.parse(answer?.body ?? '').result.structuredContent;
  expect((await call(server, 'read', { page: slug })).structuredContent.text).toBe(text);
});

test('none of this was a fault', () => {
  expect(server.log).toEqual([]);
});

function pages(): number {
  return server.store.get<{ n: number }>('SELECT count(*) AS n FROM pages')?.n ?? 0;
}
