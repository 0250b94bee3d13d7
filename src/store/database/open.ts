import { closeSync, linkSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ScrapError } from '../errors.ts';
import { type Database, openFile } from './driver.ts';
import { asScrapError } from './failure.ts';
import { type Migration, migrate, MIGRATIONS, refuseNewer } from './migrate.ts';
import { type Setting, Store } from './store.ts';
import { syncDirectory } from './sync.ts';
import { removeLeftovers, unfinished } from './unfinished.ts';

/** "scrp": in the file's header, so that a foreign database is refused, never adopted. */
export const APPLICATION_ID = 0x73637270;

/** The first SQLite in which two connections cannot corrupt a WAL file (fixed in 3.51.3). */
const LEAST_SQLITE = [3, 51, 3] as const;

export interface OpenOptions extends Partial<Setting> {
  /** Make the store when the file is missing; otherwise a missing file is `not_found`. */
  readonly mayCreate?: boolean;
  /** How long SQLite itself waits for another writer, in ms. */
  readonly timeout?: number;
  /** The schema to bring the store to; this scrap's own unless said. */
  readonly migrations?: readonly Migration[];
  /** Called when the store was just made. */
  readonly onCreate?: (file: string) => void;
}

/**
 * Opens the store in `file`. Throws `not_found` where there is none, `unreadable` when the file
 * is empty, foreign, damaged or made by a newer scrap, `disk` when it cannot be written. The
 * file is only ever created when it is missing, and then whole or not at all.
 */
export function openStore(file: string, options: OpenOptions = {}): Store {
  const path = resolve(file);
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (options.mayCreate !== true) throw noStore(path);
      createStore(path, options.migrations ?? MIGRATIONS);
      options.onCreate?.(path);
    } else if (!stat.isFile()) {
      throw new ScrapError('unreadable', `${path} is not a file. Name a store with --store.`, {
        reason: 'not_a_store',
      });
    } else if (stat.size === 0) {
      throw new ScrapError(
        'unreadable',
        `${path} is empty, so it is not a scrap store. Remove it to begin anew, or restore a backup: scrap backup restore`,
        { reason: 'empty_file' },
      );
    }
    return connect(path, options);
  } catch (error) {
    throw asScrapError(error, path);
  }
}

/**
 * Opens a copy of a store to look at it. Nothing is written to it or beside it, and nothing is
 * expected of it: it may be of any schema, foreign or damaged.
 */
export function openToRead(file: string): Store {
  const db = openFile(file, { readonly: true, fileMustExist: true });
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return new Store(db, file, UNSET);
}

/** For stores that nobody performs an operation on. */
export const UNSET: Setting = { publicUrl: '', now: () => new Date(), patience: 0 };

function connect(path: string, options: OpenOptions): Store {
  const db = openFile(path, { timeout: options.timeout ?? 10_000, fileMustExist: true });
  try {
    // Before anything that could change a file that is not ours.
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw foreign(path);
    const migrations = options.migrations ?? MIGRATIONS;
    const store = new Store(db, path, {
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:7272',
      ...(options.zone === undefined ? {} : { zone: options.zone }),
      now: options.now ?? (() => new Date()),
      patience: options.patience ?? 0,
    });
    refuseNewer(store, migrations.length);
    assertSqlite(db);
    configure(db);
    migrate(store, migrations);
    return store;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Every connection: better-sqlite3 gives FULL to the first one only, and NORMAL loses pages. */
function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('journal_size_limit = 67108864');
  db.pragma('mmap_size = 268435456');
  db.pragma('cache_size = -32768');
  const mode = db.pragma('journal_mode', { simple: true });
  const synchronous = db.pragma('synchronous', { simple: true });
  if (mode !== 'wal' || synchronous !== 2) {
    throw new ScrapError(
      'disk',
      `SQLite could not set the store up to keep its promise (journal ${String(mode)}, synchronous ${String(synchronous)}). Put the store on a local disk.`,
      { reason: 'journal' },
    );
  }
}

function assertSqlite(db: Database.Database): void {
  const row = db.prepare<[], { v: string }>('SELECT sqlite_version() AS v').get();
  const found = (row?.v ?? '').split('.').map(Number);
  for (const [i, least] of LEAST_SQLITE.entries()) {
    if ((found[i] ?? 0) > least) return;
    if ((found[i] ?? 0) < least) {
      throw new ScrapError(
        'unreadable',
        `SQLite ${row?.v} can damage a store that two programs write. scrap needs ${LEAST_SQLITE.join('.')}; install scrap again: npm install -g scrap-pages`,
        { reason: 'driver' },
      );
    }
  }
}

/**
 * Makes the file under another name and links it into place, so that a kill in the middle leaves
 * no half-made store, and of several processes that begin at once all use the first one's.
 */
function createStore(path: string, migrations: readonly Migration[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeLeftovers(path);
  const fresh = unfinished(path);
  rmSync(fresh, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600));
  try {
    const db = openFile(fresh, {});
    try {
      // Two pages of text and more fit where a quarter of 4096 bytes would lie idle.
      db.pragma('page_size = 8192');
      configure(db);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      migrate(new Store(db, fresh, UNSET), migrations);
    } finally {
      db.close();
    }
    try {
      linkSync(fresh, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  } finally {
    for (const tail of ['', '-wal', '-shm']) rmSync(fresh + tail, { force: true });
  }
  syncDirectory(dirname(path));
}

function noStore(path: string): ScrapError {
  return new ScrapError('not_found', `No pages yet (${path}). Begin with: scrap add "hello"`, {
    reason: 'store',
  });
}

function foreign(path: string): ScrapError {
  return new ScrapError(
    'unreadable',
    `${path} is a database, but not a scrap store. Name another file with --store.`,
    { reason: 'not_a_store' },
  );
}
