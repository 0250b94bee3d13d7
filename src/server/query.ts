import { invalid } from '../store/index.ts';

/**
 * The fields in a URL's query: a name that comes again makes a list. Strict where
 * URLSearchParams would put U+FFFD, so that what is searched for is what was sent. Throws
 * `invalid` for bytes that are not UTF-8.
 */
export function queryFields(target: string): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  const start = target.indexOf('?');
  const pairs = start === -1 ? [] : target.slice(start + 1).split('&');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const values = fields.get(name) ?? [];
    values.push(equals === -1 ? '' : decode(pair.slice(equals + 1)));
    fields.set(name, values);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('The query is not UTF-8. Encode it as encodeURIComponent does.', {
      reason: 'bad_query',
    });
  }
}
