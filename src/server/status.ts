import { type ErrorCode, ScrapError } from '../store/index.ts';
import { CLOSE, type Refusal, refusalBody } from './refusal.ts';

/** Where the server writes what its owner should know: never bodies, queries or titles. */
export type Log = (line: string, cause?: unknown) => void;

/** What each error is over HTTP. */
export const STATUS: Readonly<Record<ErrorCode, 400 | 403 | 404 | 409 | 500 | 503 | 507>> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  refused: 403,
  busy: 503,
  unreadable: 500,
  disk: 507,
};

/** The answer to a bug in scrap: always the same sentence, whatever was thrown. */
export const FAULT: Refusal = {
  status: 500,
  code: 'bug',
  reason: 'fault',
  message: 'scrap failed at this by a fault of its own. What scrap serve printed says where.',
  headers: CLOSE,
};

/** An error as HTTP answers it. */
export interface Reply {
  readonly status: (typeof STATUS)[ErrorCode];
  readonly headers: Readonly<Record<string, string>>;
  /** `{ error: { code, message, details? } }` */
  readonly body: object;
}

/** Translates whatever an operation threw; the cause of a bug goes to the log, not to the caller. */
export function reply(error: unknown, log: Log): Reply {
  if (error instanceof ScrapError) {
    const headers = error.code === 'busy' ? { 'retry-after': '1' } : {};
    return { status: STATUS[error.code], headers, body: { error: error.toJSON() } };
  }
  log('A request failed by a fault in scrap.', error);
  return { status: 500, headers: {}, body: refusalBody(FAULT, '/api') };
}
