import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { McpHandler } from '../src/server/handler.ts';
import { exchange, type Place } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';
import { type ProxyOptions, startTailscaleProxy } from './kit/tailscale-proxy.ts';

const BOX = 'box.tail1234.ts.net';
const ANN = 'ann@example.com';

const mcp: McpHandler = async (_request, response) => void response.end('{}');

/** Both ways `tailscale serve` reaches a server on the same machine. */
describe.each([
  ['a TCP port', {}],
  ['a Unix socket', { socket: 's' }],
])('behind tailscale serve, on %s', (_name, where) => {
  let open: TestServer;
  let owned: TestServer;
  beforeAll(async () => {
    open = await serveForTest({ publicUrl: `https://${BOX}`, mcp, ...where });
    owned = await serveForTest({ publicUrl: `https://${BOX}`, owner: ANN, mcp, ...where });
  });
  afterAll(async () => {
    await open.stop();
    await owned.stop();
  });

  test.each([
    ['the owner from the phone reads', 'GET /api/recent', BOX, {}, 200],
    ['a browser there saves', 'POST /api/add', BOX, { Origin: `https://${BOX}` }, 201],
    ['an agent without an Origin saves', 'POST /api/add', BOX, {}, 201],
    ['an agent calls /mcp', 'POST /mcp', BOX, {}, 200],
    ['a browser there calls /mcp', 'POST /mcp', BOX, { Origin: `https://${BOX}` }, 200],
    ['Origin null', 'POST /api/add', BOX, { Origin: 'null' }, 403],
    ['another site', 'POST /api/add', BOX, { Origin: 'http://evil.example' }, 403],
    ['a look-alike', 'POST /api/add', BOX, { Origin: `https://${BOX}.evil.example` }, 403],
    ['the right name with http', 'POST /api/add', BOX, { Origin: `http://${BOX}` }, 403],
    ['another machine of the tailnet', 'POST /api/add', 'other.tail1234.ts.net', {}, 403],
    ['a name that rebinds', 'GET /api/recent', 'evil.example', {}, 403],
    [
      'a forged X-Forwarded-Host',
      'GET /api/recent',
      'evil.example',
      { 'X-Forwarded-Host': BOX },
      403,
    ],
  ] as const)('%s: %s', async (_case, line, host, headers, status) => {
    expect(await through(open, {}, line, host, headers)).toBe(status);
  });

  test.each([
    ['the owner', { login: ANN }, {}, 201],
    ['someone else', { login: 'eve@example.com' }, {}, 403],
    ['a tagged device', {}, {}, 403],
    ['a tagged device that forges the login', {}, { 'Tailscale-User-Login': ANN }, 403],
    [
      'someone else who forges it',
      { login: 'eve@example.com' },
      { 'tailscale-user-login': ANN },
      403,
    ],
    ['the internet', { funnel: true }, {}, 403],
    ['the internet, with a forged login', { funnel: true }, { 'Tailscale-User-Login': ANN }, 403],
  ])('SCRAP_OWNER: %s', async (_case, proxy, headers, status) => {
    expect(await through(owned, proxy, 'POST /api/add', BOX, headers)).toBe(status);
  });

  test('SCRAP_OWNER: someone else who calls the port by its local name', async () => {
    const host = owned.port === undefined ? 'localhost' : `127.0.0.1:${owned.port}`;
    const eve = { login: 'eve@example.com' };
    expect(await through(owned, eve, 'POST /api/add', host, {})).toBe(403);
  });

  test('a kept connection serves again, and is promised for longer than the proxy keeps it', async () => {
    const proxy = await startTailscaleProxy(open.place);
    const get = `GET /healthz HTTP/1.1\r\nHost: ${BOX}\r\n`;
    const [first, second] = await exchange(
      proxy.place,
      `${get}\r\n`,
      `${get}Connection: close\r\n\r\n`,
    );
    await proxy.stop();
    expect([first?.status, second?.status]).toEqual([200, 200]);

    const [direct] = await exchange(
      open.place,
      `GET /healthz HTTP/1.1\r\nHost: ${open.port === undefined ? 'localhost' : BOX}\r\n\r\n`,
      'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    const promised = /timeout=(\d+)/.exec(direct?.headers.get('keep-alive') ?? '')?.[1];
    expect(Number(promised)).toBeGreaterThan(90);
  });
});

/** The status of one request that comes through the proxy. */
async function through(
  server: TestServer,
  proxyOptions: ProxyOptions,
  line: string,
  host: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const before = server.pages();
  const proxy = await startTailscaleProxy(server.place, proxyOptions);
  const status = await ask(proxy.place, line, host, headers);
  await proxy.stop();
  expect(server.pages() - before).toBe(status === 201 ? 1 : 0);
  return status;
}

async function ask(
  place: Place,
  line: string,
  host: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const body = line.startsWith('POST') ? '{"text":"kelp"}' : '';
  const all = {
    Host: host,
    Connection: 'close',
    ...headers,
    ...(body === ''
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const answers = await exchange(place, [`${line} HTTP/1.1`, ...lines, '', body].join('\r\n'));
  expect(answers).toHaveLength(1);
  expect([...(answers[0]?.headers.keys() ?? [])].join()).not.toContain('access-control');
  return answers[0]?.status;
}
