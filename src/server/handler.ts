import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import type { Store } from '../store/index.ts';
import type { ApiEnv } from './api.ts';
import { parseJson, readBody } from './body.ts';
import type { Events } from './events.ts';
import { decide } from './guard.ts';
import type { GuardRules } from './guard-rules.ts';
import { acceptsJson, SECURITY_HEADERS } from './headers.ts';
import { isFilePath, serveFile } from './files/serve-file.ts';
import { takeUpload, UPLOADS } from './files/upload.ts';
import { isMcp, pathOf, type Refusal, refusalBody } from './refusal.ts';
import { takeShare } from './share.ts';
import { SHARE } from './shared-text.ts';
import { type AppFiles, serveApp } from './static.ts';
import { FAULT, type Log, reply } from './status.ts';

/** How long a refused body is swallowed so that its sender gets to read why, in ms. */
const LAST_WORDS = 1_000;

/** Answers one POST to /mcp, whose body is read and parsed; `request.url` has label and query. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
) => Promise<void>;

export interface HandlerOptions {
  readonly store: Store;
  readonly rules: GuardRules;
  readonly api: Hono<ApiEnv>;
  /** Absent: there is no /mcp. */
  readonly mcp?: McpHandler | undefined;
  readonly events: Events;
  readonly app: AppFiles;
  readonly log: Log;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The way of every request: the guard, then the app's own files and the stream of events; what
 * the path takes, the size and form of the body, then /mcp or the API. In front of hono, whose adapter answers some requests before any middleware.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { store, rules, api, mcp, events, app, log } = options;
  const logged = new Set<string>();

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log('A request failed by a fault in scrap.', error);
      return refuse(request, response, FAULT);
    });
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const { method = '', url: target = '', rawHeaders: headers } = request;
    const path = pathOf(target);
    const toMcp = mcp !== undefined && isMcp(path);

    const refused = decide({ method, target, headers }, rules);
    if (refused === undefined) {
      if (serveApp(app, path, request, response)) return;
      if (path === '/api/events' && method === 'GET') {
        const full = events.open(request, response);
        return full === undefined ? undefined : refuse(request, response, full);
      }
      if (isFilePath(path) && (method === 'GET' || method === 'HEAD')) {
        const none = await serveFile(store, path, request, response);
        return none === undefined ? undefined : refuse(request, response, none);
      }
    }
    const refusal = refused ?? unfit(request, path, toMcp);
    if (refusal !== undefined) {
      logOnce(refusal);
      return refuse(request, response, refusal);
    }
    if (request.headers.expect !== undefined) response.writeContinue();
    if (path === UPLOADS && method === 'POST') return upload(request, response);
    if (path === SHARE && method === 'POST') return share(request, response);
    const bytes = await readBody(request);
    if ('status' in bytes) return refuse(request, response, bytes);
    const parsed = method === 'POST' ? parseJson(bytes) : { value: undefined };
    if ('status' in parsed) return refuse(request, response, parsed);

    if (toMcp) return mcp(request, response, parsed.value);
    const bindings = { body: parsed.value, target };
    const toApi = getRequestListener((web) => api.fetch(web, bindings), {
      overrideGlobalObjects: false,
      errorHandler: () => Response.json(refusalBody(BAD_URL, path), { status: BAD_URL.status }),
    });
    return toApi(request, response);
  }

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const taken = await takeUpload(store, request);
      if ('status' in taken) return await refuse(request, response, taken);
      const { created, ...file } = taken;
      return answerJson(response, created ? 201 : 200, file);
    } catch (error) {
      return failed(error, request, response);
    }
  }

  async function share(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const taken = await takeShare(store, request);
      if (typeof taken !== 'string') return await refuse(request, response, taken);
      response.writeHead(303, { location: taken }).end();
    } catch (error) {
      failed(error, request, response);
    }
  }

  function failed(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = reply(error, log);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    request.resume();
    answerJson(response, status, body);
  }

  /** A page that knocks all day fills no log. */
  function logOnce({ status, reason, message }: Refusal): void {
    if (status !== 403 || logged.has(reason)) return;
    logged.add(reason);
    log(`Refused a request (${reason}): ${message}`);
  }
}

const BAD_URL: Refusal = {
  status: 400,
  code: 'invalid',
  reason: 'bad_request',
  message: 'The path is not one a URL may have. Encode it as encodeURI does.',
  headers: {},
};

/** What /mcp and /api ask of a request before its body is read. */
function unfit(request: IncomingMessage, path: string, toMcp: boolean): Refusal | undefined {
  if (toMcp && request.method !== 'POST') {
    return {
      status: 405,
      code: 'invalid',
      reason: 'method',
      message: 'This endpoint is stateless: it takes POST alone and keeps no stream open.',
      headers: { allow: 'POST' },
    };
  }
  if (!(toMcp || path.startsWith('/api/')) || acceptsJson(request.headers.accept)) return undefined;
  return {
    status: 406,
    code: 'invalid',
    reason: 'not_acceptable',
    message: 'Answers here are JSON. Leave Accept out, or let application/json in.',
    headers: {},
  };
}

function answerJson(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * The answer is written whole at once; the connection ends when the caller has sent the rest,
 * or soon. Ended earlier, the unread rest would reset it and the answer might never be read.
 */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(refusalBody(refusal, pathOf(request.url ?? '')));
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.write(body);
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(LAST_WORDS) }).catch(() => {});
  response.end();
}
