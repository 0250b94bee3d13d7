import type { IncomingMessage, ServerResponse } from 'node:http';

import { createMcpHandler, type Server } from '@modelcontextprotocol/server';

import type { Visit } from './visit.ts';

/** The leg for 2026-07-28 and later. */
export interface Modern {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    visit: Visit,
  ) => Promise<void>;
  /** Ends the streams that are open and whatever still runs. */
  readonly close: () => Promise<void>;
}

/** The headers that the SDK looks at; the guard has seen to the others. */
const READ = /^(?:content-type|accept|mcp-[a-z-]+)$/;

/**
 * Serves the revision of 2026-07-28 by the SDK's own handler, which checks its `_meta` and
 * headers, with a server per request.
 */
export function createModern(build: (visit: Visit) => Promise<Server>): Modern {
  const visits = new WeakMap<Request, Visit>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const visit = requestInfo === undefined ? undefined : visits.get(requestInfo);
      if (visit === undefined) throw new Error('a request without its visit');
      return build(visit);
    },
    { legacy: 'reject' },
  );

  return {
    async handle(request, response, body, visit) {
      // A client cancels by closing its side.
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const web = new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: headersOf(request),
        signal: gone.signal,
      });
      visits.set(web, visit);
      await send(response, await handler.fetch(web, { parsedBody: body }));
    },
    close: () => handler.close(),
  };
}

function headersOf(request: IncomingMessage): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && READ.test(name) ? [[name, value]] : [],
  );
}

/** One JSON body at once; a stream (`subscriptions/listen`) as it comes. */
async function send(response: ServerResponse, web: Response): Promise<void> {
  const headers = Object.fromEntries(web.headers);
  if (web.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    const body = Buffer.from(await web.arrayBuffer());
    response.writeHead(web.status, { ...headers, 'content-length': body.length }).end(body);
    return;
  }
  response.writeHead(web.status, { ...headers, 'x-accel-buffering': 'no' });
  response.flushHeaders();
  if (web.body !== null) for await (const piece of web.body) response.write(piece);
  response.end();
}
