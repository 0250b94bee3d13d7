import { once } from '../once.ts';

/** No title is longer before its markup is taken away; some of the patterns below need a bound. */
const LONGEST = 1000;

/** Within a word it is a letter like any other: snake_case. */
const UNDERSCORES = once(() => /(?<!\\)(?:(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}]))/gu);

/**
 * A line of Markdown as it reads: without the marks of quotes, items, headings and emphasis, with
 * links as their labels, without HTML tags and comments. For titles, not for rendering.
 */
export function plainText(line: string): string {
  const words = line
    .slice(0, LONGEST)
    .replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[.\][ \t]+)?/u, '')
    .replace(/^#{1,6}(?:[ \t]+|$)/, '')
    .replace(/[ \t]#+[ \t]*$/, '')
    .replace(/<!--[^>]*-->|<\/?[A-Za-z][^<>]*>/g, '')
    .replace(/[ \t](?:\^[A-Za-z0-9-]+|\{[#.][^{}]*\})[ \t]*$/, '')
    .replace(/!?\[\[([^[\]]+)\]\]/g, (_, target: string) => target.split(/\\?\|/).at(-1) ?? '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?: "[^"]*")?\)/g, '$1');
  return withoutEmphasis(words)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutEmphasis(line: string): string {
  const plain = line.replace(/(?<!\\)(?:\*+|`+|~~|==)/g, '');
  if (!plain.includes('_')) return plain;
  return plain.replace(UNDERSCORES(), '');
}
