import type { Outcome } from '../../store/index.ts';

/** Why nothing came, in the words of the queue. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly outcome: Exclude<Outcome, { is: 'done' }>;

  constructor(outcome: Exclude<Outcome, { is: 'done' }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

const failure = (reason: string): Outcome => ({ is: 'failure', reason });

/** Codes of node, undici and zlib that mean something to a person. */
const KNOWN: Readonly<Record<string, Outcome>> = {
  ENETUNREACH: { is: 'outage', reason: 'There is no network.' },
  ENETDOWN: { is: 'outage', reason: 'There is no network.' },
  EAI_AGAIN: { is: 'outage', reason: 'Names of sites cannot be looked up: no network?' },
  ENOTFOUND: failure('There is no site of this name.'),
  ENODATA: failure('There is no site of this name.'),
  ECONNREFUSED: failure('The site takes no connections.'),
  UND_ERR_CONNECT_TIMEOUT: failure('The site does not answer.'),
  UND_ERR_HEADERS_TIMEOUT: failure('The site does not answer.'),
  UND_ERR_BODY_TIMEOUT: failure('The site stopped in the middle of its answer.'),
  UND_ERR_HEADERS_OVERFLOW: { is: 'refusal', reason: 'Its headers are too long.' },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { is: 'refusal', reason: 'It is larger than 5 MiB.' },
};

/** What an error while fetching means; a certificate that is wrong stays wrong only for a while. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof FetchFailure) return error.outcome;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return failure('It took longer than 20 seconds.');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = KNOWN[code];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS/.test(code)) return failure('Its certificate is not right.');
  if (error instanceof Error && error.name === 'HTTPParserError')
    return failure('What it answers is not HTTP.');
  return failure('The connection broke off.');
}
