import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exchange } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'scrap-app-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(folder, 'app/assets'), { recursive: true });
  writeFileSync(join(folder, 'outside.js'), 'SECRET');
  writeFileSync(join(folder, 'app/index.html'), '<!doctype html>the app');
  writeFileSync(join(folder, 'app/notes.txt'), 'SECRET');
  writeFileSync(join(folder, 'app/manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'app/assets/a-1.js'), 'export {}');
  writeFileSync(join(folder, 'app/assets/a-1.js.gz'), gzipSync('export {}'));
  server = await serveForTest({ app: join(folder, 'app') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('the app', () => {
  test.each([
    '/',
    '/add',
    '/search?query=a',
    '/todos',
    '/tags',
    '/review',
    '/trash',
    '/p/kelp',
    '/?src=pwa',
  ])('answers %s with its document', async (path) => {
    const answer = await server.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain('trusted-types scrap');
    expect(await answer.text()).toBe('<!doctype html>the app');
  });

  test('keeps hashed files for ever, packs them, and has the rest asked for again', async () => {
    const script = await exchange(
      server.place,
      `GET /assets/a-1.js HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n`,
    );
    expect(script[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script[0]?.headers.get('content-encoding')).toBe('gzip');
    const plain = await server.get('/assets/a-1.js', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(gunzipSync(gzipSync('export {}')).toString());

    const manifest = await server.get('/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
    const etag = manifest.headers.get('etag') ?? '';
    const again = await server.get('/manifest.webmanifest', { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  test.each([
    '/../outside.js',
    '/assets/../../outside.js',
    '/%2e%2e/outside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/%5c..%5coutside.js',
    '//outside.js',
    '/notes.txt',
    '/index.html',
    '/assets/',
    '/assets/a-1.js%00',
    '/p/',
    '/p/a/b',
    '/nothing',
  ])('has nothing at %s', async (path) => {
    const [answer] = await exchange(
      server.place,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer?.status).toBe(404);
    expect(answer?.body).not.toContain('SECRET');
  });

  test('takes no POST, and is not there when it was not built', async () => {
    expect((await server.post('/', {})).status).toBe(404);
    const bare = await serveForTest();
    expect((await bare.get('/')).status).toBe(404);
    await bare.stop();
  });
});

describe('/api/page', () => {
  test('is what read answers, and the text as HTML with its links resolved', async () => {
    await server.post('/api/add', { text: '# Kelp\n\nSee [[Urchins]] and [[Nobody]].' });
    await server.post('/api/add', { text: 'Urchins' });
    const { html, ...page } = (await (await server.get('/api/page/kelp')).json()) as {
      html: string;
    };
    expect(page).toEqual(await (await server.get('/api/read?page=kelp')).json());
    expect(html).toBe(
      '<p>See <a href="/p/urchins">Urchins</a> and <a href="/p/Nobody" class="unresolved">Nobody</a>.</p>\n',
    );
    expect((await server.get('/api/page/nowhere')).status).toBe(404);
    expect((await server.get('/api/page/%E0%A4%A')).status).toBeLessThan(500);
  });
});

describe('/api/events', () => {
  test('tells of changes after a number, also those of another program', async () => {
    const first = await server.post('/api/add', { text: 'one more' });
    const { change } = (await first.json()) as { change: number };
    const answer = await server.get(`/api/events?after=${change - 1}`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const told = await upTo(answer, `"slugs":["two-more"]`, () =>
      server.post('/api/add', { text: 'two more' }),
    );
    expect(told).toContain(`id: ${change - 1}\nevent: ready\n`);
    expect(told).toContain(`id: ${change}\nevent: change\ndata: {"number":${change},`);
    expect(told).toContain(`id: ${change + 1}\n`);
  });

  test('refuses other sites, and more listeners than it can keep', async () => {
    const foreign = await server.get('/api/events', { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const abort = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 64 }, () =>
        fetch(`${server.base}/api/events`, { signal: abort.signal }),
      ),
    );
    expect(streams.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(63);
    const full = await server.get('/api/events');
    expect(full.status).toBe(503);
    abort.abort();
    await expect
      .poll(async () => {
        const next = await server.get('/api/events');
        await next.body?.cancel();
        return next.status;
      })
      .toBe(200);
  });
});

/** Reads a stream until a text has come, after doing something that brings it. */
async function upTo(answer: Response, wanted: string, act: () => Promise<unknown>) {
  let told = '';
  if (answer.body === null) throw new Error('no stream');
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  await act();
  while (!told.includes(wanted)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after ${told}`);
    told += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return told;
}
