import type { Fields } from './cascade.ts';
import type { FieldValue } from './field-values.ts';
import { linesOf } from './lines.ts';
import { isTag, trimSlashes } from './tag.ts';

const PROPERTY = /^(title|alias|aliases|tags)::[ \t]+(\S.*)$/i;
/** Any other property of the block, whatever it is for. */
const OTHER = /^[a-z][\w-]*::(?:[ \t]|$)/i;

/**
 * What the first lines of a text say as Logseq writes it for a page: `alias:: a, b`,
 * `tags:: [[a]], #b` and `title:: c`, in the fields that front matter would have for them. The
 * lines stay text.
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
  const names = written.split(',').map((name) => {
    const bare = name.trim().replace(/^#/, '');
    return bare.startsWith('[[') && bare.endsWith(']]') ? bare.slice(2, -2) : bare;
  });
  // `tags:: [[Two words]]` is a link to a page, and no tag
  return key === 'tags' ? names.filter((name) => isTag(trimSlashes(name))) : names;
}
