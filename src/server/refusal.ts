import type { ErrorCode } from '../store/index.ts';

/**
 * What the door itself answers, before any operation is chosen. Plain data, so that the guard
 * stays a function from a request to an answer.
 */
export interface Refusal {
  readonly status: number;
  /** `bug` is no code of the store: it is what an error without one is shown as. */
  readonly code: ErrorCode | 'bug';
  /** The finer word: `host`, `origin`, `too_large` … */
  readonly reason: string;
  /** One sentence that also says how to mend it. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers in full, then ends the connection: nothing that follows on it is to be trusted. */
export const CLOSE = { connection: 'close' } as const;

/** The path of a request target, as sent: nothing is decoded, so nothing can be disguised. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Whether a path belongs to the MCP endpoint: `/mcp` and `/mcp/<label>`, not its OAuth probes. */
export function isMcp(path: string): boolean {
  if (path.startsWith('/mcp/.well-known')) return false;
  return path === '/mcp' || path.startsWith('/mcp/');
}

/**
 * The body of a refusal: `{ error: { code, message, details: { reason } } }`; on /mcp a JSON-RPC
 * error without an id, since no message was read that one could belong to.
 */
export function refusalBody(refusal: Refusal, path: string): object {
  const { code, reason, message } = refusal;
  if (!isMcp(path)) return { error: { code, message, details: { reason } } };
  const rpc = reason === 'bad_json' ? -32700 : -32000;
  return { jsonrpc: '2.0', error: { code: rpc, message }, id: null };
}
