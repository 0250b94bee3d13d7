import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Server } from '@modelcontextprotocol/server';

import type { Store } from '../../store/index.ts';
import type { McpHandler } from '../handler.ts';
import type { Log } from '../status.ts';
import type { Watch } from '../watch.ts';
import { addressOf } from './address.ts';
import { type Answer, errorBody, send, sendJson } from './answer.ts';
import { type Era, isModern } from './era.ts';
import { field } from './field.ts';
import type { McpLevel } from './level.ts';
import { createModern } from './modern.ts';
import { oneShot } from './oneshot.ts';
import { createRemembered } from './remembered.ts';
import { type Visit, visitOf } from './visit.ts';

export interface EndpointOptions {
  /** The most that agents may do; an address may ask for less. */
  readonly level: McpLevel;
  readonly log: Log;
  /** The methods whose results change only with the program: they are made once. */
  readonly constant?: ReadonlySet<string>;
  /** Tells those who subscribed that something is new in the store. */
  readonly watch: Watch;
  /** How often a quiet stream is shown to be alive, in ms; 15 s unless said. */
  readonly keepAliveMs?: number;
}

export interface Mcp {
  /** Answers what guard and body reader let through: a POST to `/mcp…`, its body parsed. */
  readonly handle: McpHandler;
  /** Lets what runs finish, ends the streams and takes nothing more. */
  readonly close: () => Promise<void>;
}

/**
 * The plumbing of an MCP endpoint: stateless, a server from `build` per request, one JSON body
 * per answer (save where a client listens), in the revisions since 2026-07-28 and those before.
 * Nothing is kept between two requests, so a restart goes unnoticed and a session id that
 * somebody sends means nothing.
 */
export function createEndpoint(
  store: Store,
  build: (visit: Visit, era: Era) => Promise<Server>,
  options: EndpointOptions,
): Mcp {
  const modern = createModern((visit) => build(visit, 'modern'), { ...options, store });
  const remembered = createRemembered(options.constant ?? new Set());
  const running = new Set<Promise<void>>();
  let closed = false;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const address = addressOf(request.url ?? '', options.level);
    if ('status' in address) {
      const { status, message } = address;
      send(response, { status, body: errorBody(field(body, 'id'), -32_000, message) });
      return;
    }
    if (isResponse(body)) {
      send(response, { status: 202 });
      return;
    }
    const key = remembered.keyOf(body, request.headers, address.level);
    const known = key === undefined ? undefined : remembered.recall(key, field(body, 'id'));
    if (known !== undefined) {
      sendJson(response, 200, known);
      return;
    }
    const visit = visitOf(address, body);
    const spoken = versionOf(request);
    const json = isModern(body, spoken)
      ? await modern.handle(request, response, body, visit)
      : send(response, await oneShot(body, spoken, () => build(visit, 'legacy')));
    if (key !== undefined && json !== undefined) remembered.keep(key, json);
  }

  return {
    async handle(request, response, body) {
      if (closed) {
        send(response, stopping(body));
        return;
      }
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
