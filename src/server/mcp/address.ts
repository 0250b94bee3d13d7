import { pathOf } from '../refusal.ts';
import { levelNamed, lower, type McpLevel } from './level.ts';

/** What the address says that a client was given: `/mcp/<label>?allow=read`. */
export interface Address {
  readonly label: string | undefined;
  readonly level: McpLevel;
}

/** Why an address is none, with the HTTP status to answer. */
export interface WrongAddress {
  readonly status: 400 | 404;
  readonly message: string;
}

const PATH = /^\/mcp(?:\/([A-Za-z0-9._-]{1,40}))?\/?$/;

/**
 * Reads the target of a request. A slash at the end changes nothing. Whatever is misspelled is
 * refused rather than overlooked, since an overlooked `allow` would leave an agent more than its
 * owner meant it to have.
 */
export function addressOf(target: string, most: McpLevel): Address | WrongAddress {
  const path = PATH.exec(pathOf(target));
  if (path === null) {
    return {
      status: 404,
      message:
        'The endpoint is /mcp, or /mcp/<label> with a label of at most 40 letters, digits, ".", "_" and "-".',
    };
  }
  const level = levelIn(target.slice(pathOf(target).length), most);
  if (level === undefined) {
    return {
      status: 400,
      message:
        'After the question mark stands allow=read, allow=add or allow=edit, once, or nothing.',
    };
  }
  return { label: path[1], level };
}

function levelIn(query: string, most: McpLevel): McpLevel | undefined {
  if (query === '' || query === '?') return most;
  const level = levelNamed(/^\?allow=([a-z]+)$/.exec(query)?.[1] ?? '');
  return level === undefined ? undefined : lower(level, most);
}
