/**
 * What kind of failure it was. Each door translates the code in one table of its own
 * (`commands/exit.ts`, `server/status.ts`, `server/mcp/failure.ts`); a code added here does
 * not compile until all three have decided.
 */
export type ErrorCode =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'refused'
  | 'busy'
  | 'unreadable'
  | 'disk';

/** What else is known about a failure: `reason` is the finer word, the rest is per error. */
export type ErrorDetails = Readonly<Record<string, unknown>> & { readonly reason?: string };

/**
 * The only error scrap raises on purpose. `message` is one sentence for a person, which also
 * says how to mend it; it never holds page text. Anything else that is thrown is a bug.
 */
export class ScrapError extends Error {
  override readonly name = 'ScrapError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  /** The shape every door prints: `{ code, message, details? }`. */
  toJSON(): { code: ErrorCode; message: string; details?: ErrorDetails } {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

/** The error for input that is not as it should be; `reason` is `bad_input` unless said. */
export function invalid(message: string, details?: ErrorDetails): ScrapError {
  return new ScrapError('invalid', message, { reason: 'bad_input', ...details });
}
