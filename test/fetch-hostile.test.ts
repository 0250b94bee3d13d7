import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { textOf } from '../src/server/fetch/charset.ts';
import { outcomeOf } from '../src/server/fetch/failure.ts';
import { getPage, type GetOptions } from '../src/server/fetch/get.ts';
import { deadPort, names, OUTSIDE, rawSite, site, TEST_WEB } from './kit/web.ts';

const MiB = 1024 * 1024;
const HTML = { 'content-type': 'text/html' };

/** What fetching it comes to: the words of the queue, or the page's own. */
async function fetched(url: string, times: GetOptions['times'] = {}): Promise<string> {
  try {
    const got = await getPage(url, {
      reach: TEST_WEB,
      lookup: names({}),
      userAgent: 'test',
      signal: new AbortController().signal,
      times,
    });
    return got.body === undefined ? `not read: ${got.type}` : `got ${got.body.toString()}`;
  } catch (error) {
    const outcome = outcomeOf(error);
    return `${outcome.is}: ${'reason' in outcome ? outcome.reason : ''}`;
  }
}

describe('a bomb', () => {
  const zeros = Buffer.alloc(64 * MiB);
  const brotli = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } };
  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros, brotli)],
    ['gzip', Buffer.concat(Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(MiB))))],
  ])('of %s is given up at 5 MiB, and memory stays flat', async (encoding, bomb) => {
    const { url } = await site((_, response) => {
      response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(bomb);
    });
    const held = () => process.memoryUsage().external;
    const before = held();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, held() - before)), 1);
    expect(await fetched(url)).toBe('refusal: It is larger than 5 MiB.');
    clearInterval(watch);
    expect(Math.max(most, held() - before)).toBeLessThan(22 * MiB);
  });

  test('of plain bytes without an end is given up', async () => {
    let sent = 0;
    const { url } = await site((_, response) => {
      response.writeHead(200, HTML);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await fetched(url)).toBe('refusal: It is larger than 5 MiB.');
    expect(sent).toBeLessThan(40 * MiB);
  });

  test('packed twice is not unpacked', async () => {
    const { url } = await site((_, response) => {
      response
        .writeHead(200, { ...HTML, 'content-encoding': 'gzip, gzip' })
        .end(gzipSync(gzipSync('x')));
    });
    expect(await fetched(url)).toBe('refusal: It is packed in a way nobody asked for.');
  });
});

describe('a site that takes its time', () => {
  test('with its headers', async () => {
    const { url } = await rawSite(() => {});
    expect(await fetched(url, { headers: 300 })).toBe('failure: The site does not answer.');
  });

  test('between two pieces', async () => {
    const { url } = await site((_, response) => response.writeHead(200, HTML).write('x'));
    expect(await fetched(url, { body: 300 })).toBe(
      'failure: The site stopped in the middle of its answer.',
    );
  });

  test('dripping for ever', async () => {
    const { url } = await site((_, response) => {
      response.writeHead(200, HTML);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    expect(await fetched(url, { all: 1000 })).toBe('failure: It took longer than 20 seconds.');
  });

  test('dripping headers for ever', async () => {
    const { url } = await rawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await fetched(url, { all: 1000 })).toMatch(/^failure: /);
  });

  test('with headers without an end', async () => {
    const { url } = await rawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`x: ${'y'.repeat(1000)}\r\n`));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    expect(await fetched(url)).toBe('refusal: Its headers are too long.');
  });
});

describe('a site that breaks off', () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\n<p>half';
  const stages = Array.from({ length: 20 }, (_, i) => Math.round((i * answer.length) / 19));
  test.each(stages)('after %i bytes is a failure, and ends nothing else', async (bytes) => {
    const { url } = await rawSite((socket) => {
      socket.write(answer.slice(0, bytes), () => socket.destroy());
    });
    expect(await fetched(url)).toMatch(/^failure: /);
  });

  test('in the middle of what it packed', async () => {
    const packed = gzipSync('x'.repeat(100_000));
    const { url } = await site((_, response) => {
      response
        .writeHead(200, { ...HTML, 'content-encoding': 'gzip' })
        .end(packed.subarray(0, packed.length / 2));
    });
    expect(await fetched(url)).toBe('refusal: It cannot be unpacked.');
  });
});

test.each([
  [404, 'refusal'],
  [410, 'refusal'],
  [401, 'refusal'],
  [403, 'refusal'],
  [304, 'refusal'],
  [429, 'failure'],
  [500, 'failure'],
  [503, 'failure'],
])('an answer of %i is a %s', async (status, outcome) => {
  const { url } = await site((_, response) => response.writeHead(status, HTML).end());
  expect(await fetched(url)).toBe(`${outcome}: The site answers ${status}.`);
});

test('what is not text is not read', async () => {
  const { url } = await site((_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.write(Buffer.alloc(1000));
  });
  expect(await fetched(url)).toBe('not read: application/pdf');
});

test('no site, no name, no HTTP: each is said', async () => {
  const port = await deadPort();
  expect(await fetched(`http://${OUTSIDE}:${port}/`)).toBe(
    'failure: The site takes no connections.',
  );
  expect(await fetched('http://nowhere.test/')).toBe('failure: There is no site of this name.');
  const { url } = await rawSite((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
  expect(await fetched(url)).toBe('failure: What it answers is not HTTP.');
  expect(await fetched(url.replace('http:', 'https:'))).toMatch(/^failure: /);
});

describe('a charset', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  test.each<[string, Buffer, string, string]>([
    ['of the server', latin('caf\xe9'), 'text/html; charset=ISO-8859-1', 'café'],
    ['of the page', latin('<meta charset="iso-8859-1">caf\xe9'), 'text/html', 'café'],
    [
      'of the page, as it was written once',
      latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xcf'),
      'text/html',
      'П',
    ],
    ['of Japan', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
    ['nobody knows', Buffer.from('Größe'), 'text/html; charset=klingon', 'Größe'],
    ['that is none', Buffer.from('Größe'), 'text/html; charset=""', 'Größe'],
    ['nobody said', Buffer.from('Größe'), '', 'Größe'],
    ['nobody said, and not UTF-8', latin('Gr\xf6\xdfe'), '', 'Größe'],
    ['of a mark', Buffer.from('\ufeffh\u00e9', 'utf16le'), 'text/html; charset=utf-8', 'hé'],
    ['that is wrong', latin('caf\xe9'), 'text/html; charset=utf-8', 'caf\ufffd'],
  ])('%s is read', (_, bytes, type, text) => {
    expect(textOf(bytes, type).endsWith(text)).toBe(true);
  });
});
