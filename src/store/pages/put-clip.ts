import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';
import { forgetWords } from '../search/known-words.ts';
import { addressKey } from '../text/address.ts';
import { foldedBeside, reindexPage } from './indexed.ts';
import { linkAddress } from './link.ts';
import { type FetchedWords, readOverlay } from './overlay.ts';
import { rewritePages } from './rewrite.ts';
import { type PageRow, pageById, textOf } from './row.ts';
import { replacePage } from './save.ts';
import { storedContent } from './content.ts';

/** What was fetched for a link page. */
export interface Fetched {
  /** The address that was asked for. */
  readonly asked: string;
  /** Where it was found, after redirects. */
  readonly url: string;
  readonly words: FetchedWords;
  /** The readable text as Markdown. */
  readonly quote?: string | undefined;
}

/** Nobody who calls: what a link brought is not its owner's, nor an agent's. */
const FETCHER: Caller = { door: 'cli', author: 'import', source: 'import', here: false };

/** The address a fetch job is about, as the page has it now; undefined where it has none. */
export function addressToFetch(store: Store, pageId: number): string | undefined {
  const row = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', pageId);
  return row && linkAddress(row.kind, textOf(store, row.id));
}

/**
 * Puts what was fetched beside the page: title and the like below what it says itself, as a
 * change, and the readable text as its quoted copy. `finished` takes the job off the queue in the
 * same transaction. A page that leads elsewhere by now is left as it is.
 */
export async function putClip(
  store: Store,
  pageId: number,
  { asked, url, words, quote }: Fetched,
  finished: () => void,
): Promise<void> {
  await rewritePages<undefined>(
    store,
    FETCHER,
    { operation: 'fetch' },
    {
      already: () => undefined,
      async plan() {
        const row = pageById(store, pageId);
        const overlay = { ...readOverlay(row.overlay), fetched: words };
        const content = await storedContent(store, row, { overlay });
        const isSame =
          row.overlay !== null &&
          JSON.stringify(readOverlay(row.overlay).fetched) === JSON.stringify(words);
        const leads = linkAddress(row.kind, content.text);
        const isWanted = leads !== undefined && addressKey(leads) === addressKey(asked);
        return [
          {
            row,
            write(change) {
              finished();
              if (!isWanted) return row;
              const before = foldedBeside(store, pageId);
              store.run(
                'INSERT OR REPLACE INTO clips (page_id, url, fetched, quote) VALUES (?, ?, ?, ?)',
                pageId,
                url,
                change.at,
                quote ?? null,
              );
              if (isSame) reindexPage(store, row);
              const now = isSame ? row : replacePage(store, change, row, content);
              forgetWords(store, [before]);
              return now;
            },
          },
        ];
      },
      answer: () => undefined,
    },
  );
}
