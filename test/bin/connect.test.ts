import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createMcp } from '../../src/server/mcp/index.ts';
import { startServer } from '../../src/server/serve.ts';
import { createWatch } from '../../src/server/watch.ts';
import { allOperations, nameAt, openStore } from '../../src/store/index.ts';
import { scrap, temporaryStore } from '../kit/scrap.ts';

const PUBLIC = 'https://box.tail1234.ts.net';
const LABELS = ['claude-code', 'codex', 'opencode', 'gemini-cli', 'vscode', 'inspector'];

/** A scrap server of this test's own. */
async function served(): Promise<string> {
  const store = openStore(temporaryStore(), { mayCreate: true });
  const log = () => {};
  const watch = createWatch(store, { log });
  const mcp = createMcp(store, { level: 'edit', version: '0.0.1', log, watch });
  const server = await startServer(store, { port: 0, version: '0', mcp: mcp.handle, log });
  onTestFinished(async () => {
    await mcp.close();
    await server.close();
    store.close();
  });
  return server.url;
}

/** Something else that listens. */
async function another(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what is shown', () => {
  test('each client has its label in the address, here and elsewhere', async () => {
    const { stdout, stderr, status } = await scrap(['connect'], {
      env: { SCRAP_PUBLIC_URL: PUBLIC },
    });
    expect(status).toBe(0);
    for (const label of LABELS) {
      expect(stdout).toContain(`http://127.0.0.1:7272/mcp/${label}`);
      expect(stdout).toContain(`${PUBLIC}/mcp/${label}`);
    }
    expect(stdout.indexOf('here')).toBeLessThan(stdout.indexOf('every project'));
    expect(stderr).toContain('powerful credentials');
    expect(stderr).not.toContain('For other machines');
  });

  test('without a public URL it says how to come to one', async () => {
    const { stdout, stderr } = await scrap(['connect']);
    expect(stdout).not.toContain('elsewhere');
    expect(stderr).toContain('SCRAP_PUBLIC_URL');
  });

  test('a read-only address survives a shell', async () => {
    const { stdout } = await scrap(['connect', 'claude-code', '--allow', 'read']);
    expect(stdout).toContain("'http://127.0.0.1:7272/mcp/claude-code?allow=read'");
    expect(stdout).not.toContain('codex');
  });

  test('what belongs into a JSON file is JSON, and names every tool that reads', async () => {
    const { stdout } = await scrap(['connect', '--json']);
    const clients = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(clients.map(({ label }) => label)).toEqual(LABELS);
    const reading = (await allOperations())
      .filter((one) => one.effect === 'reads')
      .flatMap((one) => nameAt(one, 'mcp') ?? []);
    for (const { here, every_project, unasked } of clients) {
      for (const piece of [here, every_project, unasked].filter((each) => each !== undefined)) {
        if (piece.where.includes('.json') || piece.text.startsWith('{')) JSON.parse(piece.text);
      }
      for (const tool of reading) if (unasked !== undefined) expect(unasked.text).toContain(tool);
      expect(unasked?.text ?? '').not.toContain('write');
    }
  });

  test('a client that is not known, or a second one, is refused', async () => {
    const odd = await scrap(['connect', 'claude-cod']);
    expect([odd.status, odd.stderr]).toEqual([2, expect.stringContaining('Did you mean claude')]);
    expect((await scrap(['connect', 'codex', 'vscode'])).status).toBe(2);
  });
});

describe('--check', () => {
  const check = (url: string, ...args: string[]) =>
    scrap(['connect', '--check', ...args], { env: { SCRAP_PUBLIC_URL: url } });

  test('connects in both eras and says that the server is of another version', async () => {
    const { stdout, stderr, status } = await check(await served());
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.split('  ')[0])).toEqual([
      '2026-07-28',
      '2025-11-25',
      '',
    ]);
    expect(stdout.match(/11 tools, and reading works/g)).toHaveLength(2);
    expect(stderr).toContain('restart scrap serve');
  });

  test('answers in JSON', async () => {
    const { stdout } = await check(await served(), '--json');
    const [newer, older] = stdout.trim().split('\n');
    expect(JSON.parse(newer ?? '')).toMatchObject({ revision: '2026-07-28', reads: true });
    expect(JSON.parse(older ?? '')).toMatchObject({ revision: '2025-11-25', reads: true });
  });

  test.each<[string, number, string, RequestListener]>([
    ['a page', 2, 'Something else answers', (_, answer) => answer.end('<h1>hello</h1>')],
    ['JSON that is null', 2, 'Something else answers', (_, answer) => answer.end('null')],
    ['nothing there', 2, '--mcp off', (_, answer) => answer.writeHead(404).end()],
    ['a proxy', 2, 'scrap serve', (_, answer) => answer.writeHead(502).end('Bad gateway')],
    [
      'a redirect',
      2,
      'https://other.example/mcp',
      (_, answer) => answer.writeHead(301, { location: 'https://other.example/mcp' }).end(),
    ],
    [
      'another MCP server',
      2,
      'Another MCP server answers there: notes.',
      (_, answer) => answer.end('{"result":{"serverInfo":{"name":"notes"}}}'),
    ],
    [
      "scrap's guard",
      5,
      'Set SCRAP_PUBLIC_URL to …',
      (_, answer) =>
        answer
          .writeHead(403)
          .end('{"error":{"code":-32000,"message":"Set SCRAP_PUBLIC_URL to …"}}'),
    ],
    [
      'one that says hello and no more',
      2,
      'no client can use it',
      (_, answer) => answer.end('{"result":{"serverInfo":{"name":"scrap"}}}'),
    ],
  ])('%s is told apart', async (_name, status, said, listener) => {
    const run = await check(await another(listener));
    expect([run.status, run.stdout]).toEqual([status, '']);
    expect(run.stderr).toContain(said);
  });

  test('a place where nothing listens is busy, not broken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const run = await check(`http://127.0.0.1:${port}`);
    expect([run.status, run.stderr]).toEqual([75, expect.stringContaining('scrap serve')]);
    expect((await check('box.ts.net')).status).toBe(2);
  });

  test('a name that nobody has is told apart', async () => {
    const run = await check('https://nobody.invalid');
    expect([run.status, run.stderr]).toEqual([75, expect.stringContaining('Tailscale')]);
  });
});
