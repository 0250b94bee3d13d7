import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { backupStore } from '../../src/store/database/backup.ts';
import { MIGRATIONS } from '../../src/store/database/migrate.ts';
import { openStore } from '../../src/store/database/open.ts';
import { restoreBackup, verifyBackup } from '../../src/store/database/restore.ts';
import { exportPieces } from '../../src/store/index.ts';
import { bundle } from '../kit/bundle.ts';
import { allAtOnce, sleep, start } from '../kit/processes.ts';
import { temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { count, soundPages } from '../kit/sound.ts';
import { SECOND } from './second-migration.ts';

const IS_LONG = process.env['SCRAP_LONG'] === '1';
const HOURS = 3_600_000;

let child: { path: string; remove: () => void };
beforeAll(async () => {
  child = await bundle('test/faults/child.ts');
});
afterAll(() => child.remove());

/** Kills an act at a random point of the `ms` after it began; true when it was still at it. */
async function killed(ms: number, ...args: readonly string[]): Promise<boolean> {
  const process = await start(child.path, ...args);
  process.go();
  await sleep(Math.random() * ms);
  process.kill();
  return (await process.ended).status === null;
}

describe('kill -9 while pages are added', () => {
  const kills = IS_LONG ? 1000 : 60;

  test(
    `${kills} times: nothing acknowledged is lost, nothing is there twice`,
    { timeout: HOURS },
    async () => {
      let acknowledged = 0;
      // A new store now and then, so that the checks do not grow with the number of kills.
      for (let done = 0, file = temporaryStore(); done < kills; done += 2) {
        if (done % 60 === 0) file = temporaryStore();
        const writers = await Promise.all(
          ['a', 'b'].map((name) => start(child.path, 'add', file, `${name}${done}`, '100000')),
        );
        for (const writer of writers) writer.go();
        await writers[0]?.saying(1);
        await Promise.all(
          writers.map(async (writer) => {
            await sleep(Math.random() * 120);
            writer.kill();
            expect((await writer.ended).status).toBe(null);
          }),
        );
        const pages = soundPages(file);
        for (const [i, { said }] of writers.entries()) {
          const label = `${'ab'[i]}${done}`;
          const there = [...pages.values()].filter((text) => text.includes(`#${label}`)).length;
          // At most one was committed whose slug could not be said any more.
          expect([said.length, said.length + 1]).toContain(there);
          const wrong = said.filter((line) => {
            const [key = '', slug = ''] = line.split(' ');
            return pages.get(slug)?.startsWith(`page ${key}\n`) !== true;
          });
          expect(wrong).toEqual([]);
          acknowledged += said.length;
          // A retry of all that was or was not answered makes each page once.
          await allAtOnce(child.path, [['add', file, label, String(said.length + 1)]]);
          const again = [...soundPages(file).values()].filter((text) => text.includes(`#${label}`));
          expect(again.length).toBe(said.length + 1);
        }
      }
      expect(acknowledged).toBeGreaterThan(kills);
    },
  );
});

describe('kill -9 in the middle of what takes longer', () => {
  const times = IS_LONG ? 100 : 10;

  async function storeWithPages(): Promise<string> {
    const file = temporaryStore();
    await allAtOnce(child.path, [['add', file, 'x', '200']]);
    return file;
  }

  test('a backup: what has the name of one can be restored, the rest is swept up', async () => {
    const file = await storeWithPages();
    const place = temporaryDirectory();
    let wereAtIt = 0;
    for (let i = 0; i < times; i++) {
      if (await killed(200, 'backup', file, place)) wereAtIt += 1;
      for (const name of readdirSync(place).filter((name) => name.endsWith('.db'))) {
        const { checks } = verifyBackup(join(place, name));
        expect(checks.filter((check) => !check.ok)).toEqual([]);
        expect(checks.length).toBe(9);
      }
    }
    expect(wereAtIt).toBe(times);
    const store = openStore(file);
    backupStore(store, place);
    store.close();
    expect(readdirSync(place).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('an import of a folder: done again, every file is one page, and numbers have no gap', async () => {
    const folder = temporaryDirectory();
    for (let i = 0; i < 600; i++) writeFileSync(join(folder, `n${i}.md`), `# Note ${i}\n\n#x`);
    let wereAtIt = 0;
    for (let i = 0; i < times; i++) {
      const file = temporaryStore();
      if (await killed(250, 'import', file, folder)) wereAtIt += 1;
      await allAtOnce(child.path, [['import', file, folder]]);
      const store = openStore(file);
      expect(store.pragma('integrity_check')).toBe('ok');
      expect(count(store, 'pages')).toBe(600);
      expect(count(store, 'revisions')).toBe(600);
      expect(count(store, 'search_docsize')).toBe(600);
      const changes = count(store, 'changes');
      expect(count(store, `changes WHERE number > ${changes}`)).toBe(0);
      const counted = store.get<{ n: number }>('SELECT sum(pages) AS n FROM changes')?.n;
      expect(counted).toBe(600);
      store.close();
    }
    expect(wereAtIt).toBeGreaterThan(0);
  });

  test('an import of a whole export: all of it is there, or nothing', async () => {
    const file = await storeWithPages();
    const whole = join(temporaryDirectory(), 'all.jsonl');
    const store = openStore(file);
    const pieces: string[] = [];
    for await (const piece of exportPieces(store, 'jsonl')) pieces.push(piece);
    writeFileSync(whole, pieces.join(''));
    store.close();
    let wereAtIt = 0;
    for (let i = 0; i < times; i++) {
      const fresh = temporaryStore();
      openStore(fresh, { mayCreate: true }).close();
      if (await killed(300, 'import', fresh, whole)) wereAtIt += 1;
      expect([0, 200]).toContain(soundPages(fresh).size);
    }
    expect(wereAtIt).toBeGreaterThan(0);
  });

  test('a migration: the store has the old schema or the new one, and all its pages', async () => {
    const old = await storeWithPages();
    const file = temporaryStore();
    openStore(file, { mayCreate: true }).close(); // makes the directory
    let wereAtIt = 0;
    for (let i = 0; i < times; i++) {
      copyFileSync(old, file);
      if (await killed(150, 'migrate', file)) wereAtIt += 1;
      const migrations = [...MIGRATIONS, SECOND];
      const store = openStore(file, { migrations: isMigrated(file) ? migrations : MIGRATIONS });
      const schema = Number(store.pragma('user_version'));
      expect(store.pragma('integrity_check')).toBe('ok');
      expect(count(store, 'pages')).toBe(200);
      const tables = count(store, "sqlite_schema WHERE name = 'weights'");
      expect(tables).toBe(schema - 1);
      if (tables === 1) expect(count(store, 'pages WHERE weight = 100000')).toBe(200);
      store.close();
      const copy = `${file}.pre-v2.db`;
      if (existsSync(copy)) expect(soundPages(copy).size).toBe(200);
    }
    expect(wereAtIt).toBeGreaterThan(0);
    openStore(file, { migrations: [...MIGRATIONS, SECOND] }).close();
    const left = readdirSync(dirname(file)).toSorted();
    expect(left).toEqual(['scrap.db', 'scrap.db.pre-v2.db']);
  });

  test('a restore: the store is the old one or the new one, and it can be done again', async () => {
    const file = await storeWithPages();
    const store = openStore(file);
    const { file: backup } = backupStore(store);
    store.close();
    let wereAtIt = 0;
    for (let i = 0; i < times; i++) {
      await allAtOnce(child.path, [['add', file, `after${i}`, '1']]);
      if (await killed(250, 'restore', file, backup)) wereAtIt += 1;
      expect([200, 201]).toContain(soundPages(file).size);
      await restoreBackup(backup, file);
      expect(soundPages(file).size).toBe(200);
    }
    expect(wereAtIt).toBeGreaterThan(0);
    const left = readdirSync(dirname(file)).filter((name) => !name.includes('.before-restore-'));
    expect(left.toSorted()).toEqual(['backups', 'scrap.db']);
  });

  function isMigrated(file: string): boolean {
    try {
      openStore(file).close();
      return false;
    } catch {
      return true; // too_new for the schema of today
    }
  }
});
