import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exchange } from '../kit/raw.ts';
import {
  ask,
  type Era,
  type McpServer,
  mcpForTest,
  NEWEST,
  ownerAdds,
  post,
  TOOLS,
} from './kit.ts';

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  await ownerAdds(server.store, '# Kelp\n\nForests under water.');
});
afterAll(() => server.stop());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const SERVED = [
  'scrap://export/metadata',
  'scrap://page/{slug}',
  'scrap://note/{+path}',
  'scrap://changes',
  'scrap://todos/due',
];
const unknown = (uri: string, reason: string) => ({ uri, reason, supported: SERVED });

/** Method, params, then HTTP status, error code and data in each era. */
const ROWS: readonly [
  string,
  string,
  object,
  [number, number, object?],
  [number, number, object?],
][] = [
  [
    'a page that is not there',
    'resources/read',
    { uri: 'scrap://page/nope' },
    [200, -32_002, { uri: 'scrap://page/nope' }],
    [200, -32_602, { uri: 'scrap://page/nope' }],
  ],
  [
    'a path that is not there',
    'resources/read',
    { uri: 'emanote://note/no/pe.md' },
    [200, -32_002, { uri: 'emanote://note/no/pe.md' }],
    [200, -32_602, { uri: 'emanote://note/no/pe.md' }],
  ],
  ...(
    [
      ['a foreign scheme', 'file:///etc/passwd', 'uri'],
      ['an unknown scheme', 'ftp://page/kelp', 'scheme'],
      ['an unknown kind', 'scrap://secrets/kelp', 'kind'],
      ['a kind of the other scheme', 'emanote://page/kelp', 'kind'],
      ['the name of a built-in', 'scrap://constructor/x', 'kind'],
      ['another export', 'scrap://export/content', 'kind'],
      ['other todos', 'scrap://todos/done', 'kind'],
      ['todos of no kind', 'scrap://todos', 'kind'],
      ['one change', 'scrap://changes/1', 'kind'],
      ['no URI', 'kelp', 'uri'],
      ['an escape that is not UTF-8', 'scrap://page/%ff', 'uri'],
    ] as const
  ).map(([name, uri, reason]): (typeof ROWS)[number] => [
    name,
    'resources/read',
    { uri },
    [200, -32_602, unknown(uri, reason)],
    [200, -32_602, unknown(uri, reason)],
  ]),
  ['no uri at all', 'resources/read', {}, [200, -32_602], [200, -32_602]],
  ['an unknown method', 'no/such', {}, [200, -32_601], [404, -32_601]],
  ['what is not offered', 'prompts/list', {}, [200, -32_601], [404, -32_601]],
  [
    'a subscription',
    'resources/subscribe',
    { uri: 'scrap://page/kelp' },
    [200, -32_601],
    [404, -32_601],
  ],
  [
    'an unknown tool',
    'tools/call',
    { name: 'erase', arguments: {} },
    [200, -32_602],
    [200, -32_602],
  ],
  ['an inherited name', 'tools/call', { name: '__proto__' }, [200, -32_602], [200, -32_602]],
  ['no tool', 'tools/call', { arguments: {} }, [200, -32_602], [200, -32_602]],
  [
    'input that is a list',
    'tools/call',
    { name: 'read', arguments: [1] },
    [200, -32_602],
    [200, -32_602],
  ],
  ['a cursor that is a number', 'tools/list', { cursor: 5 }, [200, -32_602], [200, -32_602]],
];

