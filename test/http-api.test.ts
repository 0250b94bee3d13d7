import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { reply } from '../src/server/status.ts';
import { allOperations, nameAt, ScrapError } from '../src/store/index.ts';
import { exchange } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest();
  await server.post('/api/add', { text: 'kelp forest #sea' });
  await server.post('/api/add', { text: 'żółw 🐡 #sea/deep' });
});
afterAll(() => server.stop());

/** An answer's status and body. */
async function answer(response: Promise<Response>) {
  const { status, headers } = await response;
  const body: Record<string, unknown> = JSON.parse(await (await response).text());
  return { status, headers, body };
}

/** What an error's body looks like. */
function errorOf(code: string, details: object = {}) {
  return {
    error: { code, message: expect.any(String), details: expect.objectContaining(details) },
  };
}

describe('an operation', () => {
  test('that adds answers 201 when it made a page, 200 when its key had made it', async () => {
    const first = await answer(server.post('/api/add', { text: 'once', key: 'k1' }));
    const again = await answer(server.post('/api/add', { text: 'once', key: 'k1' }));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ ...first.body, created: false });
    expect(first.body).toMatchObject({ author: 'me', source: 'http' });
  });

  test('that reads answers the same to GET and POST', async () => {
    const got = await answer(server.get('/api/read?page=kelp-forest-sea'));
    const posted = await answer(server.post('/api/read', { page: 'kelp-forest-sea' }));
    expect(got.status).toBe(200);
    expect(got.body).toEqual(posted.body);
    expect(got.body).toMatchObject({ text: 'kelp forest #sea', tags: ['sea'] });
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect(got.headers.get('content-security-policy')).toContain('trusted-types scrap');
  });

  test.each([
    ['numbers and flags', '/api/recent?limit=1&imported=true', 200],
    ['a number that is none', '/api/recent?limit=one', 400],
    ['letters of any script', `/api/tags?prefix=${encodeURIComponent('ż')}`, 200],
    ['plus is a space', '/api/read?page=kelp+forest+%23sea', 200],
    ['a field twice that is no list', '/api/recent?limit=1&limit=2', 400],
    ['a field that is not there', '/api/recent?limits=1', 400],
    ['__proto__', '/api/recent?__proto__=1', 400],
    ['NUL', '/api/read?page=kelp%00forest', 400],
    ['bytes that are not UTF-8', '/api/read?page=%ff', 400],
    ['half an escape', '/api/read?page=%c', 400],
    ['an empty query', '/api/recent?', 200],
    ['an empty pair', '/api/recent?&limit=1&', 200],
    ['a page that is not there', '/api/read?page=walrus', 404],
  ])('is asked in a query: %s', async (_name, path, status) => {
    const { body, ...got } = await answer(server.get(path));
    expect(got.status).toBe(status);
    if (status !== 200)
      expect(body).toMatchObject(errorOf(status === 404 ? 'not_found' : 'invalid'));
  });

  test('that changes pages takes POST alone', async () => {
    for (const operation of await allOperations()) {
      const name = nameAt(operation, 'http');
      if (name === undefined || operation.effect === 'reads') continue;
      const got = await answer(server.get(`/api/${name}`));
      expect([name, got.status, got.headers.get('allow')]).toEqual([name, 405, 'POST']);
      expect(got.body).toMatchObject(errorOf('invalid', { reason: 'method' }));
    }
  });

  test('that does not exist is 404 and names the nearest', async () => {
    const got = await answer(server.get('/api/recnt'));
    expect(got.status).toBe(404);
    expect(got.body).toMatchObject(errorOf('not_found', { reason: 'operation' }));
    expect(JSON.stringify(got.body)).toContain('/api/recent');
    for (const name of ['__proto__', 'constructor', 'toString', '%00', '..%2fadd']) {
      expect((await server.get(`/api/${name}`)).status).toBe(404);
    }
  });

  test('HEAD is GET without the body', async () => {
    const response = await fetch(`${server.base}/api/recent`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

/** A page due today, from a caller in that zone. */
async function dueToday(zone: string) {
  const page = { text: zone, due: 'today' };
  return (await answer(server.post('/api/add', page, { 'scrap-zone': zone }))).body;
}

describe('who calls', () => {
  test.each([
    [{}, { author: 'me', source: 'http' }],
    [{ 'scrap-source': 'pwa' }, { author: 'me', source: 'pwa' }],
    [
      { 'scrap-source': 'cli', 'scrap-author': 'me' },
      { author: 'me', source: 'cli' },
    ],
    [
      { 'scrap-source': 'share', 'scrap-author': 'claude' },
      { author: 'claude', source: 'share' },
    ],
  ])('%j signs %j', async (headers, signed) => {
    const got = await answer(server.post('/api/add', { text: 'signed' }, headers));
    expect(got.body).toMatchObject(signed);
  });

  test.each([
    { 'scrap-source': 'mcp' },
    { 'scrap-source': 'import' },
    { 'scrap-source': 'http' },
    { 'scrap-source': '' },
    { 'scrap-source': 'cli, pwa' },
    { 'scrap-author': 'import' },
    { 'scrap-author': 'Me' },
    { 'scrap-author': 'me, me' },
    { 'scrap-zone': 'Mars/Olympus' },
    { 'scrap-zone': '+02:00' },
    { 'scrap-zone': '' },
  ])('%j is refused and nothing is written', async (headers: Record<string, string>) => {
    const before = server.pages();
    const got = await answer(server.post('/api/add', { text: 'signed' }, headers));
    expect(got.status).toBe(400);
    expect(got.body).toMatchObject(errorOf('invalid', { header: expect.any(String) }));
    expect(server.pages()).toBe(before);
  });

  test('no body claims who it is', async () => {
    for (const field of ['author', 'source', 'client', 'door', 'here']) {
      const got = await server.post('/api/add', { text: 'forged', [field]: 'claude' });
      expect(got.status).toBe(400);
    }
  });

  test('a day is a day in the zone the caller is in', async () => {
    const east = await dueToday('Pacific/Kiritimati'); // UTC+14
    const west = await dueToday('Pacific/Pago_Pago'); // UTC-11: never on the same day
    expect(east).toMatchObject({ due: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(west).not.toMatchObject({ due: east['due'] });
  });
});

describe('Idempotency-Key', () => {
  test('is the field `key` under another name', async () => {
    const header = { 'idempotency-key': 'k2' };
    const first = await answer(server.post('/api/add', { text: 'header key' }, header));
    const again = await answer(server.post('/api/add', { text: 'header key', key: 'k2' }, header));
    const field = await answer(server.post('/api/add', { text: 'header key', key: 'k2' }));
    expect([first.status, again.status, field.status]).toEqual([201, 200, 200]);
    expect(field.body['slug']).toBe(first.body['slug']);
  });

  test('conflicts with another `key`, and with another text', async () => {
    const before = server.pages();
    const header = { 'idempotency-key': 'k2' };
    const differ = await answer(server.post('/api/add', { text: 'header key', key: 'k3' }, header));
    const other = await answer(server.post('/api/add', { text: 'another' }, header));
    expect([differ.status, other.status]).toEqual([409, 409]);
    expect(differ.body).toMatchObject(errorOf('conflict', { reason: 'key_conflict' }));
    expect(server.pages()).toBe(before);
  });

  test('means nothing where there is no `key`', async () => {
    const got = await server.post('/api/recent', {}, { 'idempotency-key': 'k4' });
    expect(got.status).toBe(200);
  });
});

describe('Accept', () => {
  test.each([
    [undefined, 200],
    ['', 200],
    ['*/*', 200],
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['application/*', 200],
    ['text/html, application/xhtml+xml, */*;q=0.8', 200],
    ['application/json;q=0.1', 200],
    ['text/html', 406],
    ['text/event-stream', 406],
    ['application/json;q=0', 406],
    ['application/json;q=0.000, */*', 406],
    ['*/*;q=0', 406],
    ['application/*;q=0, */*', 406],
    ['nonsense', 406],
  ])('%s: %i', async (accept, status) => {
    const header = accept === undefined ? '' : `Accept: ${accept}\r\n`;
    const [got] = await exchange(
      server.place,
      `GET /api/recent HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n${header}\r\n`,
    );
    expect(got?.status).toBe(status);
    if (status === 406) expect(got?.body).toContain('not_acceptable');
  });
});

describe('other paths', () => {
  test('/healthz says which version answers, and asks the store', async () => {
    expect(await answer(server.get('/healthz'))).toMatchObject({
      status: 200,
      body: { ok: true, version: '1.2.3' },
    });
    const broken = await serveForTest();
    broken.store.close();
    expect((await broken.get('/healthz')).status).toBe(500);
    await broken.stop();
  });

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration',
    '/mcp/.well-known/openid-configuration',
    '/mcp',
    '/api',
    '/api/',
    '/api/recent/',
    '/api/recent/x',
    '//api/recent',
    '/API/recent',
    '/nowhere',
    '/%2e%2e/api/recent%00',
  ])('%s is 404 in JSON', async (path) => {
    const [got] = await exchange(
      server.place,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(got?.status).toBe(404);
    expect(JSON.parse(got?.body ?? '')).toMatchObject(errorOf('not_found'));
  });

  test('a backslash in a path is 400', async () => {
    const [got] = await exchange(
      server.place,
      `GET /api\\recent HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
    );
    expect([got?.status, got?.body]).toEqual([400, expect.stringContaining('bad_request')]);
  });
});

test('a bug answers one fixed sentence; its cause goes to the log, and no text to either', async () => {
  const broken = await serveForTest();
  broken.store.close();
  const got = await answer(broken.post('/api/add', { text: 'secret walrus' }));
  expect(got.status).toBe(500);
  expect(got.body).toMatchObject({ error: { code: 'bug', message: expect.any(String) } });
  expect(broken.log).toHaveLength(1);
  expect(JSON.stringify([got.body, broken.log])).not.toContain('walrus');
  await broken.stop();
});

test.each([
  ['invalid', 400],
  ['not_found', 404],
  ['conflict', 409],
  ['refused', 403],
  ['busy', 503],
  ['unreadable', 500],
  ['disk', 507],
] as const)('the error %s is %i', (code, status) => {
  const answered = reply(new ScrapError(code, 'So.', { reason: 'x' }), () => {});
  expect(answered.status).toBe(status);
  expect(answered.body).toEqual({ error: { code, message: 'So.', details: { reason: 'x' } } });
  expect('retry-after' in answered.headers).toBe(code === 'busy');
});
