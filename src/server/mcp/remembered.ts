import type { IncomingMessage } from 'node:http';

import { field } from './field.ts';
import type { McpLevel } from './level.ts';

/** How many answers are kept, and how long a request may be that gets one, in characters. */
const MOST = 32;
const LONGEST_REQUEST = 2_000;

/** Answers that were given before, to requests that say the same but for their id. */
export interface Remembered {
  /** The request without what makes it one of many; undefined where its answer is not kept. */
  readonly keyOf: (
    body: unknown,
    headers: IncomingMessage['headers'],
    level: McpLevel,
  ) => string | undefined;
  /** The JSON that was answered, with the id of this request. */
  readonly recall: (key: string, id: unknown) => string | undefined;
  /** Keeps what the SDK answered with status 200: JSON of one response. */
  readonly keep: (key: string, json: string) => void;
}

/**
 * Remembers the answers to `methods`, whose results depend on the request and the program alone.
 * What the SDK checks about a request (versions, headers, `_meta`) is part of the key, so that
 * nothing is answered from here that it would have refused.
 */
export function createRemembered(methods: ReadonlySet<string>): Remembered {
  const kept = new Map<string, string>();
  return {
    keyOf(body, headers, level) {
      const method = field(body, 'method');
      if (typeof method !== 'string' || !methods.has(method)) return undefined;
      if (!isId(field(body, 'id'))) return undefined;
      const about = Object.entries(headers).filter(([name]) => /^(?:mcp-|accept$)/.test(name));
      const key = JSON.stringify([level, about, { ...(body as object), id: null }]);
      return key.length > LONGEST_REQUEST ? undefined : key;
    },
    recall(key, id) {
      const json = kept.get(key);
      return json === undefined ? undefined : `${json.slice(0, -1)},"id":${JSON.stringify(id)}}`;
    },
    keep(key, json) {
      const answer: unknown = JSON.parse(json);
      if (field(answer, 'result') === undefined) return;
      kept.set(key, JSON.stringify({ ...(answer as object), id: undefined }));
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
  };
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
