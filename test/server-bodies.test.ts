import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { readBody } from '../src/server/body.ts';
import { takeShare } from '../src/server/share.ts';
import type { Store } from '../src/store/index.ts';
import { answersIn, exchange, readAll } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

const MIB = 1024 * 1024;

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest();
});
afterAll(() => server.stop());

function head(...headers: readonly string[]): string {
  const lines = [
    'POST /api/add HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    'Content-Type: application/json',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function chunk(bytes: string | Buffer): Buffer {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

/** JSON that adds a page and is `size` bytes long. */
function jsonOf(size: number): string {
  return `{"text":"${'a'.repeat(size - '{"text":""}'.length)}"}`;
}

/** More than 1 MiB, with nothing that says so beforehand. */
function pieces(): Buffer[] {
  return [...Array.from({ length: 17 }, () => chunk('a'.repeat(65_536))), chunk('')];
}

describe('size', () => {
  test.each([
    ['declared', () => [head(`Content-Length: ${MIB + 1}`), jsonOf(MIB + 1)]],
    ['declared, far too large', () => [head('Content-Length: 99999999999')]],
    ['in pieces of no declared length', () => [head('Transfer-Encoding: chunked'), ...pieces()]],
    [
      'on /mcp too',
      () => [head(`Content-Length: ${MIB + 1}`).replace('/api/add', '/mcp'), jsonOf(MIB + 1)],
    ],
    [
      'of a GET',
      () => [
        `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`,
        `Content-Length: ${MIB + 1}\r\n\r\n${jsonOf(MIB + 1)}`,
      ],
    ],
  ])('more than 1 MiB is refused once and in full: %s', async (_name, bytes) => {
    const before = server.pages();
    const answers = await exchange(server.place, ...bytes());
    expect(answers.map(({ status }) => status)).toEqual([413]);
    expect(answers[0]?.headers.get('connection')).toBe('close');
    expect(answers[0]?.body).toContain('at most 1 MiB');
    expect(server.pages()).toBe(before);
  });

  test('a caller who first sends all and then reads, gets to read why', async () => {
    const socket = connect(server.place);
    const received = readAll(socket);
    const body = jsonOf(16 * MIB);
    const sent = new Promise((resolve) => {
      socket.write(head(`Content-Length: ${body.length}`));
      socket.write(body, resolve);
    });
    expect(await sent).toBeFalsy(); // else an error: the connection was reset under its hands
    expect(answersIn(await received).map(({ status }) => status)).toEqual([413]);
  });

  test('exactly 1 MiB is read', async () => {
    const answer = await server.post('/api/add', jsonOf(MIB));
    expect(answer.status).toBe(201);
  });

  test('Expect: 100-continue is only answered to those who may come in', async () => {
    const expecting = head('Content-Length: 15', 'Expect: 100-continue', 'Connection: close');
    const welcome = await exchange(server.place, expecting, '{"text":"kelp"}');
    expect(welcome.map(({ status }) => status)).toEqual([100, 201]);
    const foreign = await exchange(server.place, expecting.replace('127.0.0.1', 'evil.test'));
    expect(foreign.map(({ status }) => status)).toEqual([403]);
  });
});

describe('form', () => {
  test.each([
    ['nothing', ''],
    ['half an object', '{"text":"kelp'],
    ['words', 'kelp forest'],
    ['a byte that is not UTF-8', Buffer.from([...Buffer.from('{"text":"'), 0xff, 0x22, 0x7d])],
    ['half a character', Buffer.from('{"text":"ż"}').subarray(0, 10)],
    ['UTF-16', Buffer.from('{"text":"kelp"}', 'utf16le')],
  ])('400: %s', async (_name, body) => {
    const before = server.pages();
    const bytes = Buffer.from(body);
    const answers = await exchange(
      server.place,
      head(`Content-Length: ${bytes.length}`, 'Connection: close'),
      bytes,
    );
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]?.body).toContain('"bad_json"');
    expect(answers[0]?.body).not.toContain('kelp');
    expect(server.pages()).toBe(before);
  });

  test.each([['[]'], ['"kelp"'], ['7'], ['[{"text":"kelp"}]']])(
    'JSON that is no object, %s, is 400',
    async (body) => {
      const answer = await server.post('/api/add', body);
      expect(answer.status).toBe(400);
    },
  );

  test('a hundred thousand brackets are 400 and do no harm', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const body of [deep, `{"text":${deep}}`, `{"tags":${deep}}`]) {
      expect((await server.post('/api/add', body)).status).toBe(400);
    }
    const quoted = await server.post('/api/add', { text: `\\"${deep}` });
    expect(quoted.status).toBe(201);
  });
});

