import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { backupStore } from '../src/store/database/backup.ts';
import { openFile } from '../src/store/database/driver.ts';
import { KEPT } from '../src/store/database/kept.ts';
import { holdServeLock } from '../src/store/database/lock.ts';
import { openStore } from '../src/store/database/open.ts';
import { restoreBackup, verifyBackup } from '../src/store/database/restore.ts';
import type { Store } from '../src/store/index.ts';
import { doing } from './kit/pages.ts';
import { everything } from './kit/rows.ts';
import { temporaryDirectory, temporaryStore } from './kit/scrap.ts';

interface Named {
  slug: string;
  revision: number;
  created: boolean;
}

/** A store with a page that has a key, a changed page and one in the trash. */
async function someStore(): Promise<Store> {
  const store = openStore(temporaryStore(), { mayCreate: true });
  await doing(store, 'add', { text: '# First\n\n#shop\n- [ ] oat milk', key: 'k1' });
  const page = await doing<Named>(store, 'add', { text: 'draft of a plan' });
  await doing(store, 'edit', { page: page.slug, revision: page.revision, text: 'the plan' });
  const old = await doing<Named>(store, 'add', { text: 'old list' });
  await doing(store, 'trash', { page: old.slug });
  return store;
}

async function someBackup(): Promise<{ file: string; backup: string }> {
  const store = await someStore();
  const { file: backup } = backupStore(store);
  store.close();
  return { file: store.file, backup };
}

const failed = (backup: string) => verifyBackup(backup).checks.find((check) => !check.ok);

describe('a backup', () => {
  test('lies in backups/ beside the store, with a manifest, for its owner alone', async () => {
    const store = await someStore();
    const made = backupStore(store);
    expect(made.file).toMatch(/\/backups\/scrap-\d{4}-\d\d-\d\dT\d{6}\.db$/);
    expect(dirname(dirname(made.file))).toBe(dirname(store.file));
    expect(made).toMatchObject({ format: 1, schema: 1, pages: 3, revisions: 5, captures: 1 });
    expect(made.last_change).toBe(5);
    const { file: _, ...manifest } = made;
    const json = made.file.replace(/\.db$/, '.json');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(manifest);
    for (const path of [made.file, json, dirname(made.file)]) {
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    expect(readdirSync(dirname(made.file)).length).toBe(2);
    store.close();
  });

  test('made twice in one second is two backups', async () => {
    const now = () => new Date('2026-12-24T09:00:00.000Z');
    const store = openStore(temporaryStore(), { mayCreate: true, now });
    const place = temporaryDirectory();
    const names = [1, 2, 3].map(() => backupStore(store, place).file.slice(place.length + 1));
    const base = 'scrap-2026-12-24T090000';
    expect(names).toEqual([`${base}.db`, `${base}-2.db`, `${base}-3.db`]);
    for (const name of names) expect(failed(join(place, name))).toBe(undefined);
    store.close();
  });

  test('holds what was written a moment before, and leaves writers alone', async () => {
    const store = await someStore();
    const other = openStore(store.file);
    await doing(other, 'add', { text: 'just now' });
    expect(backupStore(store).pages).toBe(4);
    await doing(other, 'add', { text: 'and after' });
    other.close();
    store.close();
  });

  test('of a store with a damaged text is not made', async () => {
    const store = await someStore();
    store.run("UPDATE texts SET text = 'the plam' WHERE text = 'the plan'");
    expect(() => backupStore(store)).toThrow(
      expect.objectContaining({
        code: 'unreadable',
        message: expect.stringContaining('the text of draft-of-a-plan has changed'),
      }),
    );
    expect(readdirSync(join(dirname(store.file), 'backups'))).toEqual([]);
    store.close();
  });

  test('of a store with a damaged index is not made; a restore of the store from itself mends it', async () => {
    const store = await someStore();
    const before = everything(store.file);
    store.run('DELETE FROM search WHERE rowid = (SELECT max(id) FROM pages)');
    expect(() => backupStore(store)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`restore ${store.file}`) }),
    );
    store.close();
    await restoreBackup(store.file, store.file);
    expect(everything(store.file)).toEqual(before);
  });

  test('into a place that cannot be one says which', async () => {
    const store = await someStore();
    const place = join(temporaryDirectory(), 'file');
    writeFileSync(place, 'x');
    expect(() => backupStore(store, place)).toThrow(
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining(place) }),
    );
    store.close();
  });

  test('takes or rebuilds every table there is', async () => {
    const store = await someStore();
    const tables = store
      .all<{ name: string }>(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'`,
      )
      .map(({ name }) => name);
    const rebuilt = new Set([
      'page_tags',
      'items',
      'links',
      'words',
      'derivation',
      'notebook_files',
      'job_worker',
      'job_pauses',
      'enriching',
      'front_matter',
    ]);
    expect(tables.filter((name) => !(name in KEPT) && !rebuilt.has(name))).toEqual([]);
    expect(Object.keys(KEPT).filter((name) => !tables.includes(name))).toEqual([]);
    store.close();
  });
});

