import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { pump } from '../../src/server/mcp/pump.ts';
import { createSubscriptions } from '../../src/server/mcp/subscriptions.ts';
import { createWatch, type Watch } from '../../src/server/watch.ts';
import { openStore, operations, perform } from '../../src/store/index.ts';
import { temporaryStore } from '../kit/scrap.ts';
import { imports, type McpServer, mcpForTest, OWNER, ownerAdds } from './kit.ts';
import { listen, type Listening } from './listen.ts';

/** A second is not much on a machine with other things to do. */
const WAIT = { timeout: 15_000 };

let server: McpServer;
const open: Listening[] = [];

beforeAll(async () => {
  server = await mcpForTest();
  await ownerAdds(server.store, 'first words', { title: 'Kelp' });
  await imports(server.store, 'docs', 'guide/mcp.md', 'The guide of docs.');
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const stream of open.splice(0)) {
    stream.leave();
    await stream.ended;
  }
});

async function listening(notifications: unknown): Promise<Listening> {
  const stream = await listen(server, { notifications });
  open.push(stream);
  await vi.waitFor(() => expect(stream.told).not.toHaveLength(0), WAIT);
  return stream;
}

/** The URIs it was told of; `list` for the list of resources. */
const heard = ({ told }: Listening) =>
  told
    .slice(1)
    .map(({ method, params }) =>
      method === 'notifications/resources/list_changed' ? 'list' : params?.uri,
    );

/** Two looks at the store, after which whatever is to be told has been. */
const aSecond = () => setTimeout(1_100);

/** Writes as a terminal does: over a connection of its own. */
async function elsewhere(act: (store: ReturnType<typeof openStore>) => Promise<unknown>) {
  const other = openStore(server.store.file);
  await act(other);
  other.close();
}

async function rewrites(store: ReturnType<typeof openStore>, page: string, text: string) {
  const { revision } = await perform(await operations.read(), store, { page }, OWNER);
  await perform(await operations.edit(), store, { page, text, revision }, OWNER);
}

test('what is promised comes first, under the id of the request', async () => {
  const uris = ['scrap://page/kelp', 'emanote://note/guide/mcp.md', 'scrap://changes'];
  const foreign = ['file:///etc/passwd', 'scrap://todos/done', `scrap://page/${'x'.repeat(1_000)}`];
  const stream = await listening({
    toolsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: [...uris, ...foreign, ...uris],
  });
  expect([stream.status, stream.contentType]).toEqual([200, 'text/event-stream']);
  expect(stream.response.headers['x-accel-buffering']).toBe('no');
  expect(stream.told[0]).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: {
      notifications: { resourcesListChanged: true, resourceSubscriptions: uris },
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' },
    },
  });
});

test('a page, a path, the changes and the list are told of within a second', async () => {
  const stream = await listening({
    resourcesListChanged: true,
    resourceSubscriptions: [
      'scrap://page/kelp',
      'scrap://page/not-yet',
      'scrap://note/guide%2Fmcp.md',
      'scrap://changes',
      'scrap://export/metadata',
    ],
  });
  await elsewhere((store) => rewrites(store, 'kelp', 'second words'));
  await aSecond();
  expect(heard(stream).toSorted()).toEqual([
    'list',
    'scrap://changes',
    'scrap://export/metadata',
    'scrap://page/kelp',
  ]);
  stream.told.splice(1);
  await ownerAdds(server.store, 'here', { title: 'Not yet' });
  await perform(await operations.trash(), server.store, { page: 'guide/mcp.md' }, OWNER);
  await aSecond();
  expect(new Set(heard(stream))).toEqual(
    new Set([
      'list',
      'scrap://changes',
      'scrap://export/metadata',
      'scrap://page/not-yet',
      'scrap://note/guide%2Fmcp.md',
    ]),
  );
});

test('what nobody asked for is not told', async () => {
  const stream = await listening({ resourceSubscriptions: ['scrap://page/kelp'] });
  await ownerAdds(server.store, 'Something else');
  await aSecond();
  expect(heard(stream)).toEqual([]);
});

