import { LIMITS } from '../pages/words.ts';
import { BLANKS } from './blanks.ts';

/** What a title can be made of, each as far as it is known. */
export interface TitleSources {
  /** Said by the caller. */
  readonly given?: string | undefined;
  /** `title:` of the front matter. */
  readonly frontMatter?: string | undefined;
  /** The first level-one heading, without markup. */
  readonly heading?: string | undefined;
  /** What stands where a link page leads. */
  readonly fetched?: string | undefined;
  /** Where an imported page came from, with `/` between folders. */
  readonly path?: string | undefined;
  /** The first line with something on it, without markup. */
  readonly firstLine?: string | undefined;
  /** When the page was made, RFC 3339 in the zone it should be shown in. */
  readonly at: string;
}

const LONGEST_FIRST_LINE = 80;

/**
 * A page's title, never empty, at most 300 characters on one line: what was given, front matter,
 * first heading, what was fetched; then the file's name where the page has a path, else the first line cut at a
 * word, else the day and time.
 */
export function titleOf(sources: TitleSources): string {
  const { given, frontMatter, heading, fetched, path, firstLine, at } = sources;
  const fallback =
    path === undefined ? cutAtWord(cleanName(firstLine), LONGEST_FIRST_LINE) : nameOf(path);
  for (const candidate of [given, frontMatter, heading, fetched, fallback]) {
    const title = cleanName(candidate);
    if (title !== '') return title;
  }
  return at.slice(0, 16).replace('T', ' ');
}

/** A name on one line, at most 300 characters, without control, bidirectional and invisible tag characters. */
export function cleanName(title: string | undefined): string {
  if (title === undefined) return '';
  const line = title
    .slice(0, 4 * LIMITS.title)
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\uD800-\uDFFF]/gu, '')
    .replace(BLANKS, ' ')
    .trim();
  return cutAtWord(line, LIMITS.title);
}

function cutAtWord(line: string, longest: number): string {
  if (line.length <= longest) return line;
  const space = line.lastIndexOf(' ', longest - 1);
  if (space > longest / 2) return `${line.slice(0, space).trimEnd()}…`;
  const short = line.slice(0, longest - 1);
  return `${/[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short}…`;
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.(?:md|markdown|org)$/i, '').normalize('NFC');
}
