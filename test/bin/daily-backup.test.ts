import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

import { backUpDaily } from '../../src/commands/daily-backup.ts';
import {
  backupFolders,
  backupsIn,
  type KeptBackup,
  spareBackups,
} from '../../src/store/database/backups.ts';
import { openStore, type Store, upkeep } from '../../src/store/index.ts';
import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

const DAY = 24 * 60 * 60 * 1000;

async function storeWithPage(now: () => Date = () => new Date()) {
  const file = temporaryStore();
  await scrap(['add', 'hello'], { store: file });
  const store = openStore(file, { now });
  onTestFinished(() => store.close());
  return store;
}

/** Lets it look again and again until `wanted`, and gives what it said. */
async function runUntil(
  store: Store,
  wanted: (said: readonly string[]) => boolean,
  command: readonly [string, ...string[]] = [process.execPath, PROGRAM],
): Promise<string[]> {
  const said: string[] = [];
  const log = (line: string) => void said.push(line);
  const end = backUpDaily(store, { log, command, first: 1, every: 20 });
  for (let tries = 0; !wanted(said) && tries < 1_500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await end();
  expect(wanted(said)).toBe(true);
  return said;
}

describe('while a server runs', () => {
  test('a store that changes has a backup a day, which can be restored', async () => {
    let now = new Date();
    const store = await storeWithPage(() => now);
    const { daily } = backupFolders(store.file);
    await runUntil(store, () => backupsIn(daily).length === 1);
    const { verifyBackup } = await upkeep.restore();
    const checked = verifyBackup(backupsIn(daily)[0]?.file ?? '');
    expect(checked.checks.every(({ ok }) => ok)).toBe(true);

    // nothing new, or less than a day: none
    now = new Date(now.getTime() + 2 * DAY);
    let looks = 0;
    await runUntil(store, () => (looks += 1) > 20);
    await scrap(['add', 'more'], { store: store.file });
    now = new Date();
    looks = 0;
    await runUntil(store, () => (looks += 1) > 20);
    expect(backupsIn(daily)).toHaveLength(1);

    now = new Date(now.getTime() + 2 * DAY);
    // made by a process with a clock of its own, so it is of the same day and replaces the first
    const [first] = backupsIn(daily);
    await runUntil(store, () => backupsIn(daily)[0]?.file !== first?.file);
    expect(backupsIn(daily)[0]?.last_change).toBeGreaterThan(first?.last_change ?? 0);
  });

  test('what has failed is said, and leaves nothing that passes for a backup', async () => {
    const store = await storeWithPage();
    const { asked, daily } = backupFolders(store.file);
    mkdirSync(asked);
    writeFileSync(daily, 'a file where the folder should be');
    const said = await runUntil(store, (lines) => lines.length > 0);
    expect(said[0]).toContain('The daily backup could not be made');
    expect(readdirSync(asked)).toEqual([`daily-scrap`]);
  });

  test('one that is being made when the server stops is given up', async () => {
    const store = await storeWithPage();
    const slow = ['/bin/sh', '-c', 'exec sleep 60'] as const;
    const end = backUpDaily(store, { log: () => {}, command: slow, first: 1 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await end();
    expect(backupsIn(backupFolders(store.file).daily)).toEqual([]);
  });
});

describe('which backups are kept', () => {
  /** One backup for each day, the newest first, 0 the newest. */
  const daily = (days: readonly number[]): KeptBackup[] =>
    days.map((day) => ({
      file: join('/', `${day}`),
      created: new Date(Date.UTC(2026, 10, 30, 9) - day * DAY).toISOString(),
      last_change: 1000 - day,
    }));
  const keptOf = (days: readonly number[]) => {
    const all = daily(days);
    const spare = spareBackups(all);
    return all.filter((each) => !spare.includes(each)).map(({ file }) => Number(file.slice(1)));
  };

  test('seven days, four weeks, twelve months', () => {
    const days = Array.from({ length: 500 }, (_, day) => day);
    // 30 November 2026 is a Monday, so that the weeks before end one, eight and fifteen days ago
    expect(keptOf(days).slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 15]);
    expect(keptOf(days)).toHaveLength(9 + 11);
    expect(keptOf(days).at(-1)).toBe(334);
  });

  test('whatever there is, the newest stays, and a day more never brings one back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(800), { minLength: 1 }), (some) => {
        const days = some.toSorted((a, b) => a - b);
        const kept = keptOf(days);
        expect(kept[0]).toBe(days[0]);
        expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
        expect(keptOf(kept)).toEqual(kept);
      }),
    );
  });

  test('scrap backup --thin removes the others, and the files that none of the rest names', async () => {
    const [file, folder] = [temporaryStore(), temporaryDirectory()];
    const place = join(folder, 'backups');
    const run = async (...args: string[]) => {
      expect(await scrap(args, { store: file })).toMatchObject({ status: 0 });
    };
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const name of ['old', 'new']) {
      const photo = join(folder, `${name}.png`);
      writeFileSync(photo, Buffer.concat([png, Buffer.from(name)]));
      await run('add', '--file', photo, '--title', name);
      await run('backup', place);
      if (name === 'old') await run('purge', name, '--yes');
    }
    const [withNew, withOld] = backupsIn(place);
    dated(withOld, '2019-12-01');
    for (let month = 1; month <= 12; month++) {
      dated(withNew, `2020-${String(month).padStart(2, '0')}-01`);
    }
    rmSync(withOld?.file ?? '');
    const shelf = shelved(place);
    expect(shelf).toHaveLength(2);
    // what was carried a moment ago may be a file of a backup in the making
    for (const each of shelf) utimesSync(each, new Date(0), new Date(0));
    await run('backup', place, '--thin');
    expect(backupsIn(place).at(-1)?.created).toMatch(/^2020-02/);
    expect(shelved(place)).toHaveLength(1);
  });

  test('what has no manifest, or another one, is not taken for a backup', async () => {
    const store = await storeWithPage();
    const { asked } = backupFolders(store.file);
    await scrap(['backup'], { store: store.file });
    for (const [name, text] of [
      ['scrap-a.db', ''],
      ['scrap-b.db', ''],
      ['scrap-b.json', '{}'],
      ['scrap-c.db', ''],
      ['scrap-c.json', '[1'],
    ] as const) {
      writeFileSync(join(asked, name), text);
    }
    expect(backupsIn(asked)).toHaveLength(1);
  });
});

/** The same backup, as if it had been made on another day. */
function dated(backup: KeptBackup | undefined, day: string): void {
  const [file, manifest] = [backup?.file ?? '', (backup?.file ?? '').replace(/db$/, 'json')];
  const named = join(dirname(file), `scrap-${day}`);
  copyFileSync(file, `${named}.db`);
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(`${named}.json`, text.replace(/("created": ")[^"T]+/, `$1${day}`));
}

/** The files that the backups in a folder share. */
function shelved(place: string): string[] {
  const files = readdirSync(join(place, 'scrap-files'), { recursive: true, withFileTypes: true });
  return files.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}
