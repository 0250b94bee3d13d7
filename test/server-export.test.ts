import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { doing, exported } from './kit/pages.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serveForTest();
  for (let n = 0; n < 60; n++) {
    await doing(server.store, 'add', {
      text: `# Page ${n}\n[[Page ${n + 1}]] ${'fern '.repeat(4_000)}`,
    });
  }
});
afterAll(() => server.stop());

describe('GET /api/export', () => {
  test.each([
    ['metadata', 'application/json'],
    ['content', 'text/markdown; charset=utf-8'],
    ['jsonl', 'application/x-ndjson'],
  ] as const)('%s is what the terminal writes', async (format, type) => {
    const answer = await server.get(`/api/export?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await answer.text()).toBe(await exported(server.store, format));
  });

  test('is not made again for who has it, until something changed', async () => {
    const etag = async () =>
      (await server.get('/api/export?format=metadata')).headers.get('etag') ?? '';
    const known = await etag();
    expect(known).toMatch(/^"[\w-]{22}"$/);
    const again = await server.get('/api/export?format=metadata', { 'if-none-match': known });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await server.get('/api/export?format=content', { 'if-none-match': known });
    expect(other.status).toBe(200);
    await doing(server.store, 'add', { text: 'one more' });
    const later = await server.get('/api/export?format=metadata', { 'if-none-match': known });
    expect(later.status).toBe(200);
    expect(await etag()).not.toBe(known);
  });

  test.each([
    ['', 'Say which'],
    ['?format=pdf', 'Say which'],
    ['?format=jsonl&limit=3', 'There is no field'],
    ['?format=metadata&after=x', 'goes with jsonl'],
    ['?format=jsonl&after=x&after=y', 'goes with jsonl'],
  ])('%s is refused', async (query, says) => {
    const answer = await server.get(`/api/export${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(says);
  });

  test('what is made up is no stand, and gives all', async () => {
    const all = await (await server.get('/api/export?format=jsonl')).text();
    for (const after of ['', 'x', 'W10', Buffer.from('["{}"]').toString('base64url')]) {
      const told = await (await server.get(`/api/export?format=jsonl&after=${after}`)).text();
      expect(told.split('\n').slice(0, -2)).toEqual(all.split('\n').slice(0, -2));
    }
  });

  test('HEAD tells about it and makes none', async () => {
    for (let n = 0; n < 8; n++) {
      const answer = await fetch(`${server.base}/api/export?format=content`, { method: 'HEAD' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    }
    expect((await server.get('/api/export?format=content')).status).toBe(200);
  });

  test('those that leave early make room for others', async () => {
    for (let n = 0; n < 12; n++) await leaveEarly();
    await expect
      .poll(async () => (await server.get('/api/export?format=content')).status, {
        timeout: 20_000,
      })
      .toBe(200);
  });

  test('other requests are answered meanwhile', async () => {
    const order: string[] = [];
    const whole = server.get('/api/export?format=jsonl').then(async (answer) => {
      await answer.text();
      order.push('export');
    });
    await server.get('/api/recent').then(() => order.push('recent'));
    await whole;
    expect(order).toEqual(['recent', 'export']);
  });
});

/** Asks for an export, takes its beginning and goes. */
function leaveEarly(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port ?? 0, '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', () => socket.destroy());
    socket.on('close', () => resolve());
    socket.write(
      `GET /api/export?format=content HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`,
    );
  });
}