describe('a body that breaks off stores nothing', () => {
  const body = '{"text":"torn kelp"}';
  test.each([
    ['in the middle of its length', () => [head('Content-Length: 20'), body.slice(0, 12)]],
    ['one byte short', () => [head('Content-Length: 21'), body]],
    ['in the middle of a chunk', () => [head('Transfer-Encoding: chunked'), '14\r\n{"text":']],
    ['before the last chunk', () => [head('Transfer-Encoding: chunked'), chunk(body)]],
    ['before it begins', () => [head('Content-Length: 20')]],
  ])('%s', async (_name, bytes) => {
    for (const part of ['end', 'destroy'] as const) {
      const before = server.pages();
      const socket = connect(server.place);
      const received = readAll(socket);
      for (const piece of bytes()) await new Promise((resolve) => socket.write(piece, resolve));
      socket[part]();
      const text = (await received).toString();
      expect(text).not.toMatch(/^HTTP\/1\.1 2/);
      // A request of its own comes after it, so the torn one is over by then.
      expect((await server.get('/healthz')).status).toBe(200);
      expect(server.pages()).toBe(before);
    }
  });

  test('a Content-Length that is too small: the half is refused and the rest is no request', async () => {
    const before = server.pages();
    const answers = await exchange(server.place, head('Content-Length: 12'), body);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(server.pages()).toBe(before);
  });
});

test('garbage behind a good request does not take its answer', async () => {
  const before = server.pages();
  const body = '{"text":"good"}';
  const answers = await exchange(
    server.place,
    `${head('Content-Length: 15')}${body}\0\0 rubbish\r\n`,
  );
  expect(answers[0]?.status).toBe(201);
  expect(answers.slice(1).map(({ status }) => status)).not.toContain(201);
  expect(server.pages()).toBe(before + 1);
});

describe('characters that lie across the pieces they arrive in stay whole', () => {
  test.each([1, 3, 7])('pieces of %i bytes', async (size) => {
    const text = 'żółć🐡漢'.repeat(500);
    const bytes = Buffer.from(JSON.stringify({ text }));
    const socket = connect({ ...server.place, noDelay: true });
    const received = readAll(socket);
    socket.write(head('Transfer-Encoding: chunked', 'Connection: close'));
    for (let at = 0; at < bytes.length; at += size) {
      const piece = chunk(bytes.subarray(at, at + size));
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    socket.write(chunk(''));
    const answer = (await received).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    const page: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    expect(page).toMatchObject({ slug: expect.any(String), created: true });
    expect(server.store.all('SELECT text FROM texts ORDER BY page_id DESC LIMIT 1')).toEqual([
      { text },
    ]);
  });
});

test('a body that does not come is waited for half a minute', async () => {
  vi.useFakeTimers();
  try {
    const request = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage;
    const body = readBody(request);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await body).toMatchObject({ status: 408, reason: 'timeout' });
  } finally {
    vi.useRealTimers();
  }
});

test('a share, which may be a photo over a slow line, is waited for longer', async () => {
  vi.useFakeTimers();
  try {
    const stream = Object.assign(new PassThrough(), { headers: {} });
    const taken = takeShare({} as Store, stream as unknown as IncomingMessage);
    await vi.advanceTimersByTimeAsync(240_000);
    stream.end('no form');
    expect(await taken).toMatchObject({ status: 400, reason: 'bad_form' });
  } finally {
    vi.useRealTimers();
  }
});
