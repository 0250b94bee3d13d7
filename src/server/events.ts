import type { IncomingMessage, ServerResponse } from 'node:http';

import { changesAfter, latestChange, type News, type Store } from '../store/index.ts';
import { queryFields } from './query.ts';
import type { Refusal } from './refusal.ts';
import type { Watch } from './watch.ts';

/** A proxy takes a connection for dead on which nothing comes for a minute. In ms. */
const QUIET = 20_000;
const MOST_STREAMS = 64;
/** How many changes one look brings. */
const BATCH = 100;
/** How far a reader may lag behind before it is let go, in bytes. */
const MOST_UNREAD = 256 * 1024;

/** Server-sent events about every change of the store: `GET /api/events?after=N`. */
export interface Events {
  /** Keeps the answer open and writes to it; a refusal when there are too many already. */
  readonly open: (request: IncomingMessage, response: ServerResponse) => Refusal | undefined;
  /** Ends all streams; the app opens them again when the server is back. */
  readonly close: () => void;
}

interface Stream {
  readonly response: ServerResponse;
  /** The number of the last change it was told of. */
  told: number;
  wroteAt: number;
}

const TOO_MANY: Refusal = {
  status: 503,
  code: 'busy',
  reason: 'streams',
  message: `At most ${MOST_STREAMS} listeners at once. Close some of scrap's tabs, or ask /api/recent instead.`,
  headers: { 'retry-after': '30' },
};

/** The streams of a store whose changes `watch` tells of. `quiet` is shorter in tests. */
export function createEvents(store: Store, watch: Watch, quiet = QUIET): Events {
  const streams = new Set<Stream>();
  let unwatch: (() => void) | undefined;

  return {
    open(request, response) {
      if (streams.size >= MOST_STREAMS) return TOO_MANY;
      // A store that was restored from a backup may be behind what a client has seen.
      const told = Math.min(startOf(request) ?? Infinity, latestChange(store));
      const stream = { response, told, wroteAt: Date.now() };
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      // What a client tries again after, and at once something to read: it knows it is connected.
      response.write(`retry: 2000\nid: ${told}\nevent: ready\ndata: {"number":${told}}\n\n`);
      response.on('close', () => drop(stream));
      response.on('error', () => drop(stream));
      streams.add(stream);
      unwatch ??= watch.listen(look);
      return undefined;
    },
    close() {
      for (const { response } of streams) response.end();
      unwatch?.();
    },
  };

  function look(latest: number): void {
    const oldest = Math.min(...[...streams].map(({ told }) => told));
    const news = oldest < latest ? changesAfter(store, oldest, BATCH) : [];
    for (const stream of streams) tell(stream, news);
  }

  function tell(stream: Stream, news: readonly News[]): void {
    const { response } = stream;
    const fresh = news.filter(({ number }) => number > stream.told);
    const isQuiet = Date.now() - stream.wroteAt >= quiet;
    if (fresh.length === 0 && !isQuiet) return;
    if (response.writableLength > MOST_UNREAD) {
      response.destroy();
      return;
    }
    stream.told = fresh.at(-1)?.number ?? stream.told;
    stream.wroteAt = Date.now();
    response.write(fresh.length === 0 ? ': nothing new\n\n' : fresh.map(asEvent).join(''));
  }

  function drop(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    unwatch?.();
    unwatch = undefined;
  }
}

function asEvent(news: News): string {
  return `id: ${news.number}\nevent: change\ndata: ${JSON.stringify(news)}\n\n`;
}

/** After which change to begin: what a browser that lost its stream says, else the query. */
function startOf({ headers, url = '' }: IncomingMessage): number | undefined {
  const said = headers['last-event-id'] ?? queryFields(url)['after'];
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? Number(said) : undefined;
}
