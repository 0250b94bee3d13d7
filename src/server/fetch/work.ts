import { links, patiently, type Store, type Work } from '../../store/index.ts';
import { textOf } from './charset.ts';
import { extractPlain } from './clean.ts';
import type { Extracted } from './extracted.ts';
import { outcomeOf } from './failure.ts';
import { getPage, type Got, type Lookup } from './get.ts';
import { extractInThread } from './in-thread.ts';
import { ANYWHERE, PUBLIC, type Reach } from './reach.ts';

/** How long storing what came is tried while others write, in ms. */
const PATIENCE = 60_000;

export interface FetchOptions {
  /** What is told to sites: a name and a version. */
  readonly version: string;
  /** What may be asked where nothing else was allowed; the public web unless said. */
  readonly reach?: Reach;
  readonly lookup?: Lookup;
  /** Reads a page, undefined where it cannot; in a thread of its own unless said. */
  readonly extract?: (html: string, url: string) => Promise<Extracted | undefined>;
}

/** Fetches the links of pages: what `fetch` jobs do. */
export function fetchWork(store: Store, options: FetchOptions): Work {
  const { version, reach = PUBLIC, lookup, extract = extractInThread } = options;
  return async ({ pageId, subject }, { signal, finished }) => {
    const { addressToFetch, mayLeadInside, putClip } = await links();
    const asked = addressToFetch(store, pageId);
    if (asked === undefined) return { is: 'done' };
    let got: Got;
    try {
      got = await getPage(asked, {
        reach: mayLeadInside(subject, asked) ? ANYWHERE : reach,
        signal,
        userAgent: `scrap/${version} (a reader of links)`,
        ...(lookup === undefined ? {} : { lookup }),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      return outcomeOf(error);
    }
    const said = await read(got, extract);
    if (said === undefined) return { is: 'refusal', reason: 'What is there cannot be read.' };
    const { title, text: quote, ...words } = said;
    const fields = { ...words, ...(got.body === undefined ? { type: typeOf(got.type) } : {}) };
    await patiently(
      store,
      () =>
        putClip(
          store,
          pageId,
          {
            asked,
            url: got.url,
            words: { ...(title === undefined ? {} : { title }), fields: { ...fields } },
            quote,
          },
          finished,
        ),
      PATIENCE,
    );
    return { is: 'done' };
  };
}

async function read(
  { body, type, url }: Got,
  extract: NonNullable<FetchOptions['extract']>,
): Promise<Extracted | undefined> {
  if (body === undefined) return {};
  const text = textOf(body, type);
  const isPlain = /^\s*text\/(?:plain|markdown)/i.test(type);
  return isPlain ? extractPlain(text) : extract(text, url);
}

/** The type alone, without what follows it. */
function typeOf(type: string): string {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(name) ? name : 'unknown';
}
