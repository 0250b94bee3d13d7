import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

/** A request as the stand-in got it. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly max_tokens: number;
    readonly system: readonly { readonly text: string }[];
    readonly messages: readonly {
      readonly content: readonly { readonly type: string; readonly text?: string }[];
    }[];
  };
}

/** How the stand-in answers one request. */
export type Answering = (response: ServerResponse, asked: Asked) => void;

/** What the stand-in says about a page unless told otherwise. */
export const SAID = {
  summary: 'Soup for two.',
  tags: ['food'],
  related: [] as string[],
  title: '',
  kind: '',
  transcript: '',
};

/** The tokens of an answer unless told otherwise: it costs 100 + 200, 300 millionths of a dollar. */
export const USED = { input_tokens: 1000, output_tokens: 400 };

/** A message as the API documents it. */
export function message(text: string, more: object = {}): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { ...USED, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    ...more,
  };
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: object = {}): Answering {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** An error as the API documents it. */
export function trouble(
  status: number,
  type: string,
  headers: object = {},
  more: object = {},
): Answering {
  // an API that repeats what it was sent, key and all, shall find it printed nowhere
  return (response, asked) => {
    const text = `${type}: ${String(asked.headers['x-api-key'])} ${JSON.stringify(asked.body)}`;
    const error = { type, message: text.slice(0, 2000), ...more };
    json(status, { type: 'error', error, request_id: 'req_1' }, headers)(response, asked);
  };
}

/** Says this about a page. */
export function saying(more: Partial<typeof SAID> = {}): Answering {
  return json(200, message(JSON.stringify({ ...SAID, ...more })));
}

/** Begins an answer and breaks off. */
export const cutOff: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
  response.write('{"id": "msg_1", "content": [{"type": "te');
  setTimeout(() => response.destroy(), 20);
};

/** Begins an answer and says no more. */
export const stuck: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
  response.write('{"id": "msg_1"');
};

/** Takes the request and never answers. */
export const silent: Answering = () => {};

/** Ends the connection before an answer. */
export const hangUp: Answering = (response) => void response.destroy();

/**
 * A stand-in for the Messages API on this machine. It answers one request after another with
 * `answers`, and the last of them for ever; `asked` is what it was sent.
 */
export async function standIn(...answers: Answering[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body'];
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      (answers[asked.length - 1] ?? answers.at(-1) ?? saying())(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, asked, close };
}
