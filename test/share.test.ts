import { afterAll, beforeAll, expect, test } from 'vitest';

import { png } from './kit/pictures.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest();
});
afterAll(() => server.stop());

/** Posts what a share menu does, where no service worker takes it. */
function share(fields: Readonly<Record<string, string | Blob>>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return fetch(`${server.base}/share`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: 'null', 'sec-fetch-site': 'none' },
  });
}

test('a share is a page, and the browser goes on to it', async () => {
  const answer = await share({ title: 'Rye', text: 'bake\r\nslowly', url: 'https://a.example/' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/p/rye']);
  const page: unknown = await (await server.get('/api/read?page=rye')).json();
  expect(page).toMatchObject({
    title: 'Rye',
    text: 'bake\nslowly\n\nhttps://a.example/',
    author: 'me',
    source: 'share',
  });
});

test('a shared photo is kept with it', async () => {
  const bytes = await png();
  const file = new File([new Uint8Array(bytes)], 'reef.png', { type: 'image/png' });
  const answer = await share({ title: 'reef.png', text: '', files: file });
  expect(answer.headers.get('location')).toBe('/p/reef');
  const page: unknown = await (await server.get('/api/read?page=reef')).json();
  expect(page).toMatchObject({ kind: 'photo', images: [{ name: 'reef.png' }] });
});

test('nothing shared is nothing saved', async () => {
  const before = server.pages();
  const empty = new File([], '', { type: 'application/octet-stream' });
  const answer = await share({ title: '', text: ' ', url: '', files: empty });
  expect(answer.headers.get('location')).toBe('/?shared=nothing');
  expect(server.pages()).toBe(before);
});

test('more than can be shared at once is refused in a sentence', async () => {
  const before = server.pages();
  const large = new Blob([new Uint8Array(33 * 1024 * 1024)]);
  const answer = await share({ files: large });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringContaining('32 MiB') },
  });
  expect(server.pages()).toBe(before);
});
