import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setImmediate as turn, setTimeout as rest } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { readFolderFiles } from '../files/read-folder.ts';
import { beginChange, type Change } from '../history/change.ts';
import type { Caller, Progress } from '../operation.ts';
import { contentOf } from '../pages/content.ts';
import { readOverlay } from '../pages/overlay.ts';
import { rereadBelow } from '../pages/rebuild.ts';
import { type PageRow, pageById } from '../pages/row.ts';
import { setTrashed } from '../pages/save.ts';
import { decode } from '../text/decode.ts';
import { ignoredBy } from './ignored.ts';
import { fileStamp, KnownFiles } from './file-stamp.ts';
import { GonePages, type KnownPage, knownPages } from './gone.ts';
import type { Notebook } from './mirrored.ts';
import { createdOf } from './moments.ts';
import { readNote } from './note-file.ts';
import { Report } from './report.ts';
import { importedPage } from './standing.ts';
import { pathsBelow } from './walk.ts';
import { type Waiting, writeFile } from './write-file.ts';

/** What reading a notebook again did; see `syncShape`. */
export interface SyncAnswer {
  name: string;
  folder: string;
  files: number;
  added: number;
  changed: number;
  moved: number;
  trashed: number;
  unchanged: number;
  kept: number;
  skipped_by_reason: Record<string, number>;
  failed: { path: string; reason: string }[];
  failed_total: number;
  change?: number;
  /** The folder is not there, or empty: nothing was done. */
  missing?: true;
}

/** As in an import: a batch is short, and a rest follows in which others get their turn. */
const BATCH_MS = 50;
const BATCH_PAGES = 100;
const REST_MS = 5;
const HELD = 4 * 1024 * 1024;
/** So many files are looked at before others get their turn. */
const LOOKED_AT = 500;

/** Whatever changes in a notebook was written by nobody scrap knows. */
const MIRROR: Caller = { door: 'cli', author: 'import', source: 'notebook', here: true };

/**
 * Makes the pages of a notebook what its files are, as one change: new and changed files, renamed
 * ones, which keep their page, and pages whose files are gone, which go to the trash. A folder
 * that is not there, or has nothing in it, leaves all as it is: it was not mounted, or has moved.
 */
export async function syncNotebook(
  store: Store,
  notebook: Notebook,
  progress: Progress = () => {},
): Promise<SyncAnswer> {
  return new Sync(store, notebook).run(progress);
}

class Sync {
  readonly #store: Store;
  readonly #notebook: Notebook;
  readonly #report = new Report();
  /** Folders and files that could not be looked at: what is below may be there all the same. */
  readonly #unread: string[] = [];
  readonly #known: ReadonlyMap<string, KnownPage>;
  readonly #files: KnownFiles;
  readonly #now: string;
  #paths: ReadonlySet<string> = new Set();
  #gone: GonePages;
  /** Pages found again under another path. */
  readonly #found = new Map<string, KnownPage>();
  #waiting: Waiting[] = [];
  readonly #counts = { added: 0, changed: 0, moved: 0, unchanged: 0, trashed: 0 };

  constructor(store: Store, notebook: Notebook) {
    this.#store = store;
    this.#notebook = notebook;
    this.#now = store.now();
    this.#known = knownPages(store, notebook.name);
    this.#files = new KnownFiles(store, notebook.name);
    this.#gone = new GonePages(store, this.#known, () => true, 0);
  }