describe('restored', () => {
  const word = fc.constantFrom('milk', 'Größe', '日本語', '#shop', '#a/b', '[[plan]]', '👩‍🚀');
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((some) => some.join(' '));
  const line = fc.oneof(
    words,
    words.map((some) => `- [ ] ${some} 📅 2026-12-24`),
    words.map((some) => `## ${some}`),
  );
  const page = fc
    .record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), front: fc.boolean() })
    .map(
      ({ lines, front }) => (front ? '---\ntags: [x]\nowner: me\n---\n' : '') + lines.join('\n'),
    );
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: page, key: fc.option(fc.nat(5)) }) },
    fc.record({ edit: fc.nat(9), text: page }),
    fc.record({ trash: fc.nat(9) }),
    fc.record({ untrash: fc.nat(9) }),
  );

  async function take(store: Store, it: Step): Promise<void> {
    const slugs = store.all<{ slug: string; revision: number }>(
      'SELECT slug, revision FROM pages ORDER BY id',
    );
    if ('add' in it) {
      const input = {
        text: it.add,
        ...(it.key === null ? {} : { key: `k${it.key}-${it.add.length}` }),
      };
      await doing(store, 'add', input);
      return;
    }
    const at = 'edit' in it ? it.edit : 'trash' in it ? it.trash : it.untrash;
    const found = slugs[at % Math.max(1, slugs.length)];
    if (found === undefined) return;
    const { slug, revision } = found;
    if ('edit' in it) {
      await doing(store, 'edit', { page: slug, revision, text: it.text }).catch(ifTrashed);
    } else await doing(store, 'trash' in it ? 'trash' : 'untrash', { page: slug });
  }

  function ifTrashed(error: unknown): void {
    expect(error).toMatchObject({ code: 'conflict' });
  }

  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  test('whatever happened before, a store is the same in every row and every word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const file = temporaryStore();
        const store = openStore(file, { mayCreate: true });
        for (const each of steps) await take(store, each);
        const { file: backup } = backupStore(store);
        store.close();
        const elsewhere = temporaryStore();
        await restoreBackup(backup, elsewhere);
        expect(everything(elsewhere)).toEqual(everything(file));
      }),
      { numRuns: 25 },
    );
  });

  test('a key answers with the page it made', async () => {
    const { backup } = await someBackup();
    const file = temporaryStore();
    await restoreBackup(backup, file);
    const store = openStore(file);
    const input = { text: '# First\n\n#shop\n- [ ] oat milk', key: 'k1' };
    expect(await doing(store, 'add', input)).toMatchObject({ slug: 'first', created: false });
    store.close();
  });

  test('over a store with later pages: that one is kept beside', async () => {
    const { file, backup } = await someBackup();
    const store = openStore(file);
    await doing(store, 'add', { text: 'later' });
    store.close();
    const { before } = await restoreBackup(backup, file);
    expect(before).toMatch(/scrap\.db\.before-restore-[\dT-]+\.db$/);
    const texts = (path: string) => {
      const opened = openStore(path);
      const rows = opened.all<{ text: string }>('SELECT text FROM texts').map(({ text }) => text);
      opened.close();
      return rows;
    };
    expect(texts(file)).not.toContain('later');
    expect(texts(before ?? '')).toContain('later');
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  const spoilt: Readonly<Record<string, (file: string) => void>> = {
    missing: (file) => rmSync(file),
    empty: (file) => writeFileSync(file, ''),
    'no database': (file) => writeFileSync(file, 'x'.repeat(9000)),
    'garbage behind the header': (file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xa5, 4096));
    },
    'a foreign database': (file) => {
      rmSync(file);
      openFile(file, {}).exec('CREATE TABLE t (a)').close();
    },
    'missing, but for a log it has left': (file) => {
      rmSync(file);
      writeFileSync(`${file}-wal`, 'what no restored store may take for its own');
    },
  };
  test.each(Object.keys(spoilt))('in the place of a store that is %s', async (how) => {
    const { file, backup } = await someBackup();
    const whole = everything(file);
    spoilt[how]?.(file);
    const bytes = existsSync(file) ? readFileSync(file) : undefined;
    const { before } = await restoreBackup(backup, file);
    expect(everything(file)).toEqual(whole);
    expect(before === undefined).toBe(bytes === undefined);
    if (before !== undefined) expect(bytes?.equals(readFileSync(before))).toBe(true);
    const left = readdirSync(dirname(file)).filter((name) => /-(?:wal|shm)$/.test(name));
    expect(left.length).toBe(how.includes('log') ? 1 : 0);
    for (const name of left) expect(name).toMatch(/\.before-restore-.*-wal$/);
  });

  test('while scrap serve runs: refused; after it was killed: done', async () => {
    const { file, backup } = await someBackup();
    const release = holdServeLock(file);
    await expect(restoreBackup(backup, file)).rejects.toMatchObject({
      code: 'busy',
      details: { reason: 'serve_running', pid: process.pid },
    });
    expect(() => holdServeLock(file)).toThrow(expect.objectContaining({ code: 'busy' }));
    release();
    // A killed one: its number is unused, or was given out again to something started later.
    for (const left of ['4194305 1', `${process.pid} 1`, 'not a lock']) {
      writeFileSync(`${file}.serve`, left);
      await restoreBackup(backup, file);
      holdServeLock(file)();
      expect(existsSync(`${file}.serve`)).toBe(false);
    }
  });

  test('while another process has the store open: refused, nothing changed', async () => {
    const { file, backup } = await someBackup();
    const other = openStore(file);
    expect(other.get('SELECT count(*) FROM pages')).toBeDefined();
    const names = readdirSync(dirname(file));
    await expect(restoreBackup(backup, file)).rejects.toMatchObject({ code: 'busy' });
    expect(readdirSync(dirname(file))).toEqual(names);
    await doing(other, 'add', { text: 'still written' });
    other.close();
    await restoreBackup(backup, file);
  });
});

