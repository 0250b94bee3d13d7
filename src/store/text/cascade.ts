import type { FieldValue } from './field-values.ts';

export type Fields = Readonly<Record<string, FieldValue>>;

/**
 * What a page has of the fields above it and its own, as Emanote has it (its guide, YAML
 * configuration): maps are joined key by key, lists come one after the other, each entry once, and
 * of all else what is nearer to the page counts.
 */
export function cascade(above: Fields, own: Fields): Fields {
  const joined: Record<string, FieldValue> = Object.create(null);
  Object.assign(joined, above);
  for (const [key, value] of Object.entries(own)) {
    const before = joined[key];
    joined[key] = before === undefined ? value : joinedValue(before, value);
  }
  return joined;
}

function joinedValue(above: FieldValue, own: FieldValue): FieldValue {
  if (isList(above) && isList(own)) {
    const entries = [...above, ...own].map((entry) => [JSON.stringify(entry), entry] as const);
    return [...new Map(entries).values()];
  }
  return isMap(above) && isMap(own) ? cascade(above, own) : own;
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function isMap(value: FieldValue): value is Fields {
  return typeof value === 'object' && value !== null && !isList(value);
}
