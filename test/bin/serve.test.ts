import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { built, PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly welcome: string;
  readonly ended: Promise<number | null>;
}

async function serve(
  store: string,
  args: readonly string[] = ['--port', '0'],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  built();
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...args], {
    env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), SCRAP_STORE: store, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let welcome = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (welcome += text));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  void ended.then(() => (welcome += 'stop'));
  while (!welcome.includes('stop')) await new Promise((resolve) => setTimeout(resolve, 10));
  const url = /is at (\S+)/.exec(welcome)?.[1];
  if (url === undefined) throw new Error(`serve did not start: ${errors}`);
  return { child, url, welcome, ended };
}

test('what an agent writes over /mcp is found at the terminal, with who wrote it', async () => {
  const store = temporaryStore();
  const { child, url, welcome, ended } = await serve(store);
  const line = /claude mcp add --transport http scrap (\S+)/.exec(welcome)?.[1];
  expect(line).toBe(`${url}/mcp/claude-code`);
  const answer = await fetch(line ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write', arguments: { text: '# Seen\n\nthree herons', key: 'one' } },
    }),
  });
  expect(answer.status).toBe(200);
  const found = await scrap(['search', 'is:claude', 'herons', '--json'], { store });
  expect(JSON.parse(found.stdout)).toMatchObject({
    slug: 'seen',
    author: 'claude',
    source: 'mcp',
    client: 'claude-code',
  });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readdirSync(dirname(store))).toEqual(['scrap.db']);
});

test('Ctrl-C ends it with 130, after the answers that run', async () => {
  const { child, url, ended } = await serve(temporaryStore());
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

test('a second server is told that the port, or the store, is taken', async () => {
  const store = temporaryStore();
  const { url } = await serve(store);
  const samePort = await scrap(['serve', '--port', new URL(url).port], { store: temporaryStore() });
  expect(samePort.status).toBe(75);
  expect(samePort.stderr).toMatch(/port|--port/);
  const sameStore = await scrap(['serve', '--port', '0'], { store });
  expect(sameStore.status).toBe(75);
});

test('on a socket it is the owner alone who can connect', async () => {
  const store = temporaryStore();
  const socket = `${temporaryDirectory()}/scrap.sock`;
  const publicUrl = 'https://box.example.ts.net';
  const { welcome } = await serve(store, ['--socket', socket], { SCRAP_PUBLIC_URL: publicUrl });
  expect(welcome).toContain('box.example.ts.net');
  expect(statSync(socket).mode & 0o777).toBe(0o600);
});

test('what cannot be right is said before anything is served', async () => {
  const store = temporaryStore();
  const http = await scrap(['serve'], { store, env: { SCRAP_PUBLIC_URL: 'http://box.ts.net' } });
  expect(http).toMatchObject({ status: 2 });
  expect(http.stderr).toContain('https');
  expect(await scrap(['serve', '--port', '99999'], { store })).toMatchObject({ status: 2 });
  expect(await scrap(['serve', '--mcp', 'all'], { store })).toMatchObject({ status: 2 });
});
