import { stat } from 'node:fs/promises';

import { mirroring, type Notebook, type Store } from '../store/index.ts';
import type { Log } from './status.ts';

/** How long a folder must be quiet before it is read, and how often notebooks are looked for, in ms. */
const QUIET = 250;
const EVERY = 1_000;
/** How often a folder is read that the system cannot watch. */
const UNWATCHED = 10_000;

/** Keeps the pages of notebooks what their files are, until it is closed. */
export interface Mirror {
  readonly close: () => Promise<void>;
}

/** Watches every notebook of the store, also one that is added or whose folder comes back later. */
export function mirrorNotebooks(store: Store, { log }: { readonly log: Log }): Mirror {
  const watched = new Map<string, Watched>();
  let looking: Promise<void> | undefined;
  const look = async () => {
    const { notebooks } = await mirroring();
    const all = new Map<string, Notebook>();
    for (const each of notebooks(store)) {
      const folder = await identityOf(each.folder);
      if (folder !== undefined) all.set(keyOf(each, folder), each);
    }
    for (const [key, notebook] of all) {
      if (!watched.has(key)) watched.set(key, new Watched(store, notebook, log));
    }
    for (const [key, each] of watched) {
      if (all.has(key)) continue;
      watched.delete(key);
      await each.close();
    }
  };
  const lookOnce = () => {
    looking ??= look()
      .catch((error: unknown) => log('The notebooks could not be looked for.', error))
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(lookOnce, EVERY);
  lookOnce();
  return {
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.all([...watched.values()].map((each) => each.close()));
    },
  };
}

function keyOf({ name, folder }: Notebook, identity = ''): string {
  return JSON.stringify([name, folder, identity]);
}

/**
 * What tells a folder from another that takes its place, as when a disk is mounted there: a watcher
 * goes on watching the one that is no longer seen. Undefined where there is none.
 */
async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(folder);
    return `${dev}.${ino}`;
  } catch {
    return undefined;
  }
}

/** One notebook that is watched. */
class Watched {
  readonly #store: Store;
  readonly #notebook: Notebook;
  readonly #log: Log;
  readonly #stop: Promise<() => Promise<void>>;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(store: Store, notebook: Notebook, log: Log) {
    this.#store = store;
    this.#notebook = notebook;
    this.#log = log;
    this.#stop = this.#watch();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const stop = await this.#stop;
    await stop();
    await this.#reading;
  }

  async #watch(): Promise<() => Promise<void>> {
    const { watch } = await import('chokidar');
    const { folder } = this.#notebook;
    const watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) =>
        path !== folder && /^\.|^node_modules$/.test(path.slice(path.lastIndexOf('/') + 1)),
    });
    let repeated: NodeJS.Timeout | undefined;
    watcher.on('all', () => this.#soon(QUIET));
    // what changed before it was watched
    watcher.on('ready', () => this.#soon(0));
    watcher.on('error', (error) => {
      if (repeated !== undefined) return;
      this.#log('A notebook cannot be watched; it is read every ten seconds.', error);
      repeated = setInterval(() => this.#soon(0), UNWATCHED);
      this.#soon(0);
    });
    return async () => {
      clearInterval(repeated);
      await watcher.close();
    };
  }

  /** Reads the folder after `ms` without another call, once at a time. */
  #soon(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#reading = this.#reading.then(() => this.#read());
    }, ms);
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const { notebooks, syncNotebook } = await mirroring();
      const now = notebooks(this.#store).find((each) => keyOf(each) === keyOf(this.#notebook));
      if (now !== undefined) await syncNotebook(this.#store, now);
    } catch (error) {
      this.#log('A notebook could not be read; it is tried again.', error);
      this.#soon(UNWATCHED);
    }
  }
}
