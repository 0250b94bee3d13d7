import { ScrapError } from '../../store/index.ts';

/**
 * What went wrong between here and a server, as the `ScrapError` it means: `busy` (away) where
 * nobody could be asked, which may pass; `refused` (tls) where whoever answers has not the
 * certificate of that name, and `invalid` (not_scrap) where it is no scrap.
 */
export function troubleWith(origin: string, error: unknown): unknown {
  if (error instanceof ScrapError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  if (isAboutTls(code)) return badTls(origin, code, error);
  const says = AWAY[code];
  if (says === undefined && !code.startsWith('UND_ERR_') && !code.startsWith('HPE_')) return error;
  return away((says ?? brokeOff)(origin), error);
}

/** Whether a failure says that nobody could be asked: a copy may answer, and a write may wait. */
export function isAway(error: unknown): error is ScrapError {
  return error instanceof ScrapError && error.details?.reason === 'away';
}

/** Whether a request may have arrived all the same: whoever sends it again needs a key. */
export function mayHaveArrived(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code !== undefined && !isAboutTls(code) && !NEVER_SENT.has(code);
}

/** The error for a gateway in front of a scrap that does not run. */
export function notRunning(origin: string, status: number): ScrapError {
  return away(
    `${origin} answers (HTTP ${status}), but scrap does not run behind it. Start it there: scrap serve`,
  );
}

/** The error for an answer that no scrap gives. */
export function notScrap(origin: string, status: number): ScrapError {
  return new ScrapError(
    'invalid',
    `What answers at ${origin} is not scrap (HTTP ${status}). Set SCRAP_URL to the address of scrap serve.`,
    { reason: 'not_scrap' },
  );
}

/** The error for a scrap that runs there under another name. */
export function otherName(origin: string): ScrapError {
  return new ScrapError(
    'refused',
    `scrap runs at ${origin}, but does not answer to that name. Set SCRAP_PUBLIC_URL=${origin} there and start scrap serve again, or set SCRAP_URL to the name it has.`,
    { reason: 'host' },
  );
}

const unreachable = (origin: string) =>
  `${origin} cannot be reached. Look whether both machines are on the network (tailscale status), or set SCRAP_URL to another address.`;
const unknown = (origin: string) =>
  `The name in ${origin} is not known here. Connect to its network (tailscale up), or set SCRAP_URL to another one.`;
const slow = (origin: string) =>
  `${origin} does not answer in time. Try again, or look there: scrap doctor`;
const brokeOff = (origin: string) => `The connection to ${origin} broke off. Try again.`;

/** By the codes of Node (`dns`, `net`) and undici. */
const AWAY: Readonly<Record<string, (origin: string) => string>> = {
  ECONNREFUSED: (origin) =>
    `Nothing answers at ${origin}. Start scrap serve there, or set SCRAP_URL to where it runs.`,
  ENOTFOUND: unknown,
  EAI_AGAIN: unknown,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EHOSTDOWN: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_HEADERS_TIMEOUT: slow,
  UND_ERR_BODY_TIMEOUT: slow,
  ECONNRESET: brokeOff,
  EPIPE: brokeOff,
  UND_ERR_SOCKET: brokeOff,
};

/** These happen before anything is sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isAboutTls(code: string): boolean {
  return /CERT|^ERR_SSL|^ERR_TLS|SIGNATURE|^EPROTO$/.test(code);
}

function badTls(origin: string, code: string, cause: Error): ScrapError {
  const says = /^ERR_SSL|^EPROTO$/.test(code)
    ? `${origin} does not speak TLS (${code}). Put tailscale serve before scrap there; http:// is for this machine alone.`
    : `The certificate of ${origin} is not good (${code}). Set SCRAP_URL to the name that tailscale serve status shows there, and look at the clocks.`;
  return new ScrapError('refused', says, { reason: 'tls' }, cause);
}

function away(message: string, cause?: Error): ScrapError {
  return new ScrapError('busy', message, { reason: 'away' }, cause);
}
