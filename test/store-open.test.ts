import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openFile } from '../src/store/database/driver.ts';
import { asScrapError } from '../src/store/database/failure.ts';
import { migrate, type Migration, MIGRATIONS } from '../src/store/database/migrate.ts';
import { openStore, UNSET } from '../src/store/database/open.ts';
import { Store } from '../src/store/database/store.ts';
import { ScrapError } from '../src/store/errors.ts';
import { mounted } from './kit/mount.ts';
import { doing } from './kit/pages.ts';
import { everything } from './kit/rows.ts';
import { temporaryDirectory, temporaryStore } from './kit/scrap.ts';
import { count } from './kit/sound.ts';

/** A closed store with one page. */
async function someStore(): Promise<string> {
  const store = openStore(temporaryStore(), { mayCreate: true });
  await doing(store, 'add', { text: 'hello' });
  store.close();
  return store.file;
}

function failure(act: () => unknown): ScrapError {
  try {
    act();
  } catch (error) {
    if (error instanceof ScrapError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a connection', () => {
  test('syncs every commit and checks references, the second one as well as the first', async () => {
    const file = temporaryStore();
    const stores = [1, 2, 3].map(() => openStore(file, { mayCreate: true }));
    for (const store of stores) {
      const read = ['synchronous', 'journal_mode', 'foreign_keys', 'trusted_schema'];
      expect(read.map((name) => store.pragma(name))).toEqual([2, 'wal', 1, 0]);
    }
    for (const store of stores) store.close();
  });

  test('is of a SQLite in which two writers cannot damage a store', async () => {
    const store = openStore(await someStore());
    const { v } = store.get<{ v: string }>('SELECT sqlite_version() AS v') ?? { v: '' };
    const [major = 0, minor = 0, patch = 0] = v.split('.').map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
    store.close();
  });

  test('leaves files and directories that are for their owner alone, whatever the umask', async () => {
    const before = process.umask(0o000);
    try {
      const file = temporaryStore();
      const store = openStore(file, { mayCreate: true });
      await doing(store, 'add', { text: 'hello' });
      const names = readdirSync(dirname(file));
      expect(names.toSorted()).toEqual(['scrap.db', 'scrap.db-shm', 'scrap.db-wal']);
      for (const name of names) expect(modeOf(join(dirname(file), name))).toBe('600');
      expect(modeOf(dirname(file))).toBe('700');
      store.close();
    } finally {
      process.umask(before);
    }
  });

  function modeOf(path: string): string {
    return (statSync(path).mode & 0o777).toString(8);
  }

  test('of a missing store is only made where it may be', () => {
    const file = temporaryStore();
    expect(failure(() => openStore(file))).toMatchObject({
      code: 'not_found',
      details: { reason: 'store' },
    });
    expect(readdirSync(dirname(dirname(file)))).toEqual([]);
  });

  test('sweeps up what a process that was killed while making the store has left', () => {
    const file = temporaryStore();
    mkdirSync(dirname(file));
    for (const tail of ['', '-wal', '-shm']) writeFileSync(`${file}.4194305.new${tail}`, 'half');
    writeFileSync(`${file}.${process.ppid}.new`, 'of a process that is still running');
    openStore(file, { mayCreate: true }).close();
    expect(readdirSync(dirname(file)).toSorted()).toEqual([
      'scrap.db',
      `scrap.db.${process.ppid}.new`,
    ]);
  });
});

describe('what is no store', () => {
  const spoilt: Readonly<Record<string, readonly [string, (file: string) => void]>> = {
    'an empty file': ['unreadable empty_file', (file) => writeFileSync(file, '')],
    'a text': ['unreadable not_a_store', (file) => writeFileSync(file, 'hello '.repeat(999))],
    'a few bytes': ['unreadable not_a_store', (file) => writeFileSync(file, 'x')],
    'an empty database': ['unreadable not_a_store', foreign('VACUUM')],
    'the database of another program': [
      'unreadable not_a_store',
      foreign('PRAGMA application_id = 7; CREATE TABLE pages (id)'),
    ],
    'a store with a zeroed header': [
      'unreadable not_a_store',
      (file) => overwrite(file, 0, 0, 100),
    ],
    'a store of a newer scrap': [
      'unreadable too_new',
      (file) => openFile(file, {}).exec('PRAGMA user_version = 99').close(),
    ],
    'a store cut in the middle of its first page': [
      'unreadable corrupt',
      (file) => writeFileSync(file, readFileSync(file).subarray(0, 2000)),
    ],
    'a directory': [
      'unreadable not_a_store',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    'a path through a file': [
      'unreadable no_access',
      (file) => {
        rmSync(dirname(file), { recursive: true });
        writeFileSync(dirname(file), '');
      },
    ],
    'a link to itself': [
      'unreadable no_access',
      (file) => {
        rmSync(file);
        symlinkSync(file, file);
      },
    ],
  };

  function foreign(sql: string) {
    return (file: string) => {
      rmSync(file);
      openFile(file, {}).exec(sql).close();
    };
  }

  function overwrite(file: string, byte: number, from: number, to?: number): void {
    writeFileSync(file, readFileSync(file).fill(byte, from, to));
  }

  test.each(Object.keys(spoilt))('%s: refused, and left as it is', async (how) => {
    const file = await someStore();
    const [means, spoil] = spoilt[how] ?? ['', () => {}];
    spoil(file);
    const before = bytesOf(file);
    const error = failure(() => openStore(file, { mayCreate: true }));
    expect(`${error.code} ${error.details?.reason}`).toBe(means);
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/\. .+/); // what it is, and what to do
    expect(bytesOf(file)).toBe(before);
  });

  function bytesOf(file: string): string {
    try {
      return readFileSync(file, 'latin1');
    } catch (error) {
      return String(error);
    }
  }

  test('a store with garbage behind its first page fails where it is read, by the same word', async () => {
    const file = await someStore();
    overwrite(file, 0xa5, 4096);
    const error = await opened(file, (store) => doing(store, 'recent', {}));
    expect(error).toMatchObject({ code: 'unreadable', details: { reason: 'corrupt' } });
  });

  async function opened(file: string, act: (store: Store) => Promise<unknown>): Promise<unknown> {
    let store: Store | undefined;
    try {
      store = openStore(file);
      return await act(store);
    } catch (error) {
      return error;
    } finally {
      store?.close();
    }
  }
});

describe('a disk that is in the way', () => {
  test('full: nothing is half written, reading goes on, and writing works once there is room', async () => {
    const store = openStore(await someStore());
    // SQLite says the same for a file that may not grow as for a disk that has no room.
    store.pragma('max_page_count = 1');
    const text = 'x'.repeat(400_000);
    await expect(doing(store, 'add', { text })).rejects.toMatchObject(FULL);
    expect([count(store, 'pages'), count(store, 'changes'), count(store, 'revisions')]).toEqual([
      1, 1, 1,
    ]);
    store.pragma('max_page_count = 1000000');
    await doing(store, 'add', { text });
    expect(store.pragma('integrity_check')).toBe('ok');
    store.close();
  });

  const FULL = {
    code: 'disk',
    details: { reason: 'full' },
    message: expect.stringContaining('Nothing was written') as string,
  };

  test('full, a real one: every page that was acknowledged is there', async () => {
    const place = temporaryDirectory();
    if (!mounted(place, '-t', 'tmpfs', '-o', 'size=3m', 'tmpfs')) {
      process.stderr.write('a full disk was only played: this user may not mount one\n');
      const error = Object.assign(new Error('no room'), { code: 'ENOSPC' });
      expect(asScrapError(error, '/data/scrap.db')).toMatchObject(FULL);
      return;
    }
    const file = join(place, 'scrap.db');
    let store = openStore(file, { mayCreate: true });
    let acknowledged = 0;
    const fill = async () => {
      for (;;) {
        await doing(store, 'add', { text: `page ${acknowledged} ${'x'.repeat(10_000)}` });
        acknowledged += 1;
      }
    };
    await expect(fill()).rejects.toMatchObject(FULL);
    expect(acknowledged).toBeGreaterThan(10);
    store.close();
    store = openStore(file);
    expect(store.pragma('integrity_check')).toBe('ok');
    expect(count(store, 'pages')).toBe(acknowledged);
    store.close();
  });

  test('read-only: said so, with the place', async () => {
    const file = await someStore();
    const place = dirname(file);
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) chmodSync(place, 0o500);
    const isReadOnly = isRoot ? mounted(place, '--bind', '-o', 'ro', place) : true;
    if (!isReadOnly) {
      process.stderr.write('a read-only disk was only played: this user may not mount one\n');
      for (const code of ['EROFS', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_READONLY']) {
        const error = asScrapError(Object.assign(new Error('no'), { code }), file);
        expect(error).toMatchObject(READ_ONLY);
      }
      return;
    }
    expect(failure(() => openStore(file))).toMatchObject(READ_ONLY);
    const fresh = join(place, 'new.db');
    expect(failure(() => openStore(fresh, { mayCreate: true }))).toMatchObject(READ_ONLY);
    if (!isRoot) chmodSync(place, 0o700);
  });

  const READ_ONLY = { code: 'disk', details: { reason: 'read_only' } };

  // As root no permission is missing, so the words of the system are translated without it.
  test.each([
    ['SQLITE_BUSY', 'busy locked'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy locked'],
    ['SQLITE_LOCKED', 'busy locked'],
    ['SQLITE_FULL', 'disk full'],
    ['ENOSPC', 'disk full'],
    ['EDQUOT', 'disk full'],
    ['SQLITE_READONLY_DIRECTORY', 'disk read_only'],
    ['SQLITE_READONLY_DBMOVED', 'disk read_only'],
    ['EROFS', 'disk read_only'],
    ['SQLITE_IOERR_FSYNC', 'disk io'],
    ['EIO', 'disk io'],
    ['SQLITE_CORRUPT_VTAB', 'unreadable corrupt'],
    ['SQLITE_NOTADB', 'unreadable not_a_store'],
    ['SQLITE_CANTOPEN', 'unreadable no_access'],
    ['EACCES', 'unreadable no_access'],
    ['EPERM', 'unreadable no_access'],
  ])('%s means %s', (code, means) => {
    const error = asScrapError(Object.assign(new Error('no'), { code }), '/data/scrap.db');
    expect(error).toBeInstanceOf(ScrapError);
    expect(error).toMatchObject({
      code: means.split(' ')[0],
      details: { reason: means.split(' ')[1] },
    });
  });

  test.each([
    ['a broken rule of the schema', Object.assign(new Error('no'), { code: 'SQLITE_CONSTRAINT' })],
    ['an error without a code', new Error('no')],
    ['what is no error', 'no'],
  ])('%s is a bug and stays what it is', (_, error) => {
    expect(asScrapError(error, '/data/scrap.db')).toBe(error);
  });
});

describe('a migration', () => {
  const later: Migration = {
    name: '002-test.sql',
    sql: () => "ALTER TABLE pages ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'",
  };
  const broken: Migration = {
    name: '003-test.sql',
    sql: () => 'CREATE TABLE half (a); INSERT INTO missing VALUES (1)',
  };

  test('keeps a copy of the store as it was, for its owner alone, and all rows', async () => {
    const file = await someStore();
    const before = everything(file);
    const store = openStore(file, { migrations: [...MIGRATIONS, later] });
    expect(store.all('SELECT colour FROM pages')).toEqual([{ colour: 'blue' }]);
    expect(store.pragma('user_version')).toBe(2);
    store.close();
    const copy = `${file}.pre-v2.db`;
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(everything(copy)).toEqual(before);
    openStore(file, { migrations: [...MIGRATIONS, later] }).close();
    expect(everything(copy)).toEqual(before);
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['scrap.db', 'scrap.db.pre-v2.db']);
  });

  test('that another process does in the same moment leaves the copy of the old schema', async () => {
    const file = await someStore();
    const before = everything(file);
    const migrations = [...MIGRATIONS, later];
    /** Looks at the schema, and is then overtaken. */
    class Slow extends Store {
      #looks = 0;
      override pragma(name: string): unknown {
        const found = super.pragma(name);
        if (name === 'user_version' && this.#looks++ === 0) openStore(file, { migrations }).close();
        return found;
      }
    }
    const slow = new Slow(openFile(file, {}), file, UNSET);
    migrate(slow, migrations);
    expect(slow.all('SELECT colour FROM pages')).toEqual([{ colour: 'blue' }]);
    slow.close();
    expect(everything(`${file}.pre-v2.db`)).toEqual(before);
  });

  test('of a new store keeps none', () => {
    const file = temporaryStore();
    openStore(file, { mayCreate: true, migrations: [...MIGRATIONS, later] }).close();
    expect(readdirSync(dirname(file))).toEqual(['scrap.db']);
  });

  test('that fails leaves the store as it was', async () => {
    const file = await someStore();
    const before = everything(file);
    const migrations = [...MIGRATIONS, later, broken];
    expect(() => openStore(file, { migrations })).toThrow(/missing/);
    expect(everything(file)).toEqual(before);
    openStore(file).close();
  });
});
