import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { exchange } from './kit/raw.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

/** 2,000 in `npm test`; SCRAP_FUZZ_RUNS=20000 for a long one. */
const RUNS = Number(process.env['SCRAP_FUZZ_RUNS'] ?? 2_000);
const OWNER = 'ann@example.com';
const BOX = 'box.tail1234.ts.net';

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest({ publicUrl: `https://${BOX}`, owner: OWNER });
});
afterAll(() => server.stop());

type Header = readonly [name: string, value: string];

function named(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Header[]> {
  return value.map((text) => [[name, text] as const]);
}

function seldom(header: fc.Arbitrary<Header[]>): fc.Arbitrary<Header[]> {
  const none = fc.constant<Header[]>([]);
  return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: header });
}

function often(header: fc.Arbitrary<Header[]>): fc.Arbitrary<Header[]> {
  const none = fc.constant<Header[]>([]);
  return fc.oneof({ weight: 1, arbitrary: none }, { weight: 9, arbitrary: header });
}

/** Mostly right, so that the soup comes near the door often; one in a few is not. */
function soup() {
  const host = fc.constantFrom(
    '127.0.0.1:PORT',
    'localhost:PORT',
    '[::1]:PORT',
    BOX,
    BOX.toUpperCase(),
  );
  const odd = fc.constantFrom(
    '',
    'null',
    'evil.test',
    '127.0.0.1',
    `${BOX}:443`,
    `${BOX}.`,
    '::',
    '*',
  );
  const origin = fc.constantFrom(
    'http://127.0.0.1:PORT',
    'http://localhost:PORT',
    `https://${BOX}`,
  );
  const foreign = fc.constantFrom(
    'null',
    'http://evil.test',
    `http://${BOX}`,
    `https://${BOX}/`,
    '',
  );
  const site = fc.constantFrom('same-origin', 'none', 'same-origin', 'cross-site', 'same-site', '');
  const login = fc.constantFrom(OWNER, OWNER, 'eve@example.com', '');
  const type = fc.constantFrom(
    'application/json',
    'application/json;charset=utf-8',
    'text/plain',
    '',
  );
  const any = fc.string({ unit: fc.constantFrom(...'az09:/.-@ ,;='.split('')), maxLength: 12 });
  return fc
    .tuple(
      often(named('Host', fc.oneof(...Array.from({ length: 7 }, () => host), odd, any))),
      seldom(seldom(named('hOST', fc.oneof(host, odd, any)))),
      seldom(named('Origin', fc.oneof(origin, origin, foreign, any))),
      seldom(seldom(named('origin', fc.oneof(origin, foreign)))),
      seldom(named('Sec-Fetch-Site', fc.oneof(site, any))),
      seldom(seldom(named('sec-fetch-site', site))),
      seldom(named('Sec-Fetch-Mode', fc.constantFrom('navigate', 'cors', 'no-cors'))),
      seldom(named('Sec-Fetch-Dest', fc.constantFrom('document', 'image', 'iframe'))),
      often(named('Content-Type', type)),
      often(named('Tailscale-User-Login', login)),
      seldom(named('X-Forwarded-For', any)),
      seldom(named('X-Forwarded-Host', fc.oneof(host, odd, any))),
      seldom(seldom(named('Tailscale-Funnel-Request', fc.constantFrom('?1', '?0', '')))),
      seldom(named('Upgrade', fc.constantFrom('websocket', 'h2c'))),
    )
    .chain((headers) => fc.shuffledSubarray(headers.flat(), { minLength: headers.flat().length }));
}

const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE'),
  path: fc.constantFrom('/healthz', '/api/recent', '/api/recent', '*', 'http://evil.test/healthz'),
  headers: soup(),
});

/** The rules in other words: may this be answered with a 2xx? */
function mayPass(method: string, path: string, headers: readonly Header[], port: number): boolean {
  const all = (name: string) =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim());
  const [host = '', ...hosts] = all('host').map((value) => value.toLowerCase());
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const proxied =
    host === BOX || all('x-forwarded-for').length + all('tailscale-user-login').length > 0;
  const json = /^application\/json(;charset=utf-8)?$/.test(all('content-type').join());
  return (
    (own.includes(host) || host === BOX) &&
    hosts.length === 0 &&
    path.startsWith('/') &&
    all('tailscale-funnel-request').length === 0 &&
    (!proxied || all('tailscale-user-login').join('|') === OWNER) &&
    (method === 'GET' || method === 'HEAD' || (method === 'POST' && json)) &&
    all('origin').length <= 1 &&
    all('origin').every((one) =>
      [...own.map((name) => `http://${name}`), `https://${BOX}`].includes(one),
    ) &&
    all('sec-fetch-site').every((one) => one === 'none' || one === 'same-origin')
  );
}

test(
  `of ${RUNS} random heads those that may pass do, and no other`,
  { timeout: 600_000 },
  async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, headers }) => {
        const port = server.port ?? 0;
        const sent = headers.map(
          ([name, value]) => [name, value.replaceAll('PORT', String(port))] as const,
        );
        // What POST is to is there for GET too, except that /healthz takes no POST.
        const target = method === 'POST' && path === '/healthz' ? '/api/recent' : path;
        const lines = sent.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const body = method === 'POST' ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
        const answers = await exchange(
          server.place,
          `${method} ${target} HTTP/1.1\r\n${lines}Connection: close\r\n${body}`,
        );
        expect(answers).toHaveLength(1);
        const status = answers[0]?.status ?? 0;
        const may = mayPass(method, target, sent, port);
        expect([status >= 200 && status < 300, status >= 500]).toEqual([may, false]);
        if (may) passed += 1;
      }),
      { numRuns: RUNS },
    );
    // A soup that never comes in, or always, would show nothing.
    expect(passed / RUNS).toBeGreaterThan(0.05);
    expect(passed / RUNS).toBeLessThan(0.95);
  },
);