test('many writes are one event', async () => {
  const stream = await listening({ resourcesListChanged: true, resourceSubscriptions: [] });
  for (let i = 0; i < 40; i++) await ownerAdds(server.store, `One of many, ${i}`);
  await aSecond();
  expect(heard(stream).length).toBeGreaterThan(0);
  expect(heard(stream).length).toBeLessThanOrEqual(3);
});

test('what is due is told of when it is more, less or other, and not else', async () => {
  const stream = await listening({ resourceSubscriptions: ['scrap://todos/due'] });
  const steps: [number, () => Promise<unknown>][] = [
    [1, () => ownerAdds(server.store, 'Call Ann', { kind: 'todo', due: '2020-01-01' })],
    [0, () => ownerAdds(server.store, 'Some day', { kind: 'todo', due: '2999-01-01' })],
    [1, () => ownerAdds(server.store, '- [ ] pay the rent 📅 2020-01-02', { title: 'Bills' })],
    [1, () => rewrites(server.store, 'bills', '- [ ] pay all of the rent 📅 2020-01-02')],
    [0, () => ownerAdds(server.store, 'No todo')],
    [1, () => rewrites(server.store, 'bills', '- [x] pay all of the rent 📅 2020-01-02')],
  ];
  for (const [events, act] of steps) {
    stream.told.splice(1);
    await act();
    await aSecond();
    expect(heard(stream)).toHaveLength(events);
  }
});

describe('the SDK’s own client', () => {
  test('hears of a write by another process, and of the end', async () => {
    const own = await mcpForTest();
    const client = new Client(
      { name: 'c', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(`${own.base}/mcp`)));
    let lists = 0;
    client.setNotificationHandler('notifications/resources/list_changed', () => void (lists += 1));
    const subscription = await client.listen({ resourcesListChanged: true });
    const other = openStore(own.store.file);
    await ownerAdds(other, 'From a terminal');
    other.close();
    await vi.waitFor(() => expect(lists).toBe(1), WAIT);
    await own.stop();
    expect(await subscription.closed).toBe('graceful');
    await client.close();
  });
});

describe('bounds', () => {
  test('a stream is shown to be alive', async () => {
    const own = await mcpForTest({ keepAliveMs: 20 });
    const stream = await listen(own, { notifications: { resourcesListChanged: true } });
    await vi.waitFor(() => expect(stream.comments.length).toBeGreaterThan(2), WAIT);
    stream.leave();
    await own.stop();
  });

  test('at most 128 streams, each a place again when it is left', async () => {
    const own = await mcpForTest();
    const notifications = { resourcesListChanged: true };
    const streams: Listening[] = [];
    for (let i = 0; i < 128; i++) streams.push(await listen(own, { notifications, id: i }));
    const one = await listen(own, { notifications });
    await one.ended;
    expect(one.contentType).toContain('application/json');
    streams[0]?.leave();
    await vi.waitFor(async () => {
      const again = await listen(own, { notifications });
      expect(again.contentType).toBe('text/event-stream');
      streams.push(again);
    }, WAIT);
    // Stopping ends them all, each with its result.
    await own.mcp.close();
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { told } of streams.slice(1)) {
      expect(told.at(-1)?.result?.resultType).toBe('complete');
    }
    await own.stop();
  });

  test('of a thousand URIs 64 are promised', async () => {
    const uris = Array.from({ length: 1_000 }, (_, i) => `scrap://page/p${i}`);
    const stream = await listening({ resourceSubscriptions: uris });
    const promised = { resourceSubscriptions: uris.slice(0, 64) };
    expect(stream.told[0]?.params?.notifications).toEqual(promised);
  });

  test.each([
    ['nothing', undefined],
    ['a word', 'all'],
    ['URIs that are none', { resourceSubscriptions: 'scrap://changes' }],
    ['numbers', { resourceSubscriptions: 5 }],
  ])('a filter that is %s is refused', async (_name, notifications) => {
    const stream = await listen(server, { notifications, reads: false });
    const [body] = (await stream.response.toArray()) as Buffer[];
    expect(JSON.parse(String(body))).toMatchObject({ error: { code: -32_602 } });
  });

  test('a filter for nothing that is served is answered and ended', async () => {
    const stream = await listening({ toolsListChanged: true, resourceSubscriptions: ['x:y'] });
    await stream.ended;
    expect(stream.told[0]?.params?.notifications).toEqual({});
    expect(stream.told[1]?.result?.resultType).toBe('complete');
  });

  test('an id as long as a book is refused, since every event would carry it', async () => {
    const notifications = { resourcesListChanged: true };
    const stream = await listen(server, { notifications, id: 'x'.repeat(10_000), reads: false });
    const text = (await stream.response.toArray()).join('');
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32_602 } });
  });

  test('a reader that takes nothing is let go, and holds no memory', async () => {
    const frame = new Uint8Array(10_000);
    let [most, cancelled] = [0, false];
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await setImmediate();
        controller.enqueue(frame);
      },
      cancel: () => void (cancelled = true),
    });
    const taken = createServer((_, response) => {
      const write = response.write.bind(response);
      response.write = (piece: Uint8Array) => {
        const more = write(piece);
        most = Math.max(most, response.writableLength);
        return more;
      };
      void pump(response, new Response(endless));
    });
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const socket = connect((taken.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(() => expect(cancelled).toBe(true), { timeout: 20_000 });
    expect(most).toBeGreaterThan(256 * 1024);
    expect(most).toBeLessThan(300 * 1024);
    socket.destroy();
    await new Promise((done) => taken.close(done));
  });
});

