import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { decodeHeic } from '../src/server/files/heic.ts';
import { CANARY_PLACE, photo, png } from './kit/pictures.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

const MIB = 1024 * 1024;
const RAW = { 'content-type': 'application/octet-stream' };

let server: TestServer;
beforeAll(async () => {
  server = await serveForTest();
});
afterAll(() => server.stop());

const upload = (bytes: Uint8Array, name?: string) =>
  fetch(
    `${server.base}/api/files${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`,
    {
      method: 'POST',
      headers: RAW,
      body: Uint8Array.from(bytes),
    },
  );

async function uploaded(bytes: Uint8Array, name?: string): Promise<{ id: string; type: string }> {
  const answer = await upload(bytes, name);
  expect(answer.ok).toBe(true);
  return (await answer.json()) as { id: string; type: string };
}

/** A page with these files, as `add` answers it. */
async function added(files: readonly string[], more: object = {}) {
  const answer = await server.post('/api/add', { text: '', files, ...more });
  return (await answer.json()) as {
    slug: string;
    title: string;
    kind: string;
    images?: { url: string; thumb: string; name: string; type: string; size: number }[];
    files?: { url: string; name: string; type: string }[];
    error?: { code: string; details: { reason: string } };
  };
}

const folder = () => `${server.store.file}.files`;
const files = () =>
  readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