describe('what is no good backup', () => {
  test('any flipped byte is caught, and the message names the file', async () => {
    const { backup } = await someBackup();
    const bytes = readFileSync(backup);
    const changed = join(temporaryDirectory(), 'changed.db');
    copyFileSync(backup.replace(/\.db$/, '.json'), changed.replace(/\.db$/, '.json'));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ bits;
        writeFileSync(changed, copy);
        expect(failed(changed)).toMatchObject({ check: 'manifest' });
      }),
      { numRuns: 200 },
    );
    writeFileSync(changed, bytes);
    expect(failed(changed)).toBe(undefined);
  });

  test('without its manifest too, where it stands in a text', async () => {
    const { backup } = await someBackup();
    const bytes = readFileSync(backup);
    const changed = join(temporaryDirectory(), 'changed.db');
    let caught = 0;
    for (const text of ['oat milk', 'the plan', 'draft of a plan', 'old list']) {
      for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        writeFileSync(changed, copy);
        // Titles and the like stand in the file too; what was read out of a text can be read again.
        const isText = textsIn(changed) !== textsIn(backup);
        if (!isText) continue;
        expect(failed(changed)).toBeDefined();
        caught += 1;
      }
    }
    expect(caught).toBe(4);
  });

  function textsIn(file: string): string {
    const db = openFile(file, { readonly: true });
    const rows = db.prepare('SELECT text FROM texts UNION ALL SELECT text FROM revisions').all();
    db.close();
    return JSON.stringify(rows);
  }

  const sql = (statements: string) => (file: string) => {
    rmSync(file.replace(/\.db$/, '.json'));
    const db = openFile(file, {});
    db.exec(statements);
    db.close();
  };
  const cases: Readonly<Record<string, readonly [string, (file: string) => void]>> = {
    empty: ['file', (file) => writeFileSync(file, '')],
    'a directory': [
      'file',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    'a store in use': ['file', (file) => writeFileSync(`${file}-wal`, 'pages')],
    'cut short': ['store', (file) => cut(file, 3 * 4096)],
    'cut in the header': ['store', (file) => cut(file, 60)],
    'another program’s': ['store', sql('PRAGMA application_id = 7')],
    'of a newer scrap': ['store', sql('PRAGMA user_version = 99')],
    'without tables': ['store', sql('PRAGMA user_version = 0')],
    'with another column': ['tables', sql('ALTER TABLE pages ADD COLUMN more')],
    'with a view for a table': [
      'tables',
      sql('DROP TABLE captures; CREATE VIEW captures AS SELECT 1 AS id'),
    ],
    'without a table': ['tables', sql('DROP TABLE captures')],
    'with a revision of no change': [
      'references',
      sql('PRAGMA foreign_keys = OFF; DELETE FROM changes WHERE number = 2'),
    ],
    'without a text': [
      'texts',
      sql('DELETE FROM texts WHERE page_id = (SELECT max(id) FROM pages)'),
    ],
    'with another revision': ['revisions', sql("UPDATE revisions SET text = 'x' WHERE text <> ''")],
    'with a manifest that is none': ['manifest', (file) => manifest(file, () => 'no JSON')],
    'with a manifest of a later kind': [
      'manifest',
      (file) => manifest(file, (json) => json.replace('"format": 1', '"format": 2')),
    ],
    'with a manifest of more pages': [
      'contents',
      (file) => manifest(file, (json) => json.replace('"pages": 3', '"pages": 4')),
    ],
  };
  function cut(file: string, size: number): void {
    rmSync(file.replace(/\.db$/, '.json'));
    writeFileSync(file, readFileSync(file).subarray(0, size));
  }
  function manifest(file: string, change: (json: string) => string): void {
    const path = file.replace(/\.db$/, '.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }

  test.each(Object.keys(cases))('%s: said so, and nothing is replaced', async (how) => {
    const { file, backup } = await someBackup();
    const [check = '', spoil] = cases[how] ?? [];
    spoil?.(backup);
    const before = readFileSync(file);
    if (check !== 'file') expect(failed(backup)).toMatchObject({ check });
    await expect(restoreBackup(backup, file)).rejects.toMatchObject({
      code: 'unreadable',
      details: { reason: 'bad_backup', check },
      message: expect.stringContaining(backup),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['backups', 'scrap.db']);
  });

  test('a file that is not there is not found', async () => {
    const file = temporaryStore();
    await expect(restoreBackup(`${file}.gone`, file)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('triggers and views of a stranger do not come along', async () => {
    const { file, backup } = await someBackup();
    const whole = everything(file);
    sql(`CREATE TRIGGER t AFTER INSERT ON pages BEGIN DELETE FROM texts; END;
         CREATE VIEW v AS SELECT 1; CREATE TABLE strange (a)`)(backup);
    await restoreBackup(backup, file);
    expect(everything(file)).toEqual(whole);
    const store = openStore(file);
    expect(store.all("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')")).toEqual(
      [],
    );
    store.close();
  });
});
