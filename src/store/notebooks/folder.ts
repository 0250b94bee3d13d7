import { createHash } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { readFolderFiles } from '../files/read-folder.ts';
import { beginChange, type Change } from '../history/change.ts';
import type { Caller, Progress } from '../operation.ts';
import { contentOf } from '../pages/content.ts';
import { readOverlay } from '../pages/overlay.ts';
import { rereadBelow } from '../pages/rebuild.ts';
import type { PageRow } from '../pages/row.ts';
import { type Content, insertPage, replacePage } from '../pages/save.ts';
import { decode } from '../text/decode.ts';
import { createdOf } from './moments.ts';
import { readNote } from './note-file.ts';
import { type ImportAnswer, Report } from './report.ts';
import { importedPage, type ReadText, standingOf } from './standing.ts';
import { pathsBelow } from './walk.ts';

/*
 * While a batch is written nobody else can write, so a batch is short and a rest follows it, in
 * which a server that has been waiting gets its turn.
 */
const BATCH_MS = 50;
const BATCH_PAGES = 100;
const REST_MS = 5;
/** Texts held in memory until they are written, in characters. */
const HELD = 4 * 1024 * 1024;

/** A file that is to become a page, or a page's new text. */
interface Waiting {
  readonly path: string;
  readonly content: Content;
  readonly created: string;
  readonly modified: string;
  /** The page it had when it was read. */
  readonly row: PageRow | undefined;
}

/**
 * Copies the notes of a folder into the store, as one change by the author `import`. A file that
 * is as it was read last leaves no trace; one that changed becomes a revision of its page, unless
 * that was edited here. `dryRun` writes nothing and answers the same.
 */
export async function importFolder(
  store: Store,
  caller: Caller,
  folder: string,
  how: { readonly collection: string; readonly dryRun: boolean },
  progress: Progress,
): Promise<ImportAnswer> {
  return new FolderImport(store, caller, folder, how).run(progress);
}

class FolderImport {
  readonly #store: Store;
  readonly #caller: Caller;
  readonly #folder: string;
  readonly #collection: string;
  readonly #dryRun: boolean;
  readonly #report = new Report();
  #paths: ReadonlySet<string> = new Set();
  #waiting: Waiting[] = [];

  constructor(
    store: Store,
    caller: Caller,
    folder: string,
    how: { readonly collection: string; readonly dryRun: boolean },
  ) {
    this.#store = store;
    this.#caller = { ...caller, author: 'import', source: 'import' };
    this.#folder = folder;
    this.#collection = how.collection;
    this.#dryRun = how.dryRun;
  }

  async run(progress: Progress): Promise<ImportAnswer> {
    const { notes: paths, others } = pathsBelow(this.#folder, this.#report);
    this.#paths = new Set(paths);
    const where = { folder: this.#folder, collection: this.#collection };
    const how = { ...where, paths: others, dryRun: this.#dryRun };
    // before the pages, of which YAML files among them say something
    const changed = await readFolderFiles(this.#store, how, this.#report, progress);
    const change = beginChange(this.#store, this.#caller, { operation: 'import' });
    let held = 0;
    // a file whose page changed between reading and writing is added at the end and read again
    for (const [i, path] of paths.entries()) {
      const waiting = await this.#read(path);
      if (waiting !== undefined) {
        this.#waiting.push(waiting);
        held += waiting.content.text.length;
      }
      if (this.#waiting.length < BATCH_PAGES && held < HELD && i < paths.length - 1) continue;
      while (this.#waiting.length > 0) {
        const late = change.write((part) => this.#writeBatch(part));
        paths.push(...late);
        await rest(REST_MS);
      }
      held = 0;
      progress(i + 1, paths.length, 'imported');
    }
    await rereadBelow(this.#store, this.#collection, changed, progress);
    return {
      collection: this.#collection,
      ...this.#report.answer,
      files: this.#paths.size,
      ...(change.number === undefined ? {} : { change: change.number }),
      ...(this.#dryRun ? { dry_run: true } : {}),
    };
  }

  /** Reads a file; undefined where there is nothing to write, which the report then says. */
  async #read(path: string): Promise<Waiting | undefined> {
    const note = readNote(this.#folder, path);
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
    const row = this.#page(path);
    if (row !== undefined && !this.#hasChanged(path, row, decoded)) return undefined;
    if (this.#dryRun) {
      this.#count(row);
      return undefined;
    }
    const content = await contentOf(this.#store, decoded.text, {
      collection: this.#collection,
      path,
      encoding: decoded.encoding,
      at: note.modified,
      overlay: readOverlay(row?.overlay ?? null),
    });
    const created = createdOf(content.derived.created, path, note.made);
    return { path, content, created, modified: note.modified, row };
  }

  #page(path: string): PageRow | undefined {
    return importedPage(this.#store, this.#collection, path, (other) => this.#paths.has(other));
  }

  /** Whether a file is to replace its page's text; the report learns why not. */
  #hasChanged(path: string, row: PageRow, file: Omit<ReadText, 'sha256'>): boolean {
    const sha256 = createHash('sha256').update(file.text, 'utf8').digest();
    const standing = standingOf(this.#store, row, { ...file, sha256 });
    if (standing === 'unchanged') this.#report.answer.unchanged += 1;
    if (standing === 'conflict') this.#report.conflict(path, row.slug);
    if (standing === 'trashed')
      this.#report.skip(path, 'has changed, and its page is in the trash');
    return standing === 'changed';
  }

  /** Writes what waits until the time is up; gives the files that must be read again. */
  #writeBatch(part: Change): string[] {
    const late: string[] = [];
    const end = performance.now() + BATCH_MS;
    let written = 0;
    for (const waiting of this.#waiting) {
      if (written > 0 && performance.now() > end) break;
      written += 1;
      const row = this.#page(waiting.path);
      if (row?.revision !== waiting.row?.revision) late.push(waiting.path);
      else this.#writePage(part, waiting, row);
    }
    this.#waiting = this.#waiting.slice(written);
    return late;
  }

  #writePage(part: Change, waiting: Waiting, row: PageRow | undefined): void {
    const { path, content, created, modified } = waiting;
    if (row === undefined) {
      const birth = { created, updated: modified, collection: this.#collection, path, quiet: true };
      insertPage(this.#store, part, content, birth);
    } else {
      // the page changed when its file did, not when that was noticed
      replacePage(this.#store, { ...part, at: modified }, row, content);
    }
    this.#count(row);
  }

  #count(row: PageRow | undefined): void {
    if (row === undefined) this.#report.answer.added += 1;
    else this.#report.answer.changed += 1;
  }
}
