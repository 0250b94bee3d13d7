import type { ServerResponse } from 'node:http';

import type { JSONRPCErrorResponse, JSONRPCResponse } from '@modelcontextprotocol/server';

/** What is sent back: no body where a message wants no answer. */
export interface Answer {
  readonly status: 200 | 202 | 400 | 404 | 503;
  readonly body?: JSONRPCResponse;
}

/** Sends an answer whole. */
export function send(response: ServerResponse, { status, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const json = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': json.length })
    .end(json);
}

/** A JSON-RPC error, with the id of its request where that has one that can be one. */
export function errorBody(id: unknown, code: number, message: string): JSONRPCErrorResponse {
  const known = typeof id === 'string' || Number.isSafeInteger(id);
  // null stands in JSON-RPC for an id that could not be read; the SDK's types leave it out.
  const own = (known ? id : null) as string | number;
  return { jsonrpc: '2.0', id: own, error: { code, message } };
}
