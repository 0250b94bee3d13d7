import { createReadStream, statSync } from 'node:fs';

import { Client, type Dispatcher } from 'undici';

import { originOf } from '../../server/guard-rules.ts';
import { LATEST_CHANGE } from '../../server/headers.ts';
import { type ErrorCode, ScrapError } from '../../store/index.ts';
import { EXIT } from '../exit.ts';
import { clean } from '../width.ts';
import { mayHaveArrived, notRunning, notScrap, otherName, troubleWith } from './trouble.ts';

/** As whom a request is sent; the headers that say so are those of server/caller.ts. */
export interface Sender {
  readonly author: 'me' | 'claude';
  readonly client?: string;
  /** An IANA time zone. */
  readonly zone: string;
}

/** What an operation answered there, and the number of the latest change then. */
export interface Answered {
  readonly answer: object;
  readonly change: number;
}

/** What the store there has said of an operation; any other error is about the way to it. */
export class Decided extends ScrapError {}

/** scrap has failed there by a fault of its own; at the same it will again. */
export class Fault extends Error {}

/** In ms: to find the server, to wait for the head of an answer, and between its pieces. */
const TIMES = { connect: 5_000, headers: 60_000, body: 30_000 };
/** A list of pages with their texts; a text may have 10 MiB. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** A scrap that is served elsewhere. */
export class Server {
  readonly origin: string;
  readonly #client: Client;

  /** Throws `invalid` where `url` is no address a scrap can have. */
  constructor(url: string) {
    this.origin = originOf('SCRAP_URL', url).origin;
    this.#client = new Client(this.origin, {
      connectTimeout: TIMES.connect,
      headersTimeout: TIMES.headers,
      bodyTimeout: TIMES.body,
    });
  }

  /**
   * Performs an operation there. One that broke off is sent a second time: its input must carry a
   * key where that would otherwise write twice. `said` is when it was written, RFC 3339, of what was
   * kept until now. Throws what the server answered as the same `ScrapError`, and what
   * `troubleWith` makes of anything else.
   */
  async perform(name: string, input: object, sender: Sender, said?: string): Promise<Answered> {
    const body = JSON.stringify(input);
    const send = () =>
      this.#request(`/api/${name}`, {
        method: 'POST',
        headers: {
          ...headersOf(sender),
          ...(said === undefined ? {} : { 'scrap-said': said }),
          'content-type': 'application/json',
        },
        body,
      });
    const { statusCode, headers, text } = await this.#again(send);
    const answer = parse(text);
    if (statusCode >= 300)
      throw this.#refusal(statusCode, answer, headers[LATEST_CHANGE] !== undefined);
    const change = Number(headers[LATEST_CHANGE] ?? Number.NaN);
    if (answer === undefined || !Number.isSafeInteger(change)) {
      throw notScrap(this.origin, statusCode);
    }
    return { answer, change };
  }

  /**
   * Asks for what comes in pieces; `status` is 200, or 204 where there is nothing new. The pieces
   * throw what `troubleWith` makes of a connection that breaks off.
   */
  async stream(
    path: string,
    sender: Sender,
    signal?: AbortSignal,
  ): Promise<{ readonly status: number; readonly pieces: AsyncIterable<Buffer> }> {
    const answer = await this.#client
      .request({ method: 'GET', path, headers: headersOf(sender), ...(signal && { signal }) })
      .catch((error: unknown) => this.#fail(error));
    if (answer.statusCode !== 200 && answer.statusCode !== 204) {
      throw this.#refusal(answer.statusCode, parse(await textOf(answer.body, 1024 * 1024)), false);
    }
    // what a file is shows in its bytes
    const isMarked = path.startsWith('/files/') || answer.headers[LATEST_CHANGE] !== undefined;
    if (!isMarked) throw notScrap(this.origin, answer.statusCode);
    return { status: answer.statusCode, pieces: this.#pieces(answer.body) };
  }

  /** Puts a file there; the same bytes are the same file. Gives what `add` takes in `files`. */
  async putFile(path: string, name: string, sender: Sender): Promise<string> {
    const send = () =>
      this.#request(`/api/files?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: {
          ...headersOf(sender),
          'content-type': 'application/octet-stream',
          'content-length': String(statSync(path).size),
        },
        body: createReadStream(path),
      });
    const { statusCode, text } = await this.#again(send);
    const said = parse(text);
    if (statusCode >= 300) throw this.#refusal(statusCode, said, false);
    if (said === undefined || !('id' in said)) throw notScrap(this.origin, statusCode);
    return String(said.id);
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  async *#pieces(body: Dispatcher.ResponseData['body']): AsyncGenerator<Buffer> {
    try {
      yield* body as AsyncIterable<Buffer>;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A second time where the first broke off on the way. */
  async #again<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayHaveArrived(error)) return this.#fail(error);
      return send().catch((again: unknown) => this.#fail(again));
    }
  }

  async #request(path: string, how: Omit<Dispatcher.RequestOptions, 'path'>) {
    const { statusCode, headers, body } = await this.#client.request({ ...how, path });
    return { statusCode, headers, text: await textOf(body, LONGEST_ANSWER) };
  }

  #fail(error: unknown): never {
    throw troubleWith(this.origin, error);
  }

  /** `decided`: the store there has said it, not the door before it. */
  #refusal(status: number, said: object | undefined, decided: boolean): Error {
    const refused = said !== undefined && 'error' in said ? said.error : undefined;
    if (!isRefusal(refused)) {
      const isGateway = status === 502 || status === 503 || status === 504;
      return isGateway ? notRunning(this.origin, status) : notScrap(this.origin, status);
    }
    const { code, details } = refused;
    const message = clean(refused.message); // strangers may answer what steers a terminal
    if (details?.['reason'] === 'host') return otherName(this.origin);
    if (Object.hasOwn(EXIT, code)) {
      const Kind = decided ? Decided : ScrapError;
      return new Kind(code as ErrorCode, message, details);
    }
    return new Fault(`${this.origin}: ${message}`);
  }
}

function headersOf({ author, client, zone }: Sender): Record<string, string> {
  return {
    'scrap-source': 'cli',
    'scrap-zone': zone,
    ...(author === 'me' ? {} : { 'scrap-author': author }),
    ...(client === undefined ? {} : { 'scrap-client': encodeURIComponent(client) }),
  };
}

async function textOf(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > most) {
      throw new ScrapError('invalid', 'The answer is too long to be of scrap. Set SCRAP_URL.', {
        reason: 'not_scrap',
      });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The shape of every error of scrap. Strangers may answer anything. */
function isRefusal(said: unknown): said is Refused {
  if (typeof said !== 'object' || said === null) return false;
  if (!('code' in said && typeof said.code === 'string')) return false;
  if (!('message' in said && typeof said.message === 'string')) return false;
  return !('details' in said) || (typeof said.details === 'object' && said.details !== null);
}
