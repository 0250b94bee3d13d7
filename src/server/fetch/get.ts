import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';

import { Agent, type Dispatcher, request } from 'undici';

import { readBody } from './body.ts';
import { FetchFailure } from './failure.ts';
import { checkedUrl, inside, type Reach } from './reach.ts';

/** Looks a name up, as `dns.lookup` with `all: true` does. */
export type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GetOptions {
  readonly reach: Reach;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  /** The system's unless said. */
  readonly lookup?: Lookup;
  /** Shorter times, for tests. */
  readonly times?: Partial<typeof TIMES>;
}

/** What came in the end. */
export interface Got {
  /** Where it came from, after redirects. */
  readonly url: string;
  /** The `Content-Type` as it was sent; '' where there was none. */
  readonly type: string;
  /** Undefined where it is of a type that is not read. */
  readonly body: Buffer | undefined;
}

/** In ms: in all, until connected, until the headers are there, between two pieces of the body. */
const TIMES = { all: 20_000, connect: 5_000, headers: 10_000, body: 5_000 };
/** Bytes, as they come and unpacked. */
const MOST = 5 * 1024 * 1024;
const MOST_HEADERS = 32 * 1024;
const MOST_REDIRECTS = 5;

/**
 * Asks for a page of the web as a stranger with a hostile server in mind: every name is looked up
 * here and every address of it must be within reach, at each redirect again; sizes and times are
 * bounded. Throws `FetchFailure`, or what node and undici throw (`outcomeOf` reads both).
 */
export async function getPage(address: string, options: GetOptions): Promise<Got> {
  const times = { ...TIMES, ...options.times };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(times.all)]);
  const agent = new Agent({
    connect: { timeout: times.connect, lookup: guarded(options) },
    connections: 1,
    pipelining: 0,
    maxHeaderSize: MOST_HEADERS,
    maxResponseSize: MOST,
    headersTimeout: times.headers,
    bodyTimeout: times.body,
  });
  try {
    let url = checkedUrl(address, options.reach);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const answer = await ask(url, agent, options.userAgent, signal);
      const next = redirectOf(answer);
      if (next === undefined) return await received(url, answer);
      drop(answer);
      url = checkedUrl(next, options.reach, url.href);
    }
    throw new FetchFailure({ is: 'refusal', reason: 'It redirects more than five times.' });
  } finally {
    await agent.destroy().catch(() => {});
  }
}

async function ask(
  url: URL,
  dispatcher: Dispatcher,
  userAgent: string,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const answer = await request(url, {
    dispatcher,
    signal,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1',
      'accept-encoding': 'gzip, br',
    },
  });
  // a body that is destroyed without a listener ends the process
  answer.body.on('error', () => {});
  return answer;
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  return oneHeader(headers['location']);
}

async function received(url: URL, answer: Dispatcher.ResponseData): Promise<Got> {
  const { statusCode: status, headers, body } = answer;
  if (status < 200 || status > 299) {
    drop(answer);
    throw failedWith(status);
  }
  const type = oneHeader(headers['content-type']) ?? '';
  if (!isRead(type)) {
    drop(answer);
    return { url: url.href, type, body: undefined };
  }
  const encoding = oneHeader(headers['content-encoding']) ?? '';
  return { url: url.href, type, body: await readBody(body, encoding, MOST) };
}

/** A page that is not there, or not for strangers, stays so; a site in trouble may recover. */
function failedWith(status: number): FetchFailure {
  const reason = `The site answers ${status}.`;
  const passes = status >= 500 || status === 429 || status === 408 || status === 425;
  return new FetchFailure({ is: passes ? 'failure' : 'refusal', reason });
}

function isRead(type: string): boolean {
  const [name = ''] = type.toLowerCase().split(';', 1);
  return ['', 'text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown'].includes(
    name.trim(),
  );
}

function drop({ body }: Dispatcher.ResponseData): void {
  body.destroy();
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The look-up of the socket itself: what is checked here is what is connected to, so that a name
 * that answers otherwise the second time gains nothing. One address inside refuses all.
 */
function guarded({ reach, lookup = systemLookup }: GetOptions) {
  return (
    name: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        done(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      } else if (!addresses.every(({ address }) => reach.address(address))) done(inside(), '');
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