test('while nothing changes the store is asked for nothing but its latest change', async () => {
  const stream = await listening({
    resourcesListChanged: true,
    resourceSubscriptions: ['scrap://page/kelp', 'scrap://todos/due'],
  });
  await aSecond();
  const asked = [vi.spyOn(server.store, 'get'), vi.spyOn(server.store, 'all')];
  await aSecond();
  const statements = asked.flatMap((spy) => spy.mock.calls.map(([sql]) => sql));
  for (const spy of asked) spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  expect(new Set(statements)).toEqual(new Set(['SELECT max(number) AS n FROM changes']));
  stream.leave();
  await stream.ended;
  await aSecond();
  const after = vi.spyOn(server.store, 'get');
  await aSecond();
  expect(after.mock.calls).toEqual([]);
  after.mockRestore();
});

test('at midnight what is due is told of', async () => {
  let now = new Date('2026-11-30T22:58:30Z');
  const store = openStore(temporaryStore(), {
    mayCreate: true,
    now: () => now,
    zone: 'Europe/Berlin',
  });
  await ownerAdds(store, 'Tomorrow', { kind: 'todo', due: '2026-12-01' });
  let look: Parameters<Watch['listen']>[0] = () => {};
  const watch: Watch = { listen: (listener) => ((look = listener), () => {}) };
  const { bus, follow } = createSubscriptions(store, watch);
  const events: unknown[] = [];
  bus.subscribe((event) => events.push(event));
  follow({ resourcesListChanged: false, resourceSubscriptions: ['scrap://todos/due'] });
  look(1);
  now = new Date('2026-11-30T22:59:59Z');
  look(1);
  expect(events).toEqual([]);
  now = new Date('2026-11-30T23:00:00Z');
  look(1);
  look(1);
  expect(events).toEqual([{ kind: 'resource_updated', uri: 'scrap://todos/due' }]);
  store.close();
});

test('a store that cannot be asked is said once, and asked again', async () => {
  const { store } = server;
  const log: string[] = [];
  const watch = createWatch(store, { log: (line) => log.push(line), every: 5 });
  const latest: number[] = [];
  const end = watch.listen((number) => latest.push(number));
  const broken = vi.spyOn(store, 'get').mockImplementation(() => {
    throw new Error('locked');
  });
  await setTimeout(50);
  expect([latest, log]).toEqual([[], ['The store could not be asked what is new.']]);
  broken.mockRestore();
  await vi.waitFor(() => expect(latest).not.toHaveLength(0), WAIT);
  end();
  end();
});
