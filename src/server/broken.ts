import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { decide } from './guard.ts';
import type { GuardRules } from './guard-rules.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { CLOSE, pathOf, type Refusal, refusalBody } from './refusal.ts';

/**
 * Answers what node:http never makes a request of: a head it cannot parse or that is too large,
 * requests that come too slowly, and CONNECT. By itself node would send an empty body.
 */
export function answerBrokenRequests(server: Server, rules: GuardRules): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const remember = (response: ServerResponse) => latest.set(response.req.socket, response);
  server.prependListener('request', (_request, response) => remember(response));
  server.prependListener('checkContinue', (_request, response) => remember(response));

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket);
    if (!socket.writable) socket.destroy();
    else if (mayAnswer(response)) end(socket, refusalFor(error.code), '/');
    else response?.once('close', () => socket.destroy());
  });
  server.on('connect', ({ method = '', url = '', rawHeaders }, socket: Duplex) => {
    const refusal = decide({ method, target: url, headers: rawHeaders }, rules);
    if (refusal === undefined) socket.destroy();
    else end(socket, refusal, pathOf(url));
  });
}

/**
 * Whether the trouble is with the latest request's own body or with what follows it. While that
 * request is still being worked on, an answer now would be taken for its answer.
 */
function mayAnswer(latest: ServerResponse | undefined): boolean {
  if (latest === undefined || latest.writableFinished) return true;
  return !latest.headersSent && !latest.req.complete;
}

function refusalFor(code = ''): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(
        431,
        'too_large',
        'Headers may have 16 KiB in all. Send fewer or shorter ones.',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refusal(413, 'too_large', 'The chunk extensions are too large. Send none.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'timeout', 'The request came too slowly. Send it again.');
    default:
      return refusal(400, 'bad_request', 'This is not HTTP/1.1 as RFC 9112 has it.');
  }
}

function refusal(status: number, reason: string, message: string): Refusal {
  return { status, code: 'invalid', reason, message, headers: CLOSE };
}

function end(socket: Duplex, refusal: Refusal, path: string): void {
  const body = JSON.stringify(refusalBody(refusal, path));
  const headers = {
    ...SECURITY_HEADERS,
    ...refusal.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`;
  socket.on('error', () => {});
  socket.end([status, ...lines, '', body].join('\r\n'), () => socket.destroy());
}
