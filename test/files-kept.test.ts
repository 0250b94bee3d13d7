import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { backupStore } from '../src/store/database/backup.ts';
import { restoreBackup, verifyBackup } from '../src/store/database/restore.ts';
import { removeSpareFiles } from '../src/store/files/carried.ts';
import { fileAt } from '../src/store/files/place.ts';
import { files, openStore, type Store } from '../src/store/index.ts';
import { filesBelow, kept, pageWith } from './kit/files.ts';
import { doing, exported, newStore } from './kit/pages.ts';
import { photo } from './kit/pictures.ts';
import { temporaryDirectory, temporaryStore } from './kit/scrap.ts';

const NOISE = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i * i) % 251);

/** A store with a photo, a large file on two pages, and one whose page is in the trash. */
async function filled(): Promise<Store> {
  const store = newStore();
  await pageWith(store, await photo(), 'cat.jpg');
  await pageWith(store, NOISE, 'noise.bin');
  await pageWith(store, NOISE, 'again.bin');
  const page = await pageWith(store, Buffer.from('\xff1', 'latin1'), 'old.bin');
  await doing(store, 'trash', { page });
  return store;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The hashes of all bytes of a store's files, by their ids. */
const bytesOf = (store: { file: string }) =>
  filesBelow(`${store.file}.files`).map((path) => hashOf(readFileSync(path)));

function opened(file: string): Store {
  const store = openStore(file);
  onTestFinished(() => store.close());
  return store;
}

describe('a backup', () => {
  test('carries the files, each once for all backups of a place', async () => {
    const store = await filled();
    const place = temporaryDirectory();
    const made = backupStore(store, place);
    expect(made).toMatchObject({ files: 3, files_missing: 0 });
    const first = filesBelow(join(place, 'scrap-files'));
    expect(first).toHaveLength(3);
    for (const path of first) expect(statSync(path).mode & 0o077).toBe(0);
    const numbers = first.map((path) => statSync(path).ino);
    backupStore(store, place);
    expect(filesBelow(join(place, 'scrap-files')).map((path) => statSync(path).ino)).toEqual(
      numbers,
    );
  });

  test('is restored with them, and what was there before keeps its own', async () => {
    const store = await filled();
    const { file: backup } = backupStore(store, temporaryDirectory());
    const before = bytesOf(store);
    store.close();
    const elsewhere = temporaryStore();
    await restoreBackup(backup, elsewhere);
    expect(bytesOf({ file: elsewhere })).toEqual(before);
    const { pages } = await doing<{ pages: object[] }>(opened(elsewhere), 'search', {
      query: 'has:image',
    });
    expect(pages).toMatchObject([{ title: 'cat', images: [{ name: 'cat.jpg' }] }]);

    const other = newStore();
    const slug = await pageWith(other, Buffer.from('\xff2', 'latin1'), 'mine.bin');
    other.close();
    const restored = await restoreBackup(backup, other.file);
    const old = opened(restored.before ?? '');
    expect(bytesOf(old)).toContain(hashOf(Buffer.from('\xff2', 'latin1')));
    expect(await doing(old, 'read', { page: slug })).toMatchObject({ kind: 'file' });
  });

  test('of which a file is gone or has changed is no good one, and says which', async () => {
    const store = await filled();
    const { file: backup } = backupStore(store);
    const paths = filesBelow(join(dirname(backup), 'scrap-files'));
    const path = paths[1] ?? '';
    const bytes = readFileSync(path);
    for (const spoil of [
      () => rmSync(path),
      () => writeFileSync(path, bytes.with(1, (bytes[1] ?? 0) ^ 1)),
    ]) {
      spoil();
      const bad = verifyBackup(backup).checks.find(({ ok }) => !ok);
      expect(bad).toMatchObject({ check: 'files', says: expect.stringContaining('1 of 3') });
      await expect(restoreBackup(backup, temporaryStore())).rejects.toMatchObject({
        details: { reason: 'bad_backup' },
      });
      writeFileSync(path, bytes);
    }
    // the next backup brings back what was lost
    rmSync(path);
    backupStore(store);
    expect(verifyBackup(backup).checks.every(({ ok }) => ok)).toBe(true);
  });

  test('is made all the same when a file has lost its bytes, and says so', async () => {
    const store = await filled();
    rmSync(filesBelow(`${store.file}.files`)[0] ?? '');
    const made = backupStore(store);
    expect(made).toMatchObject({ files: 3, files_missing: 1 });
    expect(verifyBackup(made.file).checks.every(({ ok }) => ok)).toBe(true);
    const elsewhere = temporaryStore();
    await restoreBackup(made.file, elsewhere);
    expect(bytesOf({ file: elsewhere })).toHaveLength(2);
  });

  test('leaves its files when it is removed, until no other one names them', async () => {
    const store = await filled();
    const place = temporaryDirectory();
    const { file: first } = backupStore(store, place);
    await doing(store, 'purge', { pages: ['cat'], yes: true });
    const { file: second } = backupStore(store, place);
    const shared = join(place, 'scrap-files');
    const long = new Date(Date.now() - 48 * 60 * 60 * 1000);
    for (const path of filesBelow(shared)) utimesSync(path, long, long);
    removeSpareFiles(place, [first, second]);
    expect(filesBelow(shared)).toHaveLength(3);
    removeSpareFiles(place, [second]);
    expect(filesBelow(shared)).toHaveLength(2);
    expect(verifyBackup(second).checks.every(({ ok }) => ok)).toBe(true);
  });

  test('restored from the store itself keeps the files where they are', async () => {
    const store = await filled();
    const before = bytesOf(store);
    store.close();
    await restoreBackup(store.file, store.file);
    expect(bytesOf(store)).toEqual(before);
  });
});

describe('jsonl', () => {
  test('carries the bytes, and comes back as it was', async () => {
    const store = await filled();
    const text = await exported(store, 'jsonl');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(1_100_000);
    const copy = await imported(text);
    expect(bytesOf(copy)).toEqual(bytesOf(store));
    expect((await exported(copy, 'jsonl')) === text).toBe(true);
  });

  test('of a store that has lost a file is whole without it', async () => {
    const store = await filled();
    rmSync(filesBelow(`${store.file}.files`)[0] ?? '');
    const copy = await imported(await exported(store, 'jsonl'));
    expect(bytesOf(copy)).toHaveLength(2);
  });

  const bytesLine = (id: string, text: string) =>
    `{"bytes":{"id":"${id}","at":0,"base64":"${Buffer.from(text).toString('base64')}"}}`;
  test.each([
    ['other bytes', (line: string) => line.replace(/"base64":"./, '"base64":"A')],
    ['bytes from the middle', (line: string) => line.replace('"at":0', '"at":3')],
    ['bytes of a file that is not named', () => bytesLine('ab'.repeat(16), 'x')],
    ['a way out of the folder', () => bytesLine('../../../../evil', 'x')],
  ])('with %s is refused, and nothing is left', async (_name, change) => {
    const lines = (await exported(await filled(), 'jsonl')).split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"bytes"'));
    lines[at] = change(lines[at] ?? '');
    const file = join(temporaryDirectory(), 'x.jsonl');
    writeFileSync(file, lines.join('\n'));
    const store = newStore();
    await expect(doing(store, 'import', { dir: file })).rejects.toMatchObject({
      code: 'unreadable',
    });
    expect(store.get('SELECT 1 FROM files')).toBeUndefined();
  });

  test('whose file would have another name than a hash is refused', async () => {
    const text = await exported(await filled(), 'jsonl');
    const id = /"file":\{"id":"([0-9a-f]{32})"/.exec(text)?.[1] ?? '';
    const file = join(temporaryDirectory(), 'x.jsonl');
    writeFileSync(file, text.replaceAll(id, '../../../../../../../../../evil'.slice(0, 32)));
    await expect(doing(newStore(), 'import', { dir: file })).rejects.toMatchObject({
      message: expect.stringContaining('contradicts'),
    });
  });
});

describe('in a store from elsewhere an id that is none', () => {
  const odd = '..evil';
  /** A store that names a file beside its folder, not in it. */
  async function foreign(): Promise<{ store: Store; target: string }> {
    const store = await filled();
    store.pragma('ignore_check_constraints = ON');
    store.write(() => {
      const sql = "INSERT INTO files (id, type, size, added) VALUES (?, 'text/plain', 4, '2026')";
      store.run(sql, odd);
      store.run('UPDATE page_files SET file_id = ? WHERE name = ?', odd, 'cat.jpg');
    });
    const target = join(dirname(store.file), odd);
    writeFileSync(target, 'mine');
    return { store, target };
  }

  test('leads to nothing that is exported, backed up or served', async () => {
    const { store } = await foreign();
    const theirs = Buffer.from('mine').toString('base64');
    expect((await exported(store, 'jsonl')).includes(theirs)).toBe(false);
    const dir = join(temporaryDirectory(), 'out');
    expect(await doing(store, 'export', { dir })).toMatchObject({ kept: 2, lost: 1 });
    expect(filesBelow(dir).map((path) => readFileSync(path, 'latin1'))).not.toContain('mine');
    expect(backupStore(store, temporaryDirectory())).toMatchObject({ files_missing: 1 });
    expect((await files.served()).fileById(store, odd)).toBeUndefined();
    expect(() => fileAt(store, odd)).toThrow('damaged');
  });

  test('has nothing removed', async () => {
    const { store, target } = await foreign();
    await doing(store, 'purge', { pages: ['cat'], yes: true });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(store.get('SELECT 1 FROM files WHERE id = ?', odd)).toBeUndefined();
  });
});

async function imported(text: string): Promise<Store> {
  const file = join(temporaryDirectory(), 'all.jsonl');
  writeFileSync(file, text);
  const copy = newStore();
  await doing(copy, 'import', { dir: file });
  return copy;
}

describe('what nobody needs', () => {
  const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000);
  async function sweptAt(now: Date, store: Store): Promise<number> {
    const { sweepFiles } = await files.sweep();
    const other = openStore(store.file, { now: () => now });
    try {
      return sweepFiles(other);
    } finally {
      other.close();
    }
  }

  test('is removed after a day, and what a page has stays, in the trash too', async () => {
    const store = await filled();
    await kept(store, Buffer.from('\xffunused', 'latin1'));
    expect(await sweptAt(later(23), store)).toBe(0);
    expect(bytesOf(store)).toHaveLength(4);
    expect(await sweptAt(later(25), store)).toBe(1);
    expect(bytesOf(store)).toHaveLength(3);
    expect(await sweptAt(later(50), store)).toBe(0);
  });

  test('is kept a day longer when it is sent again', async () => {
    const now = { is: new Date() };
    const store = newStore({ now: () => now.is });
    const bytes = Buffer.from('\xffunused', 'latin1');
    await kept(store, bytes);
    now.is = later(20);
    await kept(store, bytes);
    expect(await sweptAt(later(30), store)).toBe(0);
    expect(await sweptAt(later(45), store)).toBe(1);
  });

  test('bytes whose row was never written are removed after a day', async () => {
    const store = await filled();
    store.write(() => {
      store.run('DELETE FROM page_files');
      store.run('DELETE FROM files');
    });
    expect(await sweptAt(later(1), store)).toBe(0);
    expect(await sweptAt(later(25), store)).toBe(3);
    expect(bytesOf(store)).toEqual([]);
  });

  test('is not removed while it is sent again, and what was lost comes back', async () => {
    const store = await filled();
    const lost = filesBelow(`${store.file}.files`)[0] ?? '';
    const bytes = readFileSync(lost);
    rmSync(lost);
    await kept(store, bytes);
    expect(readFileSync(lost).equals(bytes)).toBe(true);
    store.write(() => {
      store.run('DELETE FROM page_files');
      store.run('DELETE FROM files');
    });
    await kept(store, bytes);
    expect(await sweptAt(later(1), store)).toBe(0);
    expect(readFileSync(lost).equals(bytes)).toBe(true);
  });

  test('goes with a purge at once, but for what another page has', async () => {
    const store = await filled();
    await doing(store, 'purge', { pages: ['noise-bin'], yes: true });
    expect(bytesOf(store)).toHaveLength(3);
    await doing(store, 'purge', { pages: ['again-bin', 'old-bin', 'cat'], yes: true });
    expect(bytesOf(store)).toEqual([]);
    expect(store.get('SELECT 1 FROM files')).toBeUndefined();
  });
});
