import type * as z from 'zod/mini';

import { invalid } from './errors.ts';
import { nearest } from './nearest.ts';
import type { InputSchema } from './operation.ts';
import { refuseOddText } from './text/decode.ts';

/**
 * Reads what a caller sent as the input of an operation, or throws `invalid` with a sentence
 * that names the field and how to mend it. Lenient where models and query strings are: `null`
 * is absent, `"5"` is 5 and 5 is the choice `"5"`, `"true"` is true and one string is a list of one. Unknown fields are
 * an error, since a field that silently vanishes is a write that silently differs.
 */
export function readInput<S extends InputSchema>(schema: S, raw: unknown): z.output<S> {
  const sent: unknown = raw ?? {};
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid('The input must be an object of named fields.');
  }
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema._zod.def.shape;
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || value === undefined) continue;
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) throw unknownField(name, Object.keys(shape));
    input[name] = coerce(kindOf(field), value);
    refuseOdd(name, input[name]);
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(sentence(issue, input), { field: String(issue?.path[0] ?? '') });
}

function unknownField(name: string, known: readonly string[]) {
  const shown = name.slice(0, 60);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
  return invalid(`There is no field "${shown}". ${hint}`, { field: shown, known });
}

/** The type under optional and default: `string`, `number`, `boolean`, `enum`, `array` … */
function kindOf(field: z.core.$ZodType): string {
  const def = field._zod.def as { type: string; innerType?: z.core.$ZodType };
  return def.innerType === undefined ? def.type : kindOf(def.innerType);
}

function coerce(kind: string, value: unknown): unknown {
  if (kind === 'array' && typeof value === 'string') return [value];
  if (kind === 'enum' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  if (kind === 'number' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function refuseOdd(name: string, value: unknown): void {
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text === 'string') refuseOddText(text, name);
  }
}

/** Words an issue; zod/mini itself only says that something is invalid. */
function sentence(
  issue: z.core.$ZodIssue | undefined,
  input: Readonly<Record<string, unknown>>,
): string {
  if (issue === undefined) return 'The input is not valid.';
  const name = String(issue.path[0] ?? 'input');
  const shown = `"${name}"`;
  switch (issue.code) {
    case 'invalid_type':
      if (input[name] === undefined) return `${shown} is missing.`;
      return `${shown} must be ${typeInWords(issue.expected)}.`;
    case 'invalid_value':
      return `${shown} must be one of ${issue.values.join(', ')}.`;
    case 'too_big':
    case 'too_small':
      return `${shown} ${bound(issue)}.`;
    default:
      return `${shown} is not valid.`;
  }
}

function typeInWords(expected: string): string {
  if (expected === 'int' || expected === 'number') return 'a whole number';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'array') return 'a list of texts';
  return 'a text';
}

function bound(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const most = issue.code === 'too_big';
  const limit = String(most ? issue.maximum : issue.minimum);
  if (issue.origin === 'string') return `may have at most ${limit} characters`;
  if (issue.origin === 'array') return `may have at most ${limit} entries`;
  return most ? `may be at most ${limit}` : `must be at least ${limit}`;
}
