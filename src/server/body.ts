import type { IncomingMessage } from 'node:http';

import { CLOSE, type Refusal } from './refusal.ts';

/** The most that one request may carry, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

const TOO_LARGE: Refusal = {
  status: 413,
  code: 'invalid',
  reason: 'too_large',
  message:
    'A request may carry at most 1 MiB. Add longer texts at the terminal of the machine that has the store: scrap add --file',
  headers: CLOSE,
};

/** How long a body may take, in ms, where it is at most 1 MiB. */
const LONGEST = 30_000;

const TIMEOUT: Refusal = {
  status: 408,
  code: 'invalid',
  reason: 'timeout',
  message: 'The body took too long to come. Send it again, with the same key.',
  headers: CLOSE,
};

const CUT_OFF: Refusal = {
  status: 400,
  code: 'invalid',
  reason: 'cut_off',
  message: 'The body ended before its Content-Length. Send it again, with the same key.',
  headers: CLOSE,
};

/**
 * The whole body, or a refusal when it is larger than `limit`, declared or not, or breaks off.
 * Nothing is kept of what is too large; it is swallowed, so that the caller gets to read why.
 */
export function readBody(
  request: IncomingMessage,
  limit = BODY_LIMIT,
  longest = LONGEST,
): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(TOO_LARGE);
    const late = setTimeout(() => resolve(TIMEOUT), longest);
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else resolve(TOO_LARGE);
    });
    request.on('end', () => resolve(Buffer.concat(pieces))); // only ever after the last byte
    request.on('error', () => resolve(CUT_OFF));
    request.on('close', () => {
      clearTimeout(late);
      resolve(CUT_OFF);
    });
  });
}

/** Inputs are flat and messages of MCP nearly so; what walks a value may do it recursively. */
const DEEPEST = 64;

/**
 * A JSON body, or a refusal. Decoded as one piece, so that no character is cut where the
 * network cut; bytes that are not UTF-8 are refused rather than replaced.
 */
export function parseJson(body: Buffer): { readonly value: unknown } | Refusal {
  if (depthOf(body) > DEEPEST) {
    return badJson(`JSON may be nested at most ${DEEPEST} deep here. Send flat fields.`);
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return { value };
  } catch {
    // What the parser says quotes the text, and an error never does.
    return badJson(
      'The body is not JSON in UTF-8. Send one object, {} where there is no more to say.',
    );
  }
}

function badJson(message: string): Refusal {
  return { status: 400, code: 'invalid', reason: 'bad_json', message, headers: {} };
}

/** How deep brackets are nested, strings left out. In UTF-8 no other character has their bytes. */
function depthOf(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === BRACKET || byte === BRACE) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = Buffer.from('"\\[]{}');
