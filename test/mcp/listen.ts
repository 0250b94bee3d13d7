import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';

import { NEWEST } from './kit.ts';

/** A message on a stream, as far as the tests look at it. */
interface Told {
  readonly method?: string;
  readonly id?: unknown;
  readonly result?: { readonly resultType: string };
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: {
    readonly uri?: string;
    readonly notifications?: object;
    readonly _meta: Readonly<Record<string, unknown>>;
  };
}

export interface Listening {
  readonly status: number | undefined;
  readonly contentType: string;
  /** What has come so far, whole messages only. */
  readonly told: Told[];
  /** Lines that only say that the stream is alive. */
  readonly comments: string[];
  readonly response: IncomingMessage;
  /** Resolves when the server ends it or the client has left. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

export interface Wish {
  readonly notifications: unknown;
  readonly id?: unknown;
  /** Takes the answer's head and then nothing more. */
  readonly reads?: boolean;
}

/** Opens a stream of `subscriptions/listen` over a connection of its own. */
export function listen(
  server: { readonly base: string },
  { notifications, id = 'l', reads = true }: Wish,
): Promise<Listening> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'listener', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { notifications, _meta } });
  return new Promise((resolve, reject) => {
    const asked = request(`${server.base}/mcp`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': NEWEST,
        'mcp-method': method,
        'content-length': Buffer.byteLength(body),
      },
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      response.on('error', () => {}); // it was closed from either side
      const told: Told[] = [];
      const comments: string[] = [];
      if (reads) readInto(response, told, comments);
      resolve({
        status: response.statusCode,
        contentType: response.headers['content-type'] ?? '',
        told,
        comments,
        response,
        ended: new Promise((done) => response.once('close', () => done())),
        leave: () => void asked.destroy(),
      });
    });
    asked.end(body);
  });
}

function readInto(response: IncomingMessage, told: Told[], comments: string[]): void {
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (rest + text).split('\n\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      const data = /^data: (.*)$/m.exec(piece)?.[1];
      if (data === undefined) comments.push(piece);
      else told.push(JSON.parse(data) as Told);
    }
  });
}
