import type { Caller } from '../../src/store/index.ts';

/** An agent that came over MCP under a label, or under none. */
export function agent(client?: string): Caller {
  return {
    door: 'mcp',
    author: 'claude',
    source: 'mcp',
    here: false,
    ...(client === undefined ? {} : { client }),
  };
}

/** The owner in the app. */
export const APP: Caller = { door: 'http', author: 'me', source: 'pwa', here: false };
