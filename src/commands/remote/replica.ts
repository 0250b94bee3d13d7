import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  following,
  holdLock,
  isReadAnotherWay,
  latestChange,
  openStore,
  ScrapError,
  type Store,
  upkeep,
} from '../../store/index.ts';
import { fetchFiles } from './fetch-files.ts';
import { replicaIn } from './place.ts';
import type { Sender, Server } from './server.ts';

/** What is known of a replica without opening it. */
export interface Pulled {
  /** When it last was what the server had, RFC 3339 UTC. */
  readonly at: string;
  /** The number of the latest change then. */
  readonly change: number;
  /** It has fallen so far behind that only `scrap pull` brings it up again. */
  readonly behind?: boolean;
}

/** What a pull did. */
export interface PullReport {
  readonly file: string;
  /** Pages that came. */
  readonly pages: number;
  readonly files: number;
  /** It was made anew, or for the first time. */
  readonly anew: boolean;
  readonly change: number;
  readonly at: string;
}

/** How a pull goes. */
export interface PullHow {
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
  readonly signal?: AbortSignal;
  /** Throws where the replica may not be made anew now. */
  readonly mayBeginAnew?: () => void;
}

/** A copy of the store of one server, for reading while that is away. */
export class Replica {
  readonly file: string;
  readonly #origin: string;
  readonly #note: string;
  readonly #directory: string;

  constructor(directory: string, origin: string) {
    this.#directory = directory;
    this.#origin = origin;
    this.file = replicaIn(directory);
    this.#note = join(directory, 'pulled.json');
  }

  /** When it was last up to date; undefined where there is none. */
  pulled(): Pulled | undefined {
    try {
      const note = JSON.parse(readFileSync(this.#note, 'utf8')) as Pulled;
      return existsSync(this.file) ? note : undefined;
    } catch {
      return undefined;
    }
  }

  /** Opens it to read, or to be copied; its pages have the URLs that the server gives them. */
  open(zone: string): Store {
    return openStore(this.file, { publicUrl: this.#origin, zone });
  }

  /** Notes when it was the same as the server's store. */
  note(pulled: Pulled): void {
    const fresh = `${this.#note}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(pulled), { mode: 0o600 });
    renameSync(fresh, this.#note);
  }

  /**
   * Brings it up to the server's store, with one request where there is nothing new. Where the two
   * do not fit together it is made anew. Throws `busy` while another pull runs, and what the server
   * or the connection gives.
   */
  async pull(server: Server, sender: Sender, how: PullHow = {}): Promise<PullReport> {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const release = holdLock(join(this.#directory, 'pull'));
    if (release === undefined) {
      throw new ScrapError('busy', 'Another scrap pull is running. Wait for it, or end it.', {
        reason: 'pulling',
      });
    }
    try {
      return await this.#pull(server, sender, how);
    } catch (error) {
      if (!doesNotFit(error)) throw error;
      how.mayBeginAnew?.();
      for (const tail of ['', '-wal', '-shm']) rmSync(this.file + tail, { force: true });
      return { ...(await this.#pull(server, sender, how)), anew: true };
    } finally {
      release();
    }
  }

  async #pull(server: Server, sender: Sender, how: PullHow): Promise<PullReport> {
    const { progress = () => {} } = how;
    const { standNow, follow } = await following();
    const before = this.pulled();
    const at = new Date().toISOString();
    const store = openStore(this.file, { mayCreate: true, publicUrl: this.#origin });
    try {
      const after = before === undefined ? '' : encodeURIComponent(standNow(store));
      const { status, pieces } = await server.stream(
        `/api/export?format=jsonl&after=${after}`,
        sender,
        how.signal,
      );
      const followed =
        status === 204
          ? { pages: 0, anew: false, equal: true }
          : await follow(store, pieces, this.#origin, progress, how.mayBeginAnew);
      if (!followed.equal) throw unequal();
      if (isReadAnotherWay(store)) {
        await (await upkeep.rebuild()).rebuildDerived(store, () => {}, { fresh: false });
      }
      const change = latestChange(store);
      const isKnown = status === 204 && before?.change === change;
      const files = isKnown ? 0 : await fetchFiles(store, server, sender, progress, how.signal);
      this.note({ at, change });
      return { file: this.file, pages: followed.pages, anew: followed.anew, files, change, at };
    } finally {
      store.close();
    }
  }
}

/** Two stores that should hold the same and do not; the copy is then made anew. */
function unequal(): ScrapError {
  return new ScrapError(
    'unreadable',
    'The replica and the store it is of do not come to hold the same. Update scrap here and there, then pull again.',
    { reason: 'unequal' },
  );
}

/** A replica is only a copy: one that is damaged, or contradicted, is worth nothing. */
function doesNotFit(error: unknown): boolean {
  const reasons = ['unequal', 'corrupt', 'not_a_store', 'empty_file', 'bad_file'];
  return error instanceof ScrapError && reasons.includes(error.details?.reason ?? '');
}
