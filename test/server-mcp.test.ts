import { afterAll, beforeAll, expect, test } from 'vitest';

import { exchange } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

/** What /mcp was handed, by the server whose handler keeps it. */
const handed: unknown[] = [];

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest({
    mcp: async (request, response, body) => {
      if (request.url === '/mcp/broken') throw new Error('secret walrus');
      handed.push([request.url, body]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    },
  });
});
afterAll(() => server.stop());

test.each(['/mcp', '/mcp/', '/mcp/cursor', '/mcp/cursor?allow=read'])(
  'a POST to %s reaches the handler with its body parsed',
  async (path) => {
    const response = await server.post(path, { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(handed.at(-1)).toEqual([path, { jsonrpc: '2.0', id: 1, method: 'ping' }]);
  },
);

test.each([
  ['GET', '/mcp', '', '', 405, -32000],
  ['GET', '/mcp/cursor', 'Accept: text/event-stream', '', 405, -32000],
  ['DELETE', '/mcp', '', '', 405, -32000],
  ['POST', '/mcp', 'Accept: text/html', '{}', 406, -32000],
  ['POST', '/mcp', '', '{"jsonrpc":"2.0",', 400, -32700],
  ['POST', '/mcp', '', '', 400, -32700],
  ['POST', '/mcp', '', '[', 400, -32700],
  ['POST', '/mcp/broken', '', '{}', 500, -32000],
] as const)('%s %s, %s %s: %i', async (method, path, header, body, status, code) => {
  const before = handed.length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    'Connection: close',
    ...(header === '' ? [] : [header]),
    ...(method === 'POST' ? ['Content-Type: application/json'] : []),
    `Content-Length: ${body.length}`,
  ];
  const answers = await exchange(server.place, `${lines.join('\r\n')}\r\n\r\n${body}`);
  expect(answers.map((answer) => answer.status)).toEqual([status]);
  expect(JSON.parse(answers[0]?.body ?? '')).toEqual({
    jsonrpc: '2.0',
    error: { code, message: expect.any(String) },
    id: null,
  });
  if (status === 405) expect(answers[0]?.headers.get('allow')).toBe('POST');
  expect(answers[0]?.body).not.toContain('walrus');
  expect(handed).toHaveLength(before);
});
