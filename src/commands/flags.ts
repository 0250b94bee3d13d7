/** A flag of a command. */
export interface Flag {
  /** The field it fills, in snake_case. */
  readonly field: string;
  /** As it is typed, without its value: `--max-chars`. */
  readonly long: string;
  readonly short?: string;
  /** The name of its value in help; absent for a flag that is only there or not. */
  readonly value?: string;
  /** May be given several times. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly description: string;
}

/** Flags that every command has. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { field: 'json', long: '--json', description: 'Answer in JSON: one object, or one per line' },
  {
    field: 'store',
    long: '--store',
    value: 'file',
    description: 'The store to use (SCRAP_STORE)',
  },
  { field: 'quiet', long: '--quiet', short: '-q', description: 'Say nothing but the answer' },
  {
    field: 'as',
    long: '--as',
    value: 'author',
    choices: ['me', 'claude'],
    description: "Sign what is written as an agent's (SCRAP_AUTHOR)",
  },
];
