import type { Fields } from './cascade.ts';
import type { FieldValue } from './field-values.ts';
import { linesOf } from './lines.ts';

const PROPERTY = /^(title|alias|aliases)::[ \t]+(\S.*)$/i;
/** Any other property of the block, whatever it is for. */
const OTHER = /^[a-z][\w-]*::(?:[ \t]|$)/i;

/**
 * What the first lines of a text say as Logseq writes it for a page: `alias:: a, b` and
 * `title:: c`, in the fields that front matter would have for them. The lines stay text, in which
 * `tags:: #a, [[b]]` are a tag and a link like any other.
 */
export function propertiesOf(text: string): Fields {
  if (!OTHER.test(text.slice(0, 100))) return {};
  const fields: Record<string, FieldValue> = {};
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end).trimEnd();
    if (!OTHER.test(line)) break;
    const [, key, value = ''] = PROPERTY.exec(line) ?? [];
    if (key !== undefined) fields[key.toLowerCase()] = valueOf(key.toLowerCase(), value);
  }
  return fields;
}

function valueOf(key: string, written: string): FieldValue {
  if (key === 'title') return written;
  return written.split(',').map((name) => {
    const bare = name.trim();
    return bare.startsWith('[[') && bare.endsWith(']]') ? bare.slice(2, -2) : bare;
  });
}