describe('an upload', () => {
  test('is the same file however often it comes, by its bytes', async () => {
    const bytes = await photo();
    const first = await upload(bytes, 'IMG_1.jpg');
    const again = await upload(bytes, 'IMG_1.jpg');
    expect([first.status, again.status]).toEqual([201, 200]);
    const answer: unknown = await first.json();
    expect(await again.json()).toEqual(answer);
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    expect(answer).toEqual({
      id: `${id}/IMG_1.jpg`,
      name: 'IMG_1.jpg',
      type: 'image/jpeg',
      size: bytes.length,
    });
    const place = join(folder(), id.slice(0, 2), id);
    expect(readFileSync(place).equals(bytes)).toBe(true);
    expect(statSync(place).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  test('twenty of the same at once are one', async () => {
    const bytes = await png(20, 20);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(bytes)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(files().filter(({ name }) => name.includes('new-'))).toEqual([]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['SVG', () => Buffer.from(svg), 'text/plain'],
    ['SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'text/plain'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
    ['text', () => Buffer.from('Grüße aus dem Süden\n'), 'text/plain'],
    ['a PDF of letters alone', () => Buffer.from('%PDF-1.4\n%%EOF\n'), 'application/pdf'],
    ['text of another encoding', () => Buffer.from([0x47, 0xfc, 0x0a]), 'application/octet-stream'],
    ['a NUL', () => Buffer.from('a\0b'), 'application/octet-stream'],
    ['a program', () => Buffer.from('\x7fELF\x02\x01\x01\0\0\xff', 'latin1'), 'application/x-elf'],
    [
      'a PNG with HTML in it',
      async () => Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]),
      'image/png',
    ],
    [
      'a GIF that is a script too',
      () => Buffer.from('GIF89a/*\xff\xfe\0\0*/=1;alert(1)', 'latin1'),
      'image/gif',
    ],
  ])('is typed by its bytes: %s', async (_name, bytes, type) => {
    const file = await uploaded(await bytes(), 'photo.png');
    expect(file.type).toBe(type);
    const { images, files: others } = await added([file.id]);
    const served = await fetch(
      [...(images ?? []), ...(others ?? [])][0]?.url.replace(
        server.store.setting.publicUrl,
        server.base,
      ) as string,
    );
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('set-cookie')).toBeNull();
    const shown = served.headers.get('content-type') ?? '';
    expect(shown).not.toMatch(/html|svg|xml|script/);
    if (!/^(?:image\/|text\/plain|application\/pdf)/.test(type)) {
      expect(shown).toBe('application/octet-stream');
      expect(served.headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  test.each([
    ['declared', { 'content-length': String(26 * MIB) }],
    ['in pieces of no declared length', { 'transfer-encoding': 'chunked' }],
  ])('of 26 MiB is refused and leaves nothing: %s', async (_name, length) => {
    const before = files().length;
    const head = Object.entries({ ...RAW, ...length }).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(server.place);
    let answer = '';
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
    socket.write(
      `POST /api/files HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${head.join('\r\n')}\r\n\r\n`,
    );
    const piece = Buffer.alloc(MIB, 1);
    for (let sent = 0; sent < 26; sent += 1) {
      if ('transfer-encoding' in length) socket.write(`${MIB.toString(16)}\r\n`);
      socket.write(piece);
      if ('transfer-encoding' in length) socket.write('\r\n');
    }
    await expect.poll(() => answer).toContain('at most 25 MiB');
    expect(answer).toMatch(/^HTTP\/1.1 413/);
    socket.destroy();
    expect(files()).toHaveLength(before);
  });

  test('that breaks off leaves nothing', async () => {
    const before = files().length;
    const socket = connect(server.place);
    socket.write(
      `POST /api/files HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\nabc`,
    );
    await expect.poll(() => files().length).toBe(before + 1);
    socket.destroy();
    await expect.poll(() => files().length).toBe(before);
    expect(server.log).toEqual([]);
  });

  test('of no bytes is refused', async () => {
    const before = files().length;
    const answer = await upload(new Uint8Array());
    expect(answer.status).toBe(400);
    expect(files()).toHaveLength(before);
    expect(await answer.json()).toMatchObject({ error: { details: { reason: 'empty_file' } } });
  });

  test('a disk that cannot be written leaves nothing, and the server goes on', async () => {
    const other = await serveForTest();
    writeFileSync(`${other.store.file}.files`, 'in the way');
    const answer = await fetch(`${other.base}/api/files`, {
      method: 'POST',
      headers: RAW,
      body: 'abc',
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: { code: 'unreadable' } });
    expect((await other.get('/healthz')).status).toBe(200);
    await other.stop();
  });
});

describe('a name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\cat.jpg', 'cat.jpg'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: x=1.png', 'a Set-Cookie x=1.png'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['"quoted".pdf', 'quoted.pdf'],
    [`${'n'.repeat(300)}.jpeg`, `${'n'.repeat(175)}.jpeg`],
    ['Küche & Bad 👩‍🍳.jpg', 'Küche & Bad 👩‍🍳.jpg'],
  ])('%j is kept as %j', async (given, kept) => {
    const { id } = await uploaded(Buffer.from('\xffx', 'latin1'), given);
    const { files: [file] = [] } = await added([id]);
    expect(file?.name).toBe(kept);
    const { pathname } = new URL(file?.url ?? '');
    const served = await server.get(pathname);
    const saved = served.headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(saved.replace(/^.*''/, ''))).toBe(kept);
  });
});

describe('a page with files', () => {
  test('is a photo where it has pictures alone, and is called by a name that says something', async () => {
    const { id } = await uploaded(await photo(), 'IMG_2034.jpg');
    const named = await uploaded(await photo(), 'whiteboard.jpg');
    expect(await added([id])).toMatchObject({ kind: 'photo' });
    expect((await added([id])).title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(await added([named.id])).toMatchObject({ kind: 'photo', title: 'whiteboard' });
    for (const plan of [{ due: '2030-01-04' }, { scheduled: '2030-01-04' }, { repeat: 'daily' }]) {
      expect(await added([named.id], plan)).toMatchObject({ kind: 'todo' });
    }
    expect(await added([named.id], { text: 'from the meeting' })).toMatchObject({
      kind: 'note',
      title: 'from the meeting',
    });
    const list = await uploaded(Buffer.from('%PDF-1.4\n'), 'list.pdf');
    expect(await added([named.id, list.id])).toMatchObject({ kind: 'file' });
  });

  test('says so wherever it is told of, and is found', async () => {
    const { id } = await uploaded(await png(9, 9), 'walrus.png');
    const page = await added([id], { text: 'a walrus picture' });
    const images = page.images;
    expect(images).toMatchObject([{ name: 'walrus.png', type: 'image/png' }]);
    const read = (await (await server.post('/api/read', { page: page.slug })).json()) as object;
    expect(read).toMatchObject({ images });
    for (const [name, input] of [
      ['search', { query: 'walrus has:image' }],
      ['recent', { limit: 1 }],
    ] as const) {
      const list = (await (await server.post(`/api/${name}`, input)).json()) as object;
      expect(list).toMatchObject({ pages: [{ slug: page.slug, images }] });
    }
  });

  test.each([
    ['of no upload', ['ab'.repeat(16)], 'file'],
    ['that is none', ['../x'], 'bad_input'],
  ])('with an id %s is refused, and nothing is added', async (_name, ids, reason) => {
    const before = server.pages();
    expect(await added(ids)).toMatchObject({ error: { details: { reason } } });
    expect(server.pages()).toBe(before);
  });

  test('sent again with its key is the same page', async () => {
    const { id } = await uploaded(await photo(), 'a.jpg');
    const first = await added([id], { key: 'k' });
    expect(await added([id], { key: 'k' })).toMatchObject({ slug: first.slug, created: false });
    const other = await uploaded(await png(), 'b.png');
    expect(await added([other.id], { key: 'k' })).toMatchObject({ error: { code: 'conflict' } });
  });
});

describe('a picture', () => {
  test('is shown small and upright, without what the camera noted; the file stays', async () => {
    const bytes = await photo(1200, 600);
    expect(bytes.includes(CANARY_PLACE)).toBe(true);
    const { id } = await uploaded(bytes, 'a.jpg');
    const { images: [image] = [] } = await added([id]);
    for (const [size, width, height] of [
      ['small', 240, 480],
      ['large', 600, 1200],
    ] as const) {
      const path = new URL(image?.thumb ?? '').pathname.replace('small', size);
      const answer = await server.get(path);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const shown = Buffer.from(await answer.arrayBuffer());
      const meta = await sharp(shown).metadata();
      expect([meta.width, meta.height, meta.exif, meta.orientation]).toEqual([
        width,
        height,
        undefined,
        undefined,
      ]);
      expect(shown.includes(CANARY_PLACE)).toBe(false);
      const etag = answer.headers.get('etag') ?? '';
      expect((await server.get(path, { 'if-none-match': etag })).status).toBe(304);
    }
    const whole = await server.get(new URL(image?.url ?? '').pathname);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(existsSync(`${server.store.file}.pictures`)).toBe(true);
  });

  test('of a hundred at once is made once', async () => {
    const { id } = await uploaded(await photo(300, 301), 'b.jpg');
    const path = `/pictures/${id.slice(0, 32)}/small`;
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.get(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test.each([
    ['cut off', async () => (await photo(900, 900)).subarray(0, 3000)],
    [
      'that says it is far larger than it is',
      async () => {
        const bytes = await png(10, 10);
        bytes.writeUInt32BE(60_000, 16);
        bytes.writeUInt32BE(60_000, 20);
        return bytes;
      },
    ],
  ])('%s is shown as it came', async (_name, make) => {
    const bytes = await make();
    const { id } = await uploaded(bytes, 'c.png');
    const answer = await server.get(`/pictures/${id.slice(0, 32)}/small`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('a HEIC picture, as phones take them', () => {
  const heic = () => readFileSync(join(import.meta.dirname, 'fixtures', 'red-and-blue.heic'));
  /** The same, saying that it has other pixels. */
  const saying = (width: number, height: number) => {
    const bytes = heic();
    const at = bytes.indexOf('ispe');
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
    return bytes;
  };

  test('is decoded, in both sizes; the file itself can be saved', async () => {
    const { id, type } = await uploaded(heic(), 'IMG_1.HEIC');
    expect(type).toBe('image/heic');
    const page = await added([id]);
    expect(page).toMatchObject({ kind: 'photo', images: [{ name: 'IMG_1.HEIC', type }] });
    for (const size of ['small', 'large']) {
      const answer = await server.get(`/pictures/${id.slice(0, 32)}/${size}`);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const { data, info } = await sharp(await answer.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([64, 48]);
      expect(data[0]).toBeGreaterThan(data[2] ?? 0);
      expect(data.at(-3)).toBeLessThan(data.at(-1) ?? 0);
    }
    const whole = await server.get(new URL(page.images?.[0]?.url ?? '').pathname);
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; .*IMG_1\.HEIC$/);
    expect(Buffer.from(await whole.arrayBuffer()).equals(heic())).toBe(true);
  });

  test('of more pixels than are wanted is not decoded', async () => {
    const place = join(import.meta.dirname, 'fixtures', 'red-and-blue.heic');
    expect(await decodeHeic(place, 64 * 48 - 1)).toBeUndefined();
    expect(await decodeHeic(place, 64 * 64)).toBeInstanceOf(Uint8Array);
  });

  test.each([
    ['cut off', () => heic().subarray(0, 300)],
    ['that would unpack to gigabytes', () => saying(20_000, 20_000)],
  ])('%s is not shown, and not tried again', async (_name, make) => {
    const { id } = await uploaded(Uint8Array.from(make()), 'b.heic');
    const path = `/pictures/${id.slice(0, 32)}/large`;
    for (const _ of [1, 2]) {
      const answer = await server.get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { details: { reason: 'picture' } } });
    }
    const marks = readdirSync(join(`${server.store.file}.pictures`, id.slice(0, 2)));
    expect(marks).toContain(`${id.slice(0, 32)}-large.webp`);
  });
});

test.each([
  '/files/',
  '/files/..%2f..%2fscrap.db',
  `/files/${'ab'.repeat(16)}/x.png`,
  `/files/${'AB'.repeat(16)}/x.png`,
  '/files/ab/abcdef',
  `/pictures/${'ab'.repeat(16)}/small`,
  `/pictures/${'ab'.repeat(16)}/..`,
  `/pictures/${'ab'.repeat(16)}/toString`,
])('there is nothing at %s', async (path) => {
  const answer = await server.get(path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
});
