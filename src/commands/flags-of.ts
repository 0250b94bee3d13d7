import * as z from 'zod/mini';

import type { AnyOperation } from '../store/index.ts';
import type { Flag } from './flags.ts';

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
  return ['due', 'scheduled', 'start'].includes(name) ? 'day' : name;
}
