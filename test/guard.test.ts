import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { JSON_TYPE, LOCAL, PUBLIC, ROWS, type Setting } from './kit/guard-rows.ts';
import { exchange } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

const CANARY = 'walrus canary';

/** One server for each way of being set up. */
const SETTINGS: Record<Setting, object> = {
  plain: {},
  public: { publicUrl: PUBLIC },
  owned: { publicUrl: PUBLIC, owner: 'ann@example.com' },
  socket: { publicUrl: PUBLIC, socket: 's' },
  'bare socket': { socket: 's' },
  'owned socket': { publicUrl: PUBLIC, owner: 'ann@example.com', socket: 's' },
};

const servers = new Map<string, TestServer>();

beforeAll(async () => {
  for (const [name, options] of Object.entries(SETTINGS)) {
    // One that answers on /mcp whatever it is asked, so that a hole in the guard would show.
    const server = await serveForTest({
      ...options,
      mcp: async (_request, response) => void response.writeHead(200).end(CANARY),
    });
    servers.set(name, server);
  }
});

afterAll(async () => {
  for (const server of servers.values()) await server.stop();
});

/** What node:http itself refuses, before there is a request. */
const NOT_HTTP: readonly (readonly [string, string])[] = [
  [
    'two lengths',
    `POST /api/add HTTP/1.1|${LOCAL}|${JSON_TYPE}|Content-Length: 2|Content-Length: 3`,
  ],
  [
    'length and chunks',
    `POST /api/add HTTP/1.1|${LOCAL}|Content-Length: 2|Transfer-Encoding: chunked`,
  ],
  ['odd coding', `POST /api/add HTTP/1.1|${LOCAL}|${JSON_TYPE}|Transfer-Encoding: xchunked`],
  ['space before the colon', `GET /healthz HTTP/1.1|${LOCAL}|Transfer-Encoding : chunked`],
  ['a folded header', `GET /healthz HTTP/1.1|${LOCAL}|X-A: b| c`],
  ['NUL in a header', `GET /healthz HTTP/1.1|${LOCAL}|X-A: \0`],
  ['HTTP/0.9', 'GET /healthz'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0'],
];

describe.each(Object.entries(ROWS))('%s', (_name, rows) => {
  test.each(rows)('%s: %s, %s -> %s', async (setting, line, headers, expected) => {
    await check(setting, [`${line} HTTP/1.1`, ...headers.split('|')], expected);
  });
});

describe('not HTTP', () => {
  test.each(NOT_HTTP)('%s', async (_name, lines) => {
    await check('plain', lines.split('|'), '400 bad_request');
  });
});

test('HTTP/1.0 without a Host is refused like any other name', async () => {
  await check('plain', ['GET /healthz HTTP/1.0'], '400 bad_request');
});

test('HTTP/1.1 without a Host is refused by node, which has no more to say', async () => {
  const { place } = servers.get('plain') ?? {};
  if (place === undefined) throw new Error('no server');
  const [answer, more] = await exchange(place, 'GET /healthz HTTP/1.1\r\n\r\n');
  expect([answer?.status, answer?.body, more]).toEqual([400, '', undefined]);
});

const CODES: Readonly<Record<string, string>> = { 403: 'refused', 404: 'not_found' };

/** Sends it over a bare socket and sees to everything that must be true of whatever comes back. */
async function check(setting: Setting, lines: readonly string[], expected: string) {
  const server = servers.get(setting);
  if (server === undefined) throw new Error(`no server ${setting}`);
  if (server.pages() === 0) await plant(server);
  const body = lines[0]?.includes('/api/add') ? '{"text":"planted"}' : '{}';
  const own = lines.some((line) => /^(content-length|transfer-encoding)/i.test(line));
  const length = lines[0]?.startsWith('POST') && !own ? [`Content-Length: ${body.length}`] : [];
  const close = lines.some((line) => line.startsWith('Connection:')) ? [] : ['Connection: close'];
  const head = [...lines, ...close, ...length, '', ''].join('\r\n');
  const sent = head.replaceAll('PORT', String(server.port)) + (length.length > 0 ? body : '');

  const answers = await exchange(server.place, sent);

  expect(answers).toHaveLength(1);
  const [answer] = answers;
  const [status, reason] = expected.split(' ');
  expect(`${answer?.status} ${answer?.body}`).toMatch(new RegExp(`^${status}`));
  if (reason !== undefined) {
    expect(answer?.headers.get('content-type')).toBe('application/json');
    const error = reason.startsWith('-')
      ? { code: Number(reason) }
      : { code: CODES[status ?? ''] ?? 'invalid', details: { reason } };
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error });
    if (reason.startsWith('-')) expect(answer?.body).toMatch(/^{"jsonrpc":"2.0",.*"id":null}$/);
    if (status === '403') {
      expect(answer?.body).toMatch(/SCRAP_(PUBLIC_URL|OWNER)/);
      expect(answer?.headers.get('connection')).toBe('close');
    }
    expect(answer?.body).not.toContain('walrus');
  }
  if (status === '405') expect(answer?.headers.get('allow')).toContain('POST');
  expect([...(answer?.headers.keys() ?? [])].filter((name) => name.includes('allow-'))).toEqual([]);
  expect(answer?.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(server.pages()).toBe(1);
}

/** A page that a hole would show, through the front door. */
async function plant(server: TestServer) {
  const body = JSON.stringify({ text: `${CANARY} in the kelp` });
  const host = server.port === undefined ? 'localhost' : `127.0.0.1:${server.port}`;
  const [answer] = await exchange(
    server.place,
    `POST /api/add HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`,
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(answer?.status).toBe(201);
}
