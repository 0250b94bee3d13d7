import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

/** Node 22 and later keep compiled code themselves, in files of their own. */
const IS_OURS = Number.parseInt(process.versions.node, 10) < 22;

/** A store with one page, and a cache of its own that some runs have filled. */
async function used(runs = 1) {
  const cache = temporaryDirectory();
  const store = temporaryStore();
  const env = { XDG_CACHE_HOME: cache };
  const recent = () => scrap(['recent'], { store, env });
  await scrap(['add', 'hello'], { store, env });
  for (let i = 0; i < runs; i += 1) await recent();
  const parent = join(cache, 'scrap', 'code');
  const folder = () => join(parent, readdirSync(parent)[0] ?? '');
  const shared = () => {
    const name = readdirSync(folder()).find((each) => each.startsWith('shared-'));
    return join(folder(), name ?? '');
  };
  return { cache, parent, folder, shared, recent };
}

describe.runIf(IS_OURS)('compiled code is kept between two runs', () => {
  test('for its owner alone, and no longer written once a few runs have added to it', async () => {
    const { folder, shared, recent } = await used(8);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(shared()).mode & 0o777).toBe(0o600);
    const before = statSync(shared()).ino;
    expect((await recent()).stdout).toMatch(/^hello\t/);
    expect(statSync(shared()).ino).toBe(before);
  });

  test('also after a flip of one bit anywhere in it', async () => {
    const { shared, recent } = await used();
    const whole = readFileSync(shared());
    for (let i = 1; i < 10; i += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor((bytes.length * i) / 10);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      writeFileSync(shared(), bytes);
      const { stdout, status } = await recent();
      expect({ stdout: stdout.slice(0, 6), status }).toEqual({ stdout: 'hello\t', status: 0 });
    }
    expect(readFileSync(shared()).length).toBeGreaterThan(100_000);
  });

  test.each([0, 1, 2, 40, 5000])('also after a file was cut at %i bytes', async (length) => {
    const { shared, recent } = await used();
    writeFileSync(shared(), readFileSync(shared()).subarray(0, length));
    expect((await recent()).stdout).toMatch(/^hello\t/);
    expect(readFileSync(shared()).length).toBeGreaterThan(100_000);
  });

  test('and that of an earlier version goes', async () => {
    const cache = temporaryDirectory();
    const store = temporaryStore();
    const env = { XDG_CACHE_HOME: cache };
    mkdirSync(join(cache, 'scrap', 'code', 'earlier'), { recursive: true });
    await scrap(['add', 'hello'], { store, env });
    expect(readdirSync(join(cache, 'scrap', 'code'))).toEqual([expect.stringMatching(/-v\d/)]);
  });
});

test('without a place for compiled code everything works', async () => {
  const cache = join(temporaryDirectory(), 'file');
  writeFileSync(cache, 'not a folder');
  const ran = await scrap(['add', 'hello'], {
    store: temporaryStore(),
    env: { XDG_CACHE_HOME: cache },
  });
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(/^hello\t/) });
});

test('NODE_DISABLE_COMPILE_CACHE turns it off', async () => {
  const cache = temporaryDirectory();
  const env = { XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: '1' };
  await scrap(['add', 'hello'], { store: temporaryStore(), env });
  expect(readdirSync(cache)).toEqual([]);
});