describe.each(['2025', '2026'] satisfies Era[])('errors in the words of %s', (era) => {
  test.each(ROWS)('%s', async (_name, method, params, old, modern) => {
    const [status, code, data] = era === '2025' ? old : modern;
    const { status: got, headers, body } = await ask(server, era, method, { ...params });
    expect([got, body.error?.code]).toEqual([status, code]);
    if (data !== undefined) expect(body.error?.data).toEqual(data);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(body.error?.message).not.toContain('Forests');
  });

  test.each([
    ['input that is missing', 'read', {}, '"page" is missing.'],
    ['a field that is nearly one', 'read', { pag: 'kelp' }, 'Did you mean "page"?'],
    ['a page that is not there', 'read', { page: 'kelpp' }, 'Nearest: kelp.'],
    ['a foreign cursor', 'recent', { cursor: 'xyz' }, 'Leave it out'],
    ['a provenance that it claims', 'write', { text: 'x', author: 'me' }, 'no field "author"'],
    ['what belongs to the owner', 'write', { text: 'x', to: 'kelp' }, "owner's text"],
  ])('a failure a model can mend is a result: %s', async (_name, name, input, mend) => {
    const { status, body } = await ask(server, era, 'tools/call', { name, arguments: input });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.result.isError).toBe(true);
    expect(body.result.structuredContent).toBeUndefined();
    expect(body.result.content[0].text).toContain(mend);
  });

  test.each([
    ['serch', 'Did you mean "search"?'],
    ['add', 'Did you mean "write"?'],
    ['erase', `The tools are ${TOOLS.edit.join(', ')}.`],
  ])('the tool %s is answered with the right name', async (name, hint) => {
    const { body } = await ask(server, era, 'tools/call', { name, arguments: {} });
    expect(body.error?.message).toBe(`There is no tool "${name}". ${hint}`);
  });
});

const HEADER = 'mcp-protocol-version';

describe('messages that are not well-formed', () => {
  test.each<[string, unknown, Record<string, string>, number, number]>([
    ['an old version', PING, { [HEADER]: '1999-01-01' }, 400, -32_000],
    ['a word as version', PING, { [HEADER]: 'latest' }, 400, -32_000],
    ['2026 in the header alone', PING, { [HEADER]: NEWEST, 'mcp-method': 'ping' }, 400, -32_602],
    ['a batch', [PING, PING], {}, 400, -32_600],
    ['a batch in 2026', [PING], { [HEADER]: NEWEST }, 400, -32_600],
    ['an empty batch', [], {}, 400, -32_600],
    ['null as id', { ...PING, id: null }, {}, 400, -32_600],
    ['a fraction as id', { ...PING, id: 1.5 }, {}, 400, -32_600],
    ['a list as params', { ...PING, params: [] }, {}, 400, -32_600],
    ['_meta that is none', { ...PING, params: { _meta: 'x' } }, {}, 400, -32_600],
    ['JSON-RPC 1.0', { ...PING, jsonrpc: '1.0' }, {}, 400, -32_600],
    ['a string', '"ping"', {}, 400, -32_600],
    ['null', 'null', {}, 400, -32_600],
    ['half of a message', '{"jsonrpc":"2.0",', {}, 400, -32_700],
    ['nothing', '', {}, 400, -32_700],
    ['another media type', PING, { 'content-type': 'text/plain' }, 415, -32_000],
    ['Accept that excludes JSON', PING, { accept: 'text/event-stream' }, 406, -32_000],
    ['a foreign origin', PING, { origin: 'https://evil.example' }, 403, -32_000],
  ])('%s', async (_name, body, headers, status, code) => {
    const got = await post(server, body, { headers });
    expect([got.status, got.body.error?.code]).toEqual([status, code]);
    if (code === -32_000 && HEADER in headers)
      expect(got.body.error?.message).toContain('2025-06-18');
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['an unknown version', 'tools/list', { [HEADER]: '2099-01-01' }, -32_020],
    ['a header that says otherwise', 'tools/list', { [HEADER]: '2025-06-18' }, -32_020],
    ['no Mcp-Method', 'tools/list', { 'mcp-method': '' }, -32_020],
    ['another Mcp-Method', 'tools/list', { 'mcp-method': 'ping' }, -32_020],
  ])('in 2026: %s', async (_name, method, headers, code) => {
    const got = await ask(server, '2026', method, {}, { headers });
    expect([got.status, got.body.error?.code]).toEqual([400, code]);
  });

  test('in 2026: no Mcp-Name', async () => {
    const params = { name: 'read', arguments: { page: 'kelp' } };
    const got = await ask(server, '2026', 'tools/call', params, { headers: { 'mcp-name': '' } });
    expect([got.status, got.body.error?.code]).toEqual([400, -32_020]);
  });

  test('a later version is told what is supported', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
    const headers = { [HEADER]: '2099-01-01', 'mcp-method': 'tools/list' };
    const got = await post(server, body, { headers });
    expect([got.status, got.body.error?.code]).toEqual([400, -32_022]);
    expect(got.body.error?.data?.supported).toEqual([NEWEST]);
  });
});

