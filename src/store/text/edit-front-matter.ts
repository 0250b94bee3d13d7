import { splitFrontMatter } from './fence.ts';
import { lineFrom, linesOf } from './lines.ts';

/** What a front matter key is to say; null takes the key out. */
export type FieldChange = string | number | readonly string[] | null;

/**
 * The text with some keys of its front matter set: one that is there has its own lines replaced,
 * a new one comes last, and every other byte stays. A text without front matter gets a block in
 * front, unless nothing is to be set. Values are quoted only where YAML would not read them back
 * as they are; line ends are those of the block.
 */
export function setFrontMatterLines(
  text: string,
  changes: Readonly<Record<string, FieldChange>>,
): string {
  const split = splitFrontMatter(text);
  const eol = lineEnd(text);
  let block = 'block' in split ? split.block : '';
  for (const [key, value] of Object.entries(changes)) block = setKey(block, key, value, eol);
  if ('block' in split) {
    const start = lineFrom(text, 0).next;
    return text.slice(0, start) + block + text.slice(start + split.block.length);
  }
  return block === '' ? text : `---${eol}${block}---${eol}${text}`;
}

function lineEnd(text: string): string {
  const { end, next } = lineFrom(text, 0);
  return next > end ? text.slice(end, next) : '\n';
}

function setKey(block: string, key: string, value: FieldChange, eol: string): string {
  const found = entryOf(block, key);
  const written = value === null ? '' : entry(key, value, found, eol);
  if (found === undefined) return block + written;
  return block.slice(0, found.start) + written + block.slice(found.end);
}

/** The lines of a key in a block: its own, and those below that belong to its value. */
interface Entry {
  readonly start: number;
  readonly end: number;
  /** The key as it is written there, perhaps quoted. */
  readonly key: string;
  /** What stands before each value of a list with one value a line. */
  readonly bullet?: string;
  /** The comment behind a value of one line, with the blanks before it; `''` without one. */
  readonly comment: string;
}

function entryOf(block: string, key: string): Entry | undefined {
  let found: Entry | undefined;
  let closing: string | undefined;
  for (const line of linesOf(block)) {
    const words = block.slice(line.start, line.end);
    if (found === undefined) {
      const written = keyOf(words);
      if (written === undefined || unquoted(written) !== key.toLowerCase()) continue;
      const value = words.slice(words.indexOf(':', written.length) + 1);
      found = { start: line.start, end: line.next, key: written, comment: commentIn(value) };
      closing = closingOf(value);
      continue;
    }
    if (closing === undefined && endsValue(words)) break;
    // blank lines and comments belong to the key only if more of its value follows them
    if (words.trim() === '' || words.startsWith('#')) continue;
    const bullet = found.bullet ?? /^[ \t]*-[ \t]+/.exec(words)?.[0];
    const rest = bullet === undefined ? { comment: '' } : { bullet };
    found = { ...found, end: line.next, ...rest };
    if (closing !== undefined && words.trimEnd().endsWith(closing)) closing = undefined;
  }
  return found;
}

/** Whether a line is the next key: not indented, no item of a list, neither blank nor a comment. */
function endsValue(words: string): boolean {
  return /^[^\s#-]/.test(words) || /^-[^ \t]/.test(words);
}

function keyOf(words: string): string | undefined {
  return /^(?:"[^"]*"|'[^']*'|[^\s"'#:[\]{},&*!|>%@`-][^:]*?)(?=[ \t]*:(?:[ \t]|$))/.exec(
    words,
  )?.[0];
}

/** Keys are compared without case, as when they are read. */
function unquoted(key: string): string {
  return (/^["']/.test(key) ? key.slice(1, -1) : key).toLowerCase();
}

/** What a value still needs that is begun on a key's line and not ended there. */
function closingOf(value: string): string | undefined {
  const words = value.trim();
  const closing = { '[': ']', '{': '}', '"': '"', "'": "'" }[words.charAt(0)];
  if (closing === undefined || (words.length > 1 && words.endsWith(closing))) return undefined;
  return words.includes(closing, 1) ? undefined : closing;
}

/** The comment at the end of a key's line; none where it cannot be told from the value. */
function commentIn(value: string): string {
  const begin = value.length - value.trimStart().length;
  const closing = { '[': ']', '{': '}', '"': '"', "'": "'" }[value.charAt(begin)];
  const from = closing === undefined ? 0 : value.lastIndexOf(closing) + 1;
  const at = value.slice(from).search(/[ \t]#/);
  if (at === -1 || (closing !== undefined && value.slice(from, from + at).trim() !== '')) return '';
  return value.slice(value.slice(0, from + at).trimEnd().length);
}

function entry(
  key: string,
  value: string | number | readonly string[],
  found: Entry | undefined,
  eol: string,
): string {
  const name = found?.key ?? scalar(key, false);
  const { bullet, comment = '' } = found ?? {};
  const end = `${comment}${eol}`;
  if (typeof value === 'number') return `${name}: ${value}${end}`;
  if (typeof value === 'string') return `${name}: ${scalar(value, false)}${end}`;
  if (bullet === undefined || value.length === 0) {
    return `${name}: [${value.map((one) => scalar(one, true)).join(', ')}]${end}`;
  }
  return `${name}:${end}${value.map((one) => `${bullet}${scalar(one, false)}${eol}`).join('')}`;
}

/** Text as YAML: bare where it reads back as it is, else in double quotes. */
function scalar(text: string, isInList: boolean): string {
  const isBare =
    text !== '' &&
    text === text.trim() &&
    !/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\uFEFF\uFFFE\uFFFF]/u.test(text) &&
    !/^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$))/.test(text) &&
    !/:(?:\s|$)|\s#/.test(text) &&
    !/^(?:~|null|Null|NULL|\.\.\.|<<|=)$/.test(text) &&
    !(isInList && /[,[\]{}]/.test(text));
  return isBare ? text : quoted(text);
}

/** JSON is YAML, but for the characters YAML calls not printable, which it wants escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
