import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Store } from '../../store/index.ts';
import type { McpHandler } from '../handler.ts';
import type { Log } from '../status.ts';
import { addressOf } from './address.ts';
import { buildServer } from './build.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { isModern } from './era.ts';
import { field } from './field.ts';
import type { McpLevel } from './level.ts';
import { createModern } from './modern.ts';
import { type Answer, errorBody, oneShot } from './oneshot.ts';
import { type Visit, visitOf } from './visit.ts';

export interface McpOptions {
  /** The most that agents may do; an address may ask for less. */
  readonly level: McpLevel;
  readonly version: string;
  readonly log: Log;
}

export interface Mcp {
  /** Answers what guard and body reader let through: a POST to `/mcp…`, its body parsed. */
  readonly handle: McpHandler;
  /** Lets what runs finish and takes nothing more. */
  readonly close: () => Promise<void>;
}

/**
 * The MCP endpoint: stateless, a server per request, one JSON body per answer, in the revisions
 * since 2026-07-28 and those before from one catalogue. Nothing is kept between two requests, so
 * a restart goes unnoticed and a session id that somebody sends means nothing.
 */
export function createMcp(store: Store, { level, version, log }: McpOptions): Mcp {
  let catalogue: Promise<Catalogue> | undefined;
  const build = async (visit: Visit) => {
    catalogue ??= createCatalogue();
    return buildServer(store, { catalogue: await catalogue, version, log }, visit);
  };
  const modern = createModern(build);
  const running = new Set<Promise<void>>();
  let closed = false;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const address = addressOf(request.url ?? '', level);
    if ('status' in address) {
      const { status, message } = address;
      return send(response, { status, body: errorBody(field(body, 'id'), -32_000, message) });
    }
    if (isResponse(body)) return send(response, { status: 202 });
    const visit = visitOf(address, body);
    const spoken = versionOf(request);
    if (isModern(body, spoken)) return modern.handle(request, response, body, visit);
    return send(response, await oneShot(body, spoken, () => build(visit)));
  }

  return {
    async handle(request, response, body) {
      if (closed) return send(response, stopping(body));
      const run = answer(request, response, body);
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
      await modern.close();
    },
  };
}

/** Nothing is ever asked of a client here, so what it answers is of no use, whatever it is. */
function isResponse(body: unknown): boolean {
  const answered = field(body, 'result') !== undefined || field(body, 'error') !== undefined;
  return answered && field(body, 'method') === undefined && field(body, 'jsonrpc') === '2.0';
}

function versionOf(request: IncomingMessage): string | undefined {
  const version = request.headers['mcp-protocol-version'];
  return typeof version === 'string' ? version : undefined;
}

function stopping(body: unknown): Answer {
  const message = 'scrap is being stopped. Try again when it has been started.';
  return { status: 503, body: errorBody(field(body, 'id'), -32_000, message) };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const json = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': json.length })
    .end(json);
}
