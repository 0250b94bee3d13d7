import { createHash } from 'node:crypto';

import {
  exportPieces,
  following,
  FORMATS,
  invalid,
  latestChange,
  ScrapError,
  type Store,
} from '../store/index.ts';
import { LATEST_CHANGE } from './headers.ts';
import type { Log } from './status.ts';

type Format = (typeof FORMATS)[number];

/** What each format is, and the name under which a browser keeps it. */
const FORMS: Readonly<Record<Format, { readonly type: string; readonly file: string }>> = {
  metadata: { type: 'application/json', file: 'scrap.json' },
  content: { type: 'text/markdown; charset=utf-8', file: 'scrap.md' },
  jsonl: { type: 'application/x-ndjson', file: 'scrap.jsonl' },
};

/** So many run at a time: each may hold a snapshot of the store. */
const MOST = 4;
/** How long a piece may wait to be taken, in ms: a snapshot keeps the store's log from shrinking. */
const PATIENCE = 60_000;
const LONGEST_STAND = 8_000;

/** The fields of a request's query. */
type Query = Readonly<Record<string, string | readonly string[]>>;

/** Answers a request for an export: of which method, and with which If-None-Match. */
export type Exporter = (
  query: Query,
  request: { readonly method: string; readonly known: string | undefined },
) => Promise<Response>;

/**
 * Exports over HTTP, `?format=…`, in pieces between which other requests are answered. The ETag
 * stands for all that is in the store, so that what is known already is not made again (304). A
 * copy of the store passes its stand as `after`, and gets what it lacks, or 204. An export that
 * fails half way breaks the connection off, so that its end is missed.
 */
export function createExporter(
  store: Store,
  { version, log }: { readonly version: string; readonly log: Log },
): Exporter {
  let running = 0;
  return async (query, { method, known }) => {
    const { format, after } = asked(query);
    const { standNow } = await following();
    const stand = standNow(store);
    const { type, file } = FORMS[format];
    const etag = tagOf([version, format, after ?? '', stand, store.setting.publicUrl]);
    const about = { etag, [LATEST_CHANGE]: String(latestChange(store)) };
    if (after === stand) return new Response(null, { status: 204, headers: about });
    if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true) {
      return new Response(null, { status: 304, headers: about });
    }
    const headers = {
      ...about,
      'content-type': type,
      'content-disposition': `attachment; filename="${file}"`,
    };
    if (method === 'HEAD') return new Response(null, { headers });
    if (running >= MOST) throw tooMany();
    running += 1;
    const pieces = exportPieces(store, format, after);
    const end = () => {
      running -= 1;
    };
    return new Response(await bodyOf(pieces, end, log), { headers });
  };
}

function asked(query: Query): { format: Format; after?: string } {
  const { format, after, ...rest } = query;
  const known = FORMATS.find((each) => each === format);
  if (known === undefined) {
    throw invalid(`Say which: /api/export?format=${FORMATS.join('|')}`, { field: 'format' });
  }
  const [odd] = Object.keys(rest);
  if (odd !== undefined) {
    throw invalid(`There is no field "${odd.slice(0, 60)}". Known are format and after.`);
  }
  if (after === undefined) return { format: known };
  if (known !== 'jsonl' || typeof after !== 'string' || after.length > LONGEST_STAND) {
    throw invalid('"after" goes with jsonl, and is what the end of the one before it said.', {
      field: 'after',
    });
  }
  return { format: known, after };
}

/** The pieces as a body; a failure before the first one is thrown. `end` is called once. */
async function bodyOf(
  pieces: AsyncGenerator<string>,
  end: () => void,
  log: Log,
): Promise<ReadableStream<Uint8Array>> {
  const bytes = new TextEncoder();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const stop = async () => {
    clearTimeout(waiting);
    if (ended) return;
    ended = true;
    end();
    await pieces.return(undefined);
  };
  let next: IteratorResult<string> | undefined;
  try {
    next = await pieces.next();
  } catch (error) {
    await stop();
    throw error;
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(waiting);
      try {
        const { done, value } = next ?? (await pieces.next());
        next = undefined;
        if (done === true) {
          await stop();
          controller.close();
          return;
        }
        controller.enqueue(bytes.encode(value));
        waiting = setTimeout(() => {
          controller.error(new Error('nobody took the next piece'));
          void stop();
        }, PATIENCE);
      } catch (error) {
        await stop();
        log('An export failed half way, and its connection was ended.', error);
        controller.error(error);
      }
    },
    cancel: stop,
  });
}

function tagOf(parts: readonly string[]): string {
  return `"${createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22)}"`;
}

function tooMany(): ScrapError {
  return new ScrapError('busy', `${MOST} exports are running. Try again when one has ended.`, {
    reason: 'exports',
  });
}
