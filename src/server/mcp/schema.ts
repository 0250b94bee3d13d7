import * as z from 'zod/mini';

/** A JSON Schema of an object, as tools carry it. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Keywords that say nothing a model needs, and that some clients and model services refuse. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'propertyNames',
  'format',
]);

/** The JSON Schema of what a tool takes or gives, in the few keywords that travel everywhere. */
export function toObjectSchema(schema: z.core.$ZodType, io: 'input' | 'output'): ObjectSchema {
  const lean = leaned(z.toJSONSchema(schema, { io, target: 'draft-2020-12', reused: 'inline' }));
  return { ...lean, type: 'object' };
}

function leaned(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node)
      .filter(([keyword]) => !LEFT_OUT.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties' && isNode(value) ? eachLeaned(value) : leanedValue(value),
      ]),
  );
}

/** Names of fields are no keywords: a field may well be called `format`. */
function eachLeaned(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, leanedValue(value)]),
  );
}

function leanedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leanedValue);
  return isNode(value) ? leaned(value) : value;
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
