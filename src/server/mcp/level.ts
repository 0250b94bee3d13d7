import type { Effect } from '../../store/index.ts';

/** How much agents may do here, at most; without any level there is no /mcp. */
export type McpLevel = 'read' | 'add' | 'edit';

const LEVELS: readonly McpLevel[] = ['read', 'add', 'edit'];

const NEEDED: Readonly<Record<Effect, McpLevel>> = { reads: 'read', adds: 'add', edits: 'edit' };

/** The level of that name. */
export function levelNamed(name: string): McpLevel | undefined {
  return LEVELS.find((level) => level === name);
}

/** Whether what an operation does is within a level. */
export function allows(level: McpLevel, effect: Effect): boolean {
  return rank(level) >= rank(NEEDED[effect]);
}

/** The lower of two levels: nothing that is asked for raises what the server was started with. */
export function lower(one: McpLevel, other: McpLevel): McpLevel {
  return rank(one) < rank(other) ? one : other;
}

function rank(level: McpLevel): number {
  return LEVELS.indexOf(level);
}
