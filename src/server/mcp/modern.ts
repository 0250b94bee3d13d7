import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  createMcpHandler,
  INVALID_PARAMS,
  ProtocolError,
  type Server,
} from '@modelcontextprotocol/server';

import { asScrapError, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';
import type { Watch } from '../watch.ts';
import { errorBody, send } from './answer.ts';
import { protocolFailure } from './failure.ts';
import { field } from './field.ts';
import { pump } from './pump.ts';
import { createSubscriptions, narrowed, wantedIn } from './subscriptions.ts';
import type { Visit } from './visit.ts';

/** The leg for 2026-07-28 and later. */
export interface Modern {
  /** Answers one request; gives the JSON of an answer that was sent whole with status 200. */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    visit: Visit,
  ) => Promise<string | undefined>;
  /** Ends the streams that are open, in the words of the protocol, and whatever still runs. */
  readonly close: () => Promise<void>;
}

/** The headers that the SDK looks at; the guard has seen to the others. */
const READ = /^(?:content-type|accept|mcp-[a-z-]+)$/;

/** How many streams may be open; each is a connection of the 256 that the server takes. */
const MOST_STREAMS = 128;

/** A stream says its request's id with every event, so that one has a bound. */
const LONGEST_ID = 200;

export interface ModernOptions {
  readonly store: Store;
  readonly log: Log;
  /** What tells the streams that something is new. */
  readonly watch: Watch;
  /** How often something is sent on a stream where nothing else is, in ms; 15 s unless said. */
  readonly keepAliveMs?: number | undefined;
}

/**
 * Serves the revision of 2026-07-28 by the SDK's own handler, which checks its `_meta` and
 * headers, with a server per request.
 */
export function createModern(
  build: (visit: Visit) => Promise<Server>,
  { store, log, watch, keepAliveMs }: ModernOptions,
): Modern {
  const subscriptions = createSubscriptions(store, watch);
  const streams = new Set<Promise<void>>();
  const visits = new WeakMap<Request, Visit>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const visit = requestInfo === undefined ? undefined : visits.get(requestInfo);
      if (visit === undefined) throw new Error('a request without its visit');
      return build(visit);
    },
    {
      legacy: 'reject',
      bus: subscriptions.bus,
      maxSubscriptions: MOST_STREAMS,
      ...(keepAliveMs === undefined ? {} : { keepAliveMs }),
    },
  );

  return {
    async handle(request, response, body, visit) {
      if (response.destroyed) return undefined; // The client left while its body was read.
      // A client cancels by closing its side.
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      let parsedBody = body;
      try {
        const wanted = wantedIn(store, body);
        if (wanted !== undefined) {
          if (String(field(body, 'id')).length > LONGEST_ID) throw idTooLong();
          response.once('close', subscriptions.follow(wanted));
          parsedBody = narrowed(body, wanted);
        }
      } catch (error) {
        const { code, message } = protocolFailure(asScrapError(error, store.file), log);
        return send(response, { status: 200, body: errorBody(field(body, 'id'), code, message) });
      }
      const web = new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: headersOf(request),
        signal: gone.signal,
      });
      visits.set(web, visit);
      const answer = await handler.fetch(web, { parsedBody });
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
        return sendWeb(response, answer);
      }
      const stream = pump(response, answer);
      streams.add(stream);
      void stream.finally(() => streams.delete(stream));
      return undefined;
    },
    async close() {
      await handler.close();
      await Promise.all(streams);
    },
  };
}

function headersOf(request: IncomingMessage): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && READ.test(name) ? [[name, value]] : [],
  );
}

function idTooLong(): ProtocolError {
  const message = `The id of a request to listen has at most ${LONGEST_ID} characters.`;
  return new ProtocolError(INVALID_PARAMS, message);
}

async function sendWeb(response: ServerResponse, web: Response): Promise<string | undefined> {
  const body = Buffer.from(await web.arrayBuffer());
  const headers = { ...Object.fromEntries(web.headers), 'content-length': body.length };
  response.writeHead(web.status, headers).end(body);
  return web.status === 200 ? body.toString('utf8') : undefined;
}
