import { describe, expect, test } from 'vitest';

import { getPage } from '../src/server/fetch/get.ts';
import { checkedUrl, isPublic, PUBLIC } from '../src/server/fetch/reach.ts';
import { names, OUTSIDE, site, TEST_WEB } from './kit/web.ts';

const asking = (url: string, lookup = names({})) =>
  getPage(url, {
    reach: TEST_WEB,
    lookup,
    userAgent: 'test',
    signal: new AbortController().signal,
  });

const REFUSED = { outcome: expect.objectContaining({ is: 'refusal' }) as unknown };

/** An address in all the ways it can be written, and what stands for one. */
const INSIDE = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://100.100.100.100/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[fc00::1]/',
  'http://[fd7a:115c:a1e0::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[4000::1]/',
  'http://127.0.0.1.:80/',
] as const;

describe('an address inside', () => {
  test.each(INSIDE)('%s is refused before anything is asked', (url) => {
    expect(() => checkedUrl(url, PUBLIC)).toThrow(expect.objectContaining(REFUSED));
  });

  test('there are the 46 of the table', () => {
    expect(new Set(INSIDE).size).toBe(46);
  });

  test.each([
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://me@example.com/',
    'http://me:secret@example.com/',
    'http://example.com:22/',
    'http://example.com:7272/',
    'https://example.com:3000/',
    'http://',
    'example.com',
    '',
  ])('%s is refused as well', (url) => {
    expect(() => checkedUrl(url, PUBLIC)).toThrow(expect.objectContaining(REFUSED));
  });

  test.each([
    'http://example.com/',
    'https://example.com:8443/x?y=1#z',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://bücher.example/',
  ])('%s may be asked', (url) => {
    expect(checkedUrl(url, PUBLIC).href).toContain('://');
  });

  test.each(['', 'x', '127.0.0.1', 'fe80::1%eth0', '1.2.3', '::ffff:8.8.8.8'])(
    '%s is not public',
    (ip) => {
      expect(isPublic(ip)).toBe(false);
    },
  );
});

describe('a name', () => {
  test.each([
    ['that leads inside', ['127.0.0.1']],
    ['that leads to the machine by IPv6', ['::1']],
    ['that leads inside by one of its addresses', [OUTSIDE, '127.0.0.1']],
    ['that stands for IPv4', ['::ffff:127.0.0.1']],
    ['of the tailnet', ['fd7a:115c:a1e0::1']],
    ['of a service of the cloud', ['169.254.169.254']],
    ['with a zone', ['fe80::1%eth0']],
    ['of nonsense', ['nonsense']],
  ])('%s is not connected to', async (_, addresses) => {
    const inside = await site((_request, response) => response.end('secret'), '127.0.0.1');
    const lookup = names({ 'evil.test': addresses });
    await expect(asking(`http://evil.test:${inside.port}/`, lookup)).rejects.toMatchObject(REFUSED);
    expect(inside.asked).toEqual([]);
  });

  test('that leads outside first and inside then gains nothing', async () => {
    const inside = await site((_request, response) => response.end('secret'), '127.0.0.1');
    const outside = await site((_request, response) => {
      response.writeHead(302, { location: `http://turns.test:${inside.port}/` }).end();
    });
    let times = 0;
    const { port } = outside;
    await expect(
      asking(`http://turns.test:${port}/`, (name, options, done) =>
        names({ 'turns.test': [times++ === 0 ? OUTSIDE : '127.0.0.1'] })(name, options, done),
      ),
    ).rejects.toMatchObject(REFUSED);
    expect(times).toBe(2);
    expect([outside.asked.length, inside.asked]).toEqual([1, []]);
  });

  test('that leads to the web is asked', async () => {
    const outside = await site((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<p>hello');
    });
    const lookup = names({ 'fine.test': [OUTSIDE] });
    const got = await asking(`http://fine.test:${outside.port}/x`, lookup);
    expect(got.body?.toString()).toBe('<p>hello');
  });
});

describe('a redirect', () => {
  test.each([
    ['to an address inside', (port: number) => `http://127.0.0.1:${port}/`],
    ['to it in another spelling', (port: number) => `http://0x7f.1:${port}/`],
    ['without a scheme', (port: number) => `//127.0.0.1:${port}/`],
    ['to a mapped one', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['to a name that leads inside', (port: number) => `http://inside.test:${port}/`],
    ['with a password', (port: number) => `http://a:b@${OUTSIDE}:${port}/`],
    ['to a file', () => 'file:///etc/passwd'],
    ['to a script', () => 'javascript:alert(1)'],
    ['to nowhere', () => 'http://'],
  ])('%s is not followed', async (_, location) => {
    const inside = await site((_request, response) => response.end('secret'), '127.0.0.1');
    const outside = await site((_request, response) => {
      response.writeHead(302, { location: location(inside.port) }).end();
    });
    const lookup = names({ 'inside.test': ['127.0.0.1'] });
    await expect(asking(outside.url, lookup)).rejects.toMatchObject(REFUSED);
    expect([outside.asked, inside.asked]).toEqual([['/'], []]);
  });

  test('is followed five times, with nothing of the first request but what every one has', async () => {
    const outside = await site((request, response) => {
      const n = Number((request.url ?? '/0').slice(1));
      if (n < 5) response.writeHead(301, { location: `/${n + 1}`, 'set-cookie': 'a=b' }).end();
      else response.setHeader('content-type', 'text/html').end(JSON.stringify(request.headers));
    });
    const got = await asking(`${outside.url}/0`);
    expect(got.url).toBe(`${outside.url}/5`);
    expect(Object.keys(JSON.parse(String(got.body)) as object).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    const endless = await site((request, response) => {
      response.writeHead(302, { location: `${request.url}x` }).end();
    });
    await expect(asking(endless.url)).rejects.toMatchObject(REFUSED);
    expect(endless.asked).toHaveLength(6);
  });
});
