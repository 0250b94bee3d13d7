import { request } from 'node:http';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { openStore, operations, perform } from '../src/store/index.ts';
import { APP } from './kit/callers.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

/** A second is not much on a machine with other things to do. */
const WAIT = { timeout: 15_000 };

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest();
});
afterAll(() => server.stop());

/** Everything that came on a stream so far, and whether the server has ended it. */
interface Listening {
  text: string;
  ended: boolean;
  status: number | undefined;
  leave: () => void;
}

function listen(query = '', headers: Record<string, string> = {}): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.base}/api/events${query}`, { agent: false, headers });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const stream: Listening = {
        text: '',
        ended: false,
        status: response.statusCode,
        leave: () => void asked.destroy(),
      };
      response.on('error', () => {}); // it was closed from either side
      response.setEncoding('utf8').on('data', (text: string) => (stream.text += text));
      response.on('end', () => (stream.ended = true));
      onTestFinished(stream.leave);
      resolve(stream);
    });
    asked.end();
  });
}

const changesIn = ({ text }: Listening) =>
  [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));

const add = async (text: string, store = server.store) =>
  perform(await operations.add(), store, { text }, APP);

test('a write of another program is told within a second, and one of this one', async () => {
  const stream = await listen();
  await vi.waitFor(() => expect(stream.text).toContain('event: ready'), WAIT);
  const other = openStore(server.store.file);
  await add('# From a terminal', other);
  other.close();
  await vi.waitFor(() => expect(changesIn(stream)).toHaveLength(1), WAIT);
  expect(changesIn(stream)[0]).toMatchObject({ operation: 'add', slugs: ['from-a-terminal'] });
  await add('# From here');
  await vi.waitFor(() => expect(changesIn(stream)).toHaveLength(2), WAIT);
});

test('who was away is told what was missed, in pieces of a hundred, each once', async () => {
  const before = await listen();
  await vi.waitFor(() => expect(before.text).toContain('event: ready'), WAIT);
  const [, number = ''] = /^id: (\d+)$/m.exec(before.text) ?? [];
  for (let i = 0; i < 150; i++) await add(`Number ${i}`);
  const numbers = Array.from({ length: 150 }, (_, i) => Number(number) + 1 + i);
  for (const stream of [
    await listen(`?after=${number}`),
    await listen('', { 'last-event-id': number }),
  ]) {
    await vi.waitFor(() => expect(changesIn(stream)).toHaveLength(150), { timeout: 5_000 });
    expect(changesIn(stream).map((change) => change.number)).toEqual(numbers);
  }
});

test('a number that lies ahead is taken for the latest', async () => {
  const stream = await listen('?after=999999');
  await add('# Still told');
  await vi.waitFor(() => expect(changesIn(stream)).toHaveLength(1), WAIT);
});

test('at most 64 listen at once, and a place is free again when one leaves', async () => {
  const streams: Listening[] = [];
  for (let i = 0; i < 70; i++) streams.push(await listen());
  const refused = streams.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(streams.length - refused.length).toBeLessThanOrEqual(64);
  for (const { leave } of streams) leave();
  await vi.waitFor(async () => expect((await listen()).status).toBe(200), WAIT);
});

test('a server that stops ends its streams', async () => {
  const own = server;
  server = await serveForTest();
  const stream = await listen();
  await server.stop();
  await vi.waitFor(() => expect(stream.ended).toBe(true), WAIT);
  server = own;
});
