import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { startServer } from '../src/server/serve.ts';
import { exchange } from './kit/raw.ts';
import { serveForTest } from './kit/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'scrap-listen-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

describe('a port', () => {
  test('is on loopback alone', async () => {
    const server = await serveForTest();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.accepted).toContain(`localhost:${server.port}`);
    await server.stop();
    const outside = await serveForTest({ publicUrl: 'https://box.tail1234.ts.net' });
    expect(outside.url).toBe('https://box.tail1234.ts.net');
    expect(outside.accepted).toContain('box.tail1234.ts.net');
    await outside.stop();
  });

  test('that is taken is `busy`, with a way out', async () => {
    const first = await serveForTest();
    await expect(
      startServer(first.store, { port: first.port, version: '', log: () => {} }),
    ).rejects.toMatchObject({
      code: 'busy',
      details: { reason: 'port_in_use' },
      message: expect.stringContaining('--port'),
    });
    await first.stop();
  });

  test('is not taken when a setting is wrong', async () => {
    const probe = await serveForTest();
    const { port, store } = probe;
    await probe.close();
    const options = { port, version: '', log: () => {} };
    await expect(startServer(store, { ...options, publicUrl: 'http://box.test' })).rejects.toThrow(
      'SCRAP_PUBLIC_URL',
    );
    const after = await startServer(store, options);
    await after.close();
    await probe.stop();
  });
});

describe('a socket', () => {
  test('can be opened by its owner alone, whatever the umask', async () => {
    const umask = process.umask(0);
    const server = await serveForTest({ socket: 's' });
    process.umask(umask);
    const path = 'path' in server.place ? server.place.path : '';
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(server.url).toBe(`unix:${path}`);
    expect((await exchange(server.place, GET))[0]?.status).toBe(200);
    await server.stop();
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  test('that a killed server left behind is taken over', async () => {
    const path = join(folder, 'stale');
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    expect(statSync(path).isSocket()).toBe(true);
    const { store, stop } = await serveForTest();
    const server = await startServer(store, { socket: path, version: '', log: () => {} });
    expect((await exchange({ path }, GET))[0]?.status).toBe(200);
    await server.close();
    await stop();
  });

  test('on which somebody answers is `busy` and stays', async () => {
    const path = join(folder, 'alive');
    const other = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => other.listen(path, resolve));
    const { store, stop } = await serveForTest();
    await expect(
      startServer(store, { socket: path, version: '', log: () => {} }),
    ).rejects.toMatchObject({ code: 'busy', details: { reason: 'port_in_use' } });
    expect(statSync(path).isSocket()).toBe(true);
    await new Promise((resolve) => other.close(resolve));
    await stop();
  });

  test.each([
    ['a file', 'file'],
    ['a link to a file', 'link'],
    ['a path that is too long', 'x'.repeat(120)],
  ])('in the place of %s is refused and nothing is removed', async (_name, name) => {
    writeFileSync(join(folder, 'file'), 'mine');
    rmSync(join(folder, 'link'), { force: true });
    symlinkSync(join(folder, 'file'), join(folder, 'link'));
    const { store, stop } = await serveForTest();
    await expect(
      startServer(store, { socket: join(folder, name), version: '', log: () => {} }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('--socket') });
    expect(statSync(join(folder, 'link')).isFile()).toBe(true);
    await stop();
  });
});

describe('stopping', () => {
  test('lets what runs finish and closes what is idle', async () => {
    const steps = new EventEmitter();
    const working = once(steps, 'working');
    const server = await serveForTest({
      mcp: async (_request, response) => {
        const released = once(steps, 'release');
        steps.emit('working');
        await released;
        response.end('done');
      },
    });
    await server.get('/healthz'); // leaves an idle connection
    const answer = server.post('/mcp', {});
    await working;
    const closed = server.close();
    await expect(server.get('/healthz', { connection: 'close' })).rejects.toThrow('fetch failed');
    steps.emit('release');
    expect(await (await answer).text()).toBe('done');
    await closed;
    await server.stop();
  });

  test('twice is stopping once', async () => {
    const server = await serveForTest();
    await Promise.all([server.close(), server.close()]);
    await server.stop();
  });
});
