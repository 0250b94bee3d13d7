import type { ServerResponse } from 'node:http';

import type { JSONRPCErrorResponse, JSONRPCResponse } from '@modelcontextprotocol/server';

/** What is sent back: no body where a message wants no answer. */
export interface Answer {
  readonly status: 200 | 202 | 400 | 404 | 503;
  readonly body?: JSONRPCResponse;
}

/** Sends an answer whole; gives the JSON it sent with status 200. */
export function send(response: ServerResponse, { status, body }: Answer): string | undefined {
  if (body === undefined) {
    response.writeHead(status).end();
    return undefined;
  }
  const json = JSON.stringify(body);
  sendJson(response, status, json);
  return status === 200 ? json : undefined;
}

/** Sends what is JSON already. */
export function sendJson(response: ServerResponse, status: number, json: string): void {
  const bytes = Buffer.from(json);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
    .end(bytes);
}

/** A JSON-RPC error, with the id of its request where that has one that can be one. */
export function errorBody(id: unknown, code: number, message: string): JSONRPCErrorResponse {
  const known = typeof id === 'string' || Number.isSafeInteger(id);
  // null stands in JSON-RPC for an id that could not be read; the SDK's types leave it out.
  const own = (known ? id : null) as string | number;
  return { jsonrpc: '2.0', id: own, error: { code, message } };
}
