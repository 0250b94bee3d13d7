import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

import type { Caller } from '../../store/index.ts';
import type { Address } from './address.ts';
import { field } from './field.ts';
import type { McpLevel } from './level.ts';

/** Who sent one request, and what it may do. */
export interface Visit {
  readonly caller: Caller;
  readonly level: McpLevel;
}

/**
 * Everything over MCP is an agent's. Its name is the label of its address, else the one that
 * clients send with every request since 2026-07-28; older ones say it once, in `initialize`,
 * which nothing here remembers. Either is a claim, not proof.
 */
export function visitOf({ label, level }: Address, body: unknown): Visit {
  const client = label ?? nameIn(body);
  const caller = { door: 'mcp', author: 'claude', source: 'mcp', here: false } as const;
  return { level, caller: client === undefined ? caller : { ...caller, client } };
}

function nameIn(body: unknown): string | undefined {
  const info = field(field(field(body, 'params'), '_meta'), CLIENT_INFO_META_KEY);
  const name = field(info, 'name');
  if (typeof name !== 'string') return undefined;
  const plain = name.slice(0, 40).replaceAll(/[^A-Za-z0-9._-]/g, '-');
  return plain === '' ? undefined : plain;
}
