import type { Store } from '../database/store.ts';
import { fileName } from '../pages/names.ts';
import { pageById } from '../pages/row.ts';

/** What of a notebook's page says which file it was made from. */
export interface KnownPage {
  readonly id: number;
  readonly path: string;
  readonly trashed: string | null;
}

/** A page that lost its file so long ago is not the one whose bytes are now at another path, in ms. */
const RECENTLY = 10 * 60 * 1000;
/** What has no text looks like every other file that has none. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** All pages of a notebook by path: as many as it has files, a hundred bytes each. */
export function knownPages(store: Store, name: string): Map<string, KnownPage> {
  const rows = store.all<KnownPage>(
    'SELECT id, path, trashed FROM pages WHERE collection = ? AND path IS NOT NULL',
    name,
  );
  return new Map(rows.map((row) => [row.path, row]));
}

/**
 * The pages whose files are gone, and those that lost theirs a moment ago. A file that appears
 * with the bytes of one of them is that page under a new path: who renames a file keeps its page.
 */
export class GonePages {
  /** Those that are to go to the trash, unless they are found again. */
  readonly pages = new Map<number, KnownPage>();
  readonly #byHash = new Map<string, KnownPage[]>();

  /** `isThere` says whether a path, however its name is composed, still has a file. */
  constructor(
    store: Store,
    known: ReadonlyMap<string, KnownPage>,
    isThere: (path: string) => boolean,
    now: number,
  ) {
    for (const page of known.values()) {
      if (isThere(page.path)) continue;
      if (page.trashed === null) this.pages.set(page.id, page);
      else if (now - Date.parse(page.trashed) > RECENTLY) continue;
      const hash = Buffer.from(pageById(store, page.id).sha256).toString('hex');
      const same = this.#byHash.get(hash);
      if (same === undefined) this.#byHash.set(hash, [page]);
      else same.push(page);
    }
  }

  /** Takes the page that a new file continues; of several the one whose file had its name. */
  take(path: string, sha256: Buffer): KnownPage | undefined {
    const hash = sha256.toString('hex');
    const same = this.#byHash.get(hash) ?? [];
    const named = same.findIndex((page) => fileName(page.path) === fileName(path));
    const at = named === -1 && hash !== EMPTY ? 0 : named;
    const [page] = at === -1 ? [] : same.splice(at, 1);
    if (page !== undefined) this.pages.delete(page.id);
    return page;
  }
}
