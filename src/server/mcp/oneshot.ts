import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  METHOD_NOT_FOUND,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';

import { type Answer, errorBody } from './answer.ts';
import { field } from './field.ts';

/** 2025-11-25 and older have a code of their own for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32_002;

/**
 * Answers one message of the revisions up to 2025-11-25: one request, one JSON reply, by a
 * server made for it alone, so that two clients that count from 1 cannot be mixed up. The SDK's
 * own transport for these revisions always answers with a stream, takes batches and asks for
 * more in Accept than most programs send.
 */
export async function oneShot(
  body: unknown,
  version: string | undefined,
  build: () => Promise<Server>,
): Promise<Answer> {
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
    return refuse(body, -32_000, `This protocol version is not supported. Supported: ${known}.`);
  }
  if (Array.isArray(body)) {
    return refuse(body, INVALID_REQUEST, 'Send one message at a time: batches are not taken.');
  }
  if (field(body, 'jsonrpc') !== '2.0') {
    return refuse(body, INVALID_REQUEST, 'This is not a message of JSON-RPC 2.0.');
  }
  // A notification; nothing that a client tells is kept.
  if (typeof field(body, 'method') === 'string' && field(body, 'id') === undefined) {
    return { status: 202 };
  }
  if (!isJSONRPCRequest(body)) {
    return refuse(
      body,
      INVALID_REQUEST,
      'A request has a method, an id that is a string or a whole number, and params that are an object.',
    );
  }
  const server = await build();
  try {
    return { status: 200, body: inOldWords(await replyTo(body, server)) };
  } finally {
    await server.close();
  }
}

/** Hands the request to the server over a wire that takes the first reply and nothing else. */
function replyTo(request: JSONRPCRequest, server: Server): Promise<JSONRPCResponse> {
  return new Promise((resolve, reject) => {
    const wire: Transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send(message) {
        if (!('method' in message)) resolve(message);
        else if ('id' in message) declined(wire, message);
        return Promise.resolve();
      },
    };
    // What it could not even answer; without this the caller would wait for ever.
    server.onerror = reject;
    server.connect(wire).then(() => wire.onmessage?.(request), reject);
  });
}

/** A request to the client has no way to it, so it is answered in its place. */
function declined(wire: Transport, request: JSONRPCMessage & { id: string | number }): void {
  const error = { code: METHOD_NOT_FOUND, message: 'There is no way back to the client.' };
  queueMicrotask(() => wire.onmessage?.({ jsonrpc: '2.0', id: request.id, error }));
}

function inOldWords(reply: JSONRPCResponse): JSONRPCResponse {
  if (!('error' in reply) || reply.error.code !== INVALID_PARAMS) return reply;
  const { data } = reply.error;
  const isMissing = field(data, 'uri') !== undefined && field(data, 'reason') === undefined;
  return isMissing ? { ...reply, error: { ...reply.error, code: RESOURCE_NOT_FOUND } } : reply;
}

function refuse(body: unknown, code: number, message: string): Answer {
  return { status: 400, body: errorBody(field(body, 'id'), code, message) };
}
