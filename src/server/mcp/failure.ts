import {
  type CallToolResult,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';

import { type ErrorCode, ScrapError } from '../../store/index.ts';
import { FAULT, type Log } from '../status.ts';

interface Column {
  /** What a model is told to do besides what the message says. */
  readonly advice: string;
  /** The JSON-RPC code where there is no result that could carry the failure: resources. */
  readonly rpc: typeof INVALID_PARAMS | typeof INTERNAL_ERROR;
}

const FOR_THE_OWNER = 'Tell the owner; another try will not help.';

/** The MCP column of the table of errors. */
const FAILURES: Readonly<Record<ErrorCode, Column>> = {
  invalid: { advice: '', rpc: INVALID_PARAMS },
  not_found: { advice: '', rpc: INVALID_PARAMS },
  conflict: { advice: '', rpc: INVALID_PARAMS },
  refused: { advice: '', rpc: INVALID_PARAMS },
  busy: { advice: 'Wait a second, then try again.', rpc: INTERNAL_ERROR },
  unreadable: { advice: FOR_THE_OWNER, rpc: INTERNAL_ERROR },
  disk: { advice: FOR_THE_OWNER, rpc: INTERNAL_ERROR },
};

/**
 * What a tool answers when it failed: a sentence by which a model can mend its call. Text alone,
 * since clients check a `structuredContent` against the tool's schema even here.
 */
export function toolFailure(error: unknown, log: Log): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: sentence(error, log) }] };
}

/** What everything else answers when it failed: a protocol error, which a client shows. */
export function protocolFailure(error: unknown, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const message = sentence(error, log);
  if (!(error instanceof ScrapError)) return new ProtocolError(INTERNAL_ERROR, message);
  return new ProtocolError(FAILURES[error.code].rpc, message, {
    reason: error.code,
    ...error.details,
  });
}

/**
 * What reading `uri` answers when it failed. Nothing but `uri` in `data` says that there is no
 * such page: that is how clients of 2026-07-28 tell it from the other invalid parameters.
 */
export function resourceFailure(error: unknown, uri: string, log: Log): ProtocolError {
  const { code, message, data } = protocolFailure(error, log);
  if (error instanceof ScrapError && error.code === 'not_found') {
    return new ResourceNotFoundError(uri, message);
  }
  return new ProtocolError(code, message, { uri, ...(typeof data === 'object' ? data : {}) });
}

function sentence(error: unknown, log: Log): string {
  if (error instanceof ScrapError) {
    const { advice } = FAILURES[error.code];
    return advice === '' ? error.message : `${error.message} ${advice}`;
  }
  log('A request over MCP failed by a fault in scrap.', error);
  return FAULT.message;
}
