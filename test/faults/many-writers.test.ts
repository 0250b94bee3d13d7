import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { MIGRATIONS } from '../../src/store/database/migrate.ts';
import { openStore } from '../../src/store/database/open.ts';
import { bundle } from '../kit/bundle.ts';
import { allAtOnce } from '../kit/processes.ts';
import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { count, soundPages } from '../kit/sound.ts';
import { SECOND } from './second-migration.ts';

let child: { path: string; remove: () => void };
beforeAll(async () => {
  child = await bundle('test/faults/child.ts');
});
afterAll(() => child.remove());

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('several processes on one store', () => {
  test('4 add 300 pages each: none is told that the store is locked, no page is lost', async () => {
    const file = temporaryStore();
    const said = await allAtOnce(
      child.path,
      numbers(4).map((i) => ['add', file, `w${i}`, '300']),
    );
    const slugs = said.flat().map((line) => line.split(' ')[1]);
    expect(new Set(slugs).size).toBe(1200);
    const pages = soundPages(file);
    expect(new Set(pages.keys())).toEqual(new Set(slugs));
  });

  test('12 make the same store at once: all use one, and nothing is left beside it', async () => {
    const file = temporaryStore();
    await allAtOnce(
      child.path,
      numbers(12).map(() => ['open', file]),
    );
    expect(soundPages(file).size).toBe(0);
    expect(readdirSync(dirname(file))).toEqual(['scrap.db']);
  });

  test('4 take over the lock of one that was killed: one at a time', async () => {
    const lock = join(temporaryDirectory(), 'lock');
    const said = await allAtOnce(
      child.path,
      numbers(4).map(() => ['lock', lock, '200']),
    );
    expect(said.flat()).toEqual(numbers(4).map(() => 'locked'));
  });

  test('8 first adds of the built program: one store with 8 pages', async () => {
    const file = temporaryStore();
    const ran = await Promise.all(
      numbers(8).map((i) => scrap(['add', `first ${i}`, '--key', `f${i}`], { store: file })),
    );
    expect(ran.map(({ status }) => status)).toEqual(numbers(8).map(() => 0));
    expect([...soundPages(file).values()].toSorted()).toEqual(numbers(8).map((i) => `first ${i}`));
    expect(readdirSync(dirname(file))).toEqual(['scrap.db']);
  });

  test('8 ask for the pages of the same 100 keys: 100 pages, and one set of answers', async () => {
    const file = temporaryStore();
    const said = await allAtOnce(
      child.path,
      numbers(8).map((i) => ['keys', file, String(i * 12), '100']),
    );
    const answers = said.flat().map((line) => line.split(' '));
    const slugOf = new Map(answers.map(([key, slug]) => [key, slug]));
    expect(answers.length).toBe(800);
    expect(answers.filter(([key, slug]) => slugOf.get(key) !== slug)).toEqual([]);
    expect(answers.filter(([, , created]) => created === 'true').length).toBe(100);
    expect(new Set(soundPages(file).keys())).toEqual(new Set(slugOf.values()));
  });
});

test('4 bring the same store to a new schema at once: one does it, and the copy is of the old one', async () => {
  for (let round = 0; round < 3; round++) {
    const file = temporaryStore();
    await allAtOnce(child.path, [['add', file, 'x', '100']]);
    await allAtOnce(
      child.path,
      numbers(4).map(() => ['migrate', file]),
    );
    const store = openStore(file, { migrations: [...MIGRATIONS, SECOND] });
    expect(count(store, 'pages WHERE weight = 100000')).toBe(100);
    store.close();
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['scrap.db', 'scrap.db.pre-v2.db']);
    // Opened as a store of the old schema: one of the new would be refused.
    expect(soundPages(`${file}.pre-v2.db`).size).toBe(100);
  }
});

describe('a reader that is in the middle of a transaction', () => {
  test('sees its snapshot to the end, while others write, and keeps nobody from writing', () => {
    const file = temporaryStore();
    const reader = openStore(file, { mayCreate: true });
    const writeElsewhere = (label: string) =>
      spawnSync(process.execPath, [child.path, 'add', file, label, '20'], { input: 'go\n' });
    writeElsewhere('before');
    const seen = reader.read(() => {
      const first = count(reader, 'pages');
      expect(writeElsewhere('meanwhile').status).toBe(0);
      return [first, count(reader, 'pages')];
    });
    expect(seen).toEqual([20, 20]);
    expect(count(reader, 'pages')).toBe(40);
    reader.close();
  });

  test('can write afterwards, also what it has read before somebody else wrote', () => {
    const file = temporaryStore();
    const store = openStore(file, { mayCreate: true });
    expect(count(store, 'pages')).toBe(0);
    spawnSync(process.execPath, [child.path, 'add', file, 'else', '1'], { input: 'go\n' });
    const other = openStore(file, { timeout: 10 });
    store.write(() => {
      const before = count(store, 'pages');
      store.run("INSERT INTO tags (name, shown, pages) VALUES ('a', 'a', 0)");
      expect(before).toBe(1);
      // The lock is taken before the first read, so nobody can have come between.
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(/locked/);
    });
    other.close();
    store.close();
  });
});
