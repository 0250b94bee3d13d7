import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Caller, openStore, operations, perform, type Store } from '../../src/store/index.ts';

/** A caller at the owner's terminal, in Berlin. */
export const OWNER: Caller = {
  door: 'cli',
  author: 'me',
  source: 'cli',
  here: true,
  zone: 'Europe/Berlin',
};

/** An agent, which came in over MCP. */
export const AGENT: Caller = {
  door: 'mcp',
  author: 'claude',
  source: 'mcp',
  client: 'laptop',
  here: false,
  zone: 'Europe/Berlin',
};

/** A store with a clock that stands still until it is set, to be searched. */
export class Shelf {
  readonly store: Store;
  now = new Date('2026-11-30T12:00:00Z');
  readonly #directory = mkdtempSync(join(tmpdir(), 'scrap-shelf-'));

  constructor() {
    const file = join(this.#directory, 'scrap.db');
    this.store = openStore(file, { mayCreate: true, now: () => this.now });
  }

  /** Adds a page and gives its slug. */
  async add(text: string, more: object = {}, caller = OWNER): Promise<string> {
    const page = await perform(await operations.add(), this.store, { text, ...more }, caller);
    return page.slug;
  }

  /** Adds many pages in one change. */
  async addAll(texts: readonly string[]): Promise<void> {
    const addMany = await operations.add_many();
    for (let from = 0; from < texts.length; from += 100) {
      await perform(addMany, this.store, { texts: texts.slice(from, from + 100) }, OWNER);
    }
  }

  async search(query: string, more: object = {}) {
    return perform(await operations.search(), this.store, { query, ...more }, OWNER);
  }

  /** The slugs of the first pages a query finds, in order, with blanks between them. */
  async slugs(query: string, more: object = {}): Promise<string> {
    const { pages } = await this.search(query, more);
    return pages.map((page) => page.slug).join(' ');
  }

  close(): void {
    this.store.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
