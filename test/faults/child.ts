/*
 * What the tests run in processes of its own, to kill it or to have several at once: one act on
 * a store, named by the first argument. It says on standard output what it has finished, and
 * begins when something comes on standard input, so that several begin at the same moment.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync, writeSync } from 'node:fs';

import { backupStore } from '../../src/store/database/backup.ts';
import { holdLock } from '../../src/store/database/lock.ts';
import { MIGRATIONS } from '../../src/store/database/migrate.ts';
import { openStore } from '../../src/store/database/open.ts';
import { restoreBackup } from '../../src/store/database/restore.ts';
import { type Caller, perform } from '../../src/store/operation.ts';
import { add } from '../../src/store/operations/add.ts';
import { importFiles } from '../../src/store/operations/import.ts';
import { SECOND } from './second-migration.ts';

const OWNER: Caller = { door: 'cli', author: 'me', source: 'cli', here: true };

const acts: Readonly<Record<string, (file: string, ...rest: string[]) => Promise<void>>> = {
  /** Makes the store if need be. */
  async open(file) {
    openStore(file, { mayCreate: true }).close();
    say('open');
  },

  /** Adds so many pages, each with a key; says the key and the slug of each once it is there. */
  async add(file, label = '', count = '') {
    const store = openStore(file, { mayCreate: true });
    for (let i = 0; i < Number(count); i++) {
      const key = `${label}-${i}`;
      const input = { text: `page ${key}\n\nsome words of ${label} #${label}`, key };
      const page = await perform(add, store, input, OWNER);
      say(`${key} ${page.slug}`);
    }
    store.close();
  },

  /** Adds the pages of the same keys as everybody else, and says what it was answered. */
  async keys(file, from = '', count = '') {
    const store = openStore(file, { mayCreate: true });
    for (let i = 0; i < Number(count); i++) {
      const key = `k${(Number(from) + i) % Number(count)}`;
      const page = await perform(add, store, { text: `the page of ${key}`, key }, OWNER);
      say(`${key} ${page.slug} ${page.created}`);
    }
    store.close();
  },

  async migrate(file) {
    openStore(file, { migrations: [...MIGRATIONS, SECOND] }).close();
    say('migrated');
  },

  /** Imports a folder of Markdown, or a jsonl export. */
  async import(file, dir) {
    const store = openStore(file, { mayCreate: true });
    await perform(importFiles, store, { dir }, OWNER);
    store.close();
    say('imported');
  },

  /** Makes one backup after the other, and says the path of each. */
  async backup(file, directory) {
    const store = openStore(file);
    for (;;) say(backupStore(store, directory).file);
  },

  /** Holds a lock so many times, each time as one that is killed while it does; alone, or fails. */
  async lock(file, count = '') {
    for (let i = 0; i < Number(count); i++) {
      while (holdLock(file) === undefined);
      writeFileSync(`${file}.held`, '', { flag: 'wx' });
      rmSync(`${file}.held`);
      writeFileSync(file, '4194305 1');
    }
    say('locked');
  },

  async restore(file, backup = '') {
    await restoreBackup(backup, file);
    say('restored');
  },
};

/** At once, so that what was said has been read even when the next moment kills the process. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

async function main([act = '', file = '', ...rest]: readonly string[]): Promise<void> {
  say('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy(); // which would keep the process alive
  await acts[act]?.(file, ...rest);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  process.exitCode = 1;
});
