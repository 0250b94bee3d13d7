import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { answersIn, exchange, readAll } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

/** The server's own limits with a hundredth of their times. */
const SHORT = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 20 };

let server: TestServer;
let hasty: TestServer;
beforeAll(async () => {
  server = await serveForTest();
  hasty = await serveForTest({ limits: SHORT });
});
afterAll(async () => {
  await server.stop();
  await hasty.stop();
});

describe('who is slow is let go', () => {
  test.each([
    ['after half a head', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1'],
    ['after half a body', 'POST'],
  ])('with 408, %s', async (_name, sent) => {
    const before = hasty.pages();
    const half = `POST /api/add HTTP/1.1\r\nHost: 127.0.0.1:${hasty.port}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"text":`;
    const answers = await exchange(hasty.place, sent === 'POST' ? half : sent);
    expect(answers.map(({ status }) => status)).toEqual([408]);
    expect(answers[0]?.body).toContain('"timeout"');
    expect(hasty.pages()).toBe(before);
  });

  test('also when nothing is ever sent', async () => {
    const socket = connect(hasty.place);
    await readAll(socket); // ends only when the server ends it
    expect(socket.destroyed).toBe(true);
  });

  test('and two hundred of them keep nobody else waiting', async () => {
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(hasty.place);
      const closed = readAll(socket);
      socket.write('GET /healthz HTTP/1.1\r\n');
      return closed;
    });
    const answer = await hasty.get('/healthz', { connection: 'close' });
    expect(answer.status).toBe(200);
    expect((await Promise.all(slow)).every((bytes) => answersIn(bytes)[0]?.status === 408)).toBe(
      true,
    );
  });

  test('but an idle connection is kept, longer than a head may take', async () => {
    const socket = connect(hasty.place);
    const received = readAll(socket);
    const head = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${hasty.port}\r\n`;
    socket.write(`${head}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 3 * SHORT.headersTimeout));
    socket.write(`${head}Connection: close\r\n\r\n`);
    expect(answersIn(await received).map(({ status }) => status)).toEqual([200, 200]);
  });
});

test.each([
  ['one large header', `X-A: ${'a'.repeat(20_000)}`],
  ['many headers', Array.from({ length: 500 }, (_, i) => `X-${i}: ${'a'.repeat(40)}`).join('\r\n')],
  ['a long query', ''],
])('heads of more than 16 KiB are 431: %s', async (_name, headers) => {
  const query = headers === '' ? `?q=${'a'.repeat(20_000)}` : '';
  const answers = await exchange(
    server.place,
    `GET /healthz${query} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${headers}\r\n\r\n`,
  );
  expect(answers.map(({ status }) => status)).toEqual([431]);
  expect(answers[0]?.headers.get('connection')).toBe('close');
});

test('the 257th connection is refused, and there is room again when one leaves', async () => {
  const sockets = Array.from({ length: 256 }, () => connect(server.place));
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.on('connect', resolve))),
  );
  const get = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
  expect(await exchange(server.place, get)).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => (await exchange(server.place, get)).map(({ status }) => status))
    .toEqual([200]);
});
