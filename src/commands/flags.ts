import * as z from 'zod/mini';

import type { AnyOperation } from '../store/index.ts';

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

/**
 * The flags of an operation, one per field that neither words nor the command fill: `max_chars`
 * is `--max-chars`, a list such as `tags` is `--tag`, given once per entry.
 */
export function flagsOf(operation: AnyOperation, filled: readonly string[]): Flag[] {
  const { properties = {} } = z.toJSONSchema(operation.input(), { io: 'input' });
  const flags: Flag[] = [];
  for (const [field, schema] of Object.entries(properties)) {
    if (typeof schema !== 'object' || filled.includes(field)) continue;
    const many = schema.type === 'array';
    const name = (many ? field.replace(/s$/, '') : field).replaceAll('_', '-');
    const choices = schema.enum?.map(String);
    flags.push({
      field,
      long: `--${name}`,
      description: schema.description ?? '',
      ...(schema.type === 'boolean' ? {} : { value: valueName(name, schema.type === 'integer') }),
      ...(many ? { many } : {}),
      ...(choices === undefined ? {} : { choices }),
    });
  }
  return flags;
}

function valueName(name: string, isNumber: boolean): string {
  if (isNumber) return 'n';
  return name === 'due' ? 'day' : name;
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