describe('what a client sends around its calls', () => {
  test.each([
    ['notifications/initialized', {}],
    ['notifications/cancelled', { requestId: 1 }],
    ['notifications/of/its/own', {}],
  ])('%s is taken without an answer', async (method, params) => {
    for (const headers of [{}, { [HEADER]: NEWEST, 'mcp-method': method }]) {
      const got = await post(server, { jsonrpc: '2.0', method, params }, { headers });
      expect([got.status, got.text]).toEqual([202, '']);
    }
  });

  test('so is a response', async () => {
    for (const headers of [{}, { [HEADER]: NEWEST }]) {
      const got = await post(server, { jsonrpc: '2.0', id: 4, result: {} }, { headers });
      expect([got.status, got.text]).toEqual([202, '']);
    }
  });

  test.each<[string, Record<string, string>]>([
    ['JSON first', { accept: 'application/json, text/event-stream' }],
    ['JSON last', { accept: 'text/event-stream, application/json' }],
    ['anything', { accept: '*/*' }],
    ['JSON alone', { accept: 'application/json' }],
    ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['a session of another server', { 'mcp-session-id': 'b4d-5e55' }],
    ['a stream that broke', { 'last-event-id': '7' }],
    ['its version', { [HEADER]: '2025-06-18' }],
  ])('a ping is answered: %s', async (_name, headers) => {
    const got = await post(server, PING, { headers });
    expect([got.status, got.body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(got.headers.get('mcp-session-id')).toBeNull();
  });

  test('so is one without Accept', async () => {
    const body = JSON.stringify(PING);
    const [answer] = await exchange(
      server.place,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.place.port}\r\nConnection: close\r\n`,
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect([answer?.status, answer?.body]).toEqual([200, '{"result":{},"jsonrpc":"2.0","id":1}']);
  });

  test('a progress token on a list, as Codex sends it', async () => {
    const { status, body } = await ask(server, '2025', 'tools/list', {
      _meta: { progressToken: 1 },
    });
    expect([status, body.result.tools.length]).toEqual([200, TOOLS.edit.length]);
  });

  test.each([
    ['GET', { accept: 'text/event-stream' }],
    ['HEAD', {}],
    ['DELETE', { 'mcp-session-id': 'x' }],
    ['OPTIONS', {}],
    ['PUT', {}],
  ])('%s /mcp is not held open', async (method, headers) => {
    for (const path of ['/mcp', '/mcp/label', '/mcp/']) {
      const got = await fetch(server.base + path, { method, headers });
      await got.text();
      expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration/mcp',
    '/mcp/.well-known/openid-configuration',
  ])('a probe for OAuth finds nothing: %s', async (path) => {
    const got = await fetch(server.base + path);
    expect([got.status, got.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect((await post(server, {}, { path })).status).toBe(404);
  });
});

describe('initialize and discover', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    '%s is agreed to',
    async (version) => {
      const { body } = await ask(server, '2025', 'initialize', hello(version));
      expect(body.result.protocolVersion).toBe(version);
      expect(body.result.serverInfo).toMatchObject({ name: 'scrap', version: '1.2.3' });
      expect(body.result.capabilities).toEqual({ tools: {}, resources: {}, completions: {} });
      expect(body.result.instructions).toContain('search first');
    },
  );

  test.each(['2026-07-28', '1999-01-01'])('to %s it answers with its own', async (version) => {
    const { body } = await ask(server, '2025', 'initialize', hello(version));
    expect(body.result.protocolVersion).toBe('2025-11-25');
  });

  test('discover says the same in 2026, and what may be kept how long', async () => {
    const { body } = await ask(server, '2026', 'server/discover');
    expect(body.result).toMatchObject({
      supportedVersions: [NEWEST],
      capabilities: {
        tools: {},
        resources: { subscribe: true, listChanged: true },
        completions: {},
      },
      cacheScope: 'private',
    });
    const { body: old } = await ask(server, '2025', 'initialize', hello('2025-11-25'));
    expect(body.result.instructions).toBe(old.result.instructions);
    const { body: tools } = await ask(server, '2026', 'tools/list');
    expect(tools.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    const uri = 'scrap://page/kelp';
    const { body: page } = await ask(server, '2026', 'resources/read', { uri });
    expect(page.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });
});

function hello(protocolVersion: string) {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
}

test('nothing here was a fault', () => {
  expect(server.log.filter((line) => line.includes('fault'))).toEqual([]);
});
