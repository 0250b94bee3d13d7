import type { Effect } from '../../store/index.ts';

/** How much agents may do, from nothing to everything that agents may do at all. */
export const MCP_LEVELS = ['off', 'read', 'add', 'edit'] as const;

export type McpLevel = (typeof MCP_LEVELS)[number];

const NEEDED: Readonly<Record<Effect, McpLevel>> = { reads: 'read', adds: 'add', edits: 'edit' };

/** Whether what an operation does is within a level. */
export function allows(level: McpLevel, effect: Effect): boolean {
  return rank(level) >= rank(NEEDED[effect]);
}

/** The lower of two levels: nothing that is asked for raises what the server was started with. */
export function lower(one: McpLevel, other: McpLevel): McpLevel {
  return rank(one) < rank(other) ? one : other;
}

function rank(level: McpLevel): number {
  return MCP_LEVELS.indexOf(level);
}