  async run(progress: Progress): Promise<SyncAnswer> {
    const { folder } = this.#notebook;
    if (isNothing(folder)) return { ...this.#answer(), missing: true };
    const report = {
      skip: (path: string, reason: string) => this.#report.skip(path, reason),
      fail: (path: string, reason: string) => {
        this.#unread.push(path);
        this.#report.fail(path, reason);
      },
    };
    const { notes: paths, others } = pathsBelow(folder, report, ignoredBy(folder));
    this.#paths = new Set(paths);
    const where = { folder, collection: this.#notebook.name, paths: others };
    const how = { ...where, mayBeThere: (path: string) => this.#isUnread(path) };
    // before the pages, of which YAML files among them say something
    const changed = await readFolderFiles(this.#store, how, this.#report, progress);
    const now = Date.parse(this.#now);
    this.#gone = new GonePages(this.#store, this.#known, (path) => this.#isThere(path), now);
    const change = beginChange(this.#store, MIRROR, { operation: 'sync' });
    let held = 0;
    // a file whose page changed between reading and writing is added at the end and read again
    for (const [i, path] of paths.entries()) {
      const waiting = await this.#read(path);
      if (waiting !== undefined) {
        this.#waiting.push(waiting);
        held += waiting.file?.content.text.length ?? 0;
      }
      if (i % LOOKED_AT === LOOKED_AT - 1) await turn();
      if (this.#waiting.length < BATCH_PAGES && held < HELD && i < paths.length - 1) continue;
      while (this.#waiting.length > 0) {
        paths.push(...change.write((part) => this.#writeBatch(part)));
        await rest(REST_MS);
      }
      held = 0;
      progress(i + 1, paths.length, 'read');
    }
    await this.#trashGone((act) => change.write(act));
    await rereadBelow(this.#store, this.#notebook.name, changed, progress);
    this.#store.write(() =>
      this.#store.run(
        'UPDATE notebooks SET synced = ? WHERE name = ?',
        this.#now,
        this.#notebook.name,
      ),
    );
    return {
      ...this.#answer(),
      files: this.#paths.size,
      ...(change.number === undefined ? {} : { change: change.number }),
    };
  }

  #answer(): SyncAnswer {
    const { skipped: _, conflicts: __, conflicts_total: ___, ...counts } = this.#report.answer;
    const { name, folder } = this.#notebook;
    return { name, folder, ...counts, ...this.#counts };
  }

  /** Whether a file is there, or might be, since nobody could look. */
  #isThere(path: string): boolean {
    // under another spelling of its name, unless that is a page of its own
    const isRespelled = (other: string) => {
      const page = this.#known.get(other);
      return this.#paths.has(other) && (page === undefined || page.trashed !== null);
    };
    if (this.#paths.has(path)) return true;
    if (isRespelled(path.normalize('NFC')) || isRespelled(path.normalize('NFD'))) return true;
    return this.#isUnread(path);
  }

  /** Whether a path is one that could not be looked at, or lies below one. */
  #isUnread(path: string): boolean {
    return this.#unread.some(
      (odd) => odd === '.' || `${path}/`.startsWith(odd.replace(/\/?$/, '/')),
    );
  }

  /** Reads a file that is not as it was; undefined where there is nothing to write. */
  async #read(path: string): Promise<Waiting | undefined> {
    const { folder, name } = this.#notebook;
    const stamp = fileStamp(folder, path, Date.now());
    if (this.#files.isSame(path, stamp) && this.#known.get(path)?.trashed === null) {
      this.#counts.unchanged += 1;
      return undefined;
    }
    const note = readNote(folder, path);
    if ('reason' in note) {
      if (note.isOurs) this.#report.fail(path, note.reason);
      else this.#report.skip(path, note.reason);
      return undefined;
    }
    const decoded = decode(note.bytes);
    if ('reason' in decoded) {
      this.#report.fail(path, decoded.reason);
      return undefined;
    }
    const sha256 = createHash('sha256').update(decoded.text, 'utf8').digest();
    const row =
      importedPage(this.#store, name, path, (other) => this.#paths.has(other)) ??
      this.#movedHere(path, sha256);
    const { text, encoding } = decoded;
    const isSame = row?.encoding === encoding && sha256.equals(row.sha256);
    if (isSame && row.trashed === null && row.path === path) {
      if (stamp !== undefined) return { path, stamp, row };
      this.#counts.unchanged += 1;
      return undefined;
    }
    const overlay = readOverlay(row?.overlay ?? null);
    const about = { collection: name, path, encoding, at: note.modified, overlay };
    const content = await contentOf(this.#store, text, about);
    const created = createdOf(content.derived.created, path, note.made);
    return { path, stamp, row, file: { content, created, modified: note.modified } };
  }

  /** The page that had these bytes under a path that is gone. */
  #movedHere(path: string, sha256: Buffer): PageRow | undefined {
    const page = this.#found.get(path) ?? this.#gone.take(path, sha256);
    if (page === undefined) return undefined;
    this.#found.set(path, page);
    return pageById(this.#store, page.id);
  }

  /** Writes what waits until the time is up; gives the files that must be read again. */
  #writeBatch(part: Change): string[] {
    const late: string[] = [];
    const end = performance.now() + BATCH_MS;
    let written = 0;
    for (const waiting of this.#waiting) {
      if (written > 0 && performance.now() > end) break;
      written += 1;
      const wrote = writeFile(this.#store, this.#notebook, this.#files, part, waiting);
      if (wrote === 'late') late.push(waiting.path);
      else this.#counts[wrote] += 1;
    }
    this.#waiting = this.#waiting.slice(written);
    return late;
  }

  async #trashGone(write: (act: (part: Change) => void) => void): Promise<void> {
    const gone = [...this.#gone.pages.values()];
    for (let from = 0; from < gone.length; from += BATCH_PAGES) {
      write((part) => {
        for (const page of gone.slice(from, from + BATCH_PAGES)) {
          const row = this.#store.get<PageRow>('SELECT * FROM pages WHERE id = ?', page.id);
          if (row?.trashed !== null || row.path !== page.path) continue;
          setTrashed(this.#store, part, row, part.at);
          this.#files.forget(page.path);
          this.#counts.trashed += 1;
        }
      });
      await rest(REST_MS);
    }
  }
}

/** Whether a folder is not there or has nothing at all in it, as where a disk is mounted. */
function isNothing(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return true;
  }
}
