/**
 * `[[a]]`, `![[a]]`, or `[label](a.md)` with or without `!`, whose address is relative. `child` is
 * `[[a]]#`, by which a page says that `a` is below it, and `parent` is `#[[a]]`, that it is above:
 * the folgezettel links of Emanote (docs/guide/folgezettel.md there).
 */
export type LinkKind = 'wiki' | 'embed' | 'child' | 'parent' | 'markdown';

/** What a text points at, as it stands there; where that leads is decided elsewhere. */
export interface Link {
  /** From 1, in the whole text. */
  readonly line: number;
  readonly kind: LinkKind;
  /**
   * Without anchor, trimmed, percent-decoded where it was an address; `''` for a link within
   * its page. `target + '#' + anchor` is what was written: in `[[C# notes]]` it is the name.
   */
  readonly target: string;
  /** What follows the first `#`, as written: `heading`, `^block`, `heading^block`. */
  readonly anchor?: string;
  readonly label?: string;
}

/** A link, or an address that is none (`https:`), and its stretch of the text. */
export interface LinkPlace {
  readonly start: number;
  readonly end: number;
  readonly link?: Omit<Link, 'line'>;
}

const BRACKET_OR_GAP = /[[\]]|\n[ \t>]*(?=[\r\n])/g;
const WIKI = /\[\[([^[\]\r\n]+)\]\]/y;
/** A `#` with which the link before it ends, and not one that a tag begins with. */
const HASH_AFTER = /#(?=[\s.,;:!?()'"|*_]|$)/y;
const BEFORE_HASH = /[\s([{,;:.!?'"*_>|-]/;
/** `[^1]: …` is a footnote. */
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]\r\n]+)\]:[ \t]+(?=\S)/gm;
const TITLE_AND_END = /(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y;

/**
 * Every link of a text, in order. `masked` is the text as prose.ts gives it, and says where links
 * may be; what they say is taken from the text.
 */
export function findLinks(text: string, masked: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  if (!masked.includes('[')) return places;
  const openings: number[] = [];
  BRACKET_OR_GAP.lastIndex = 0;
  for (
    let found = BRACKET_OR_GAP.exec(masked);
    found !== null;
    found = BRACKET_OR_GAP.exec(masked)
  ) {
    const at = found.index;
    if (found[0] === '[') {
      const wiki = wikiAt(text, masked, at);
      if (wiki === undefined) openings.push(at);
      else {
        places.push(wiki);
        BRACKET_OR_GAP.lastIndex = wiki.end;
      }
    } else if (found[0] === ']') {
      const opening = openings.pop();
      if (opening === undefined || masked[at + 1] !== '(') continue;
      const place = markdownAt(text, masked, opening, at);
      if (place === undefined) continue;
      places.push(place);
      BRACKET_OR_GAP.lastIndex = place.end;
    } else openings.length = 0; // a label does not run over a blank line
  }
  return places
    .concat(definitions(text, masked, places))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function wikiAt(text: string, masked: string, at: number): LinkPlace | undefined {
  WIKI.lastIndex = at;
  if (!WIKI.test(masked)) return undefined;
  const end = WIKI.lastIndex;
  const [written = '', ...rest] = text.slice(at + 2, end - 2).split('|');
  // in a table the bar is written `\|`
  const address = (rest.length > 0 ? written.replace(/\\$/, '') : written).trim();
  const label = rest.join('|').trim();
  const kind = wikiKind(masked, at, end);
  const start = kind === 'embed' ? at - 1 : at;
  if (address === '') return { start, end };
  return {
    start,
    end,
    link: {
      kind,
      ...parts(address),
      ...(label === '' ? {} : { label }),
    },
  };
}

/** The kind of the wikilink between `at` and `end`, by what stands around it. */
function wikiKind(masked: string, at: number, end: number): LinkKind {
  const before = masked[at - 1];
  if (before === '!') return 'embed';
  HASH_AFTER.lastIndex = end;
  if (HASH_AFTER.test(masked)) return 'child';
  return before === '#' && (at === 1 || BEFORE_HASH.test(masked[at - 2] ?? '')) ? 'parent' : 'wiki';
}

/** The link whose label stands between the brackets at `opening` and `closing`. */
function markdownAt(
  text: string,
  masked: string,
  opening: number,
  closing: number,
): LinkPlace | undefined {
  // Logseq and Dendron write a wikilink for an address: the wikilink is the link
  const address = masked.startsWith('[[', closing + 2) ? undefined : addressAt(masked, closing + 2);
  if (address === undefined) return undefined;
  TITLE_AND_END.lastIndex = address.past;
  if (!TITLE_AND_END.test(masked)) return undefined;
  const start = masked[opening - 1] === '!' ? opening - 1 : opening;
  const written = text.slice(address.start, address.end);
  return place(start, TITLE_AND_END.lastIndex, written, text.slice(opening + 1, closing).trim());
}

/** Where the address that begins at `at` ends; in angle brackets it may hold blanks. */
function addressAt(
  masked: string,
  at: number,
): { start: number; end: number; past: number } | undefined {
  let start = at;
  while (masked[start] === ' ' || masked[start] === '\t') start += 1;
  if (masked[start] === '<') {
    let end = start + 1;
    while (end < masked.length && !/[<>\r\n]/.test(masked[end] ?? '')) end += 1;
    return masked[end] === '>' ? { start: start + 1, end, past: end + 1 } : undefined;
  }
  let open = 0;
  const stops = /\s|[()]|\]\(/g;
  stops.lastIndex = start;
  for (let stop = stops.exec(masked); stop !== null; stop = stops.exec(masked)) {
    // the next link begins before this one has ended
    if (stop[0] === '](') return undefined;
    if (stop[0] === '(') open += 1;
    else if (stop[0] === ')') open -= 1;
    if (open < 0 || stop[0].trim() === '') return { start, end: stop.index, past: stop.index };
  }
  return { start, end: masked.length, past: masked.length };
}

/** `[label]: address` lines, except those an editor wrote to spell out a `[[label]]`. */
function definitions(text: string, masked: string, places: readonly LinkPlace[]): LinkPlace[] {
  if (!masked.includes(']:')) return [];
  const found = [...masked.matchAll(DEFINITION)];
  const spelledOut = new Set(places.map(({ link }) => link?.target));
  return found.flatMap(({ 0: before, 1: label = '', index }) => {
    const start = index + before.length;
    const address = addressAt(masked, start);
    if (address === undefined) return [];
    const isExtra = label.startsWith('//') || spelledOut.has(label);
    const written = text.slice(address.start, address.end);
    return [
      isExtra ? { start: index, end: address.past } : place(index, address.past, written, label),
    ];
  });
}

function place(start: number, end: number, written: string, label: string): LinkPlace {
  const isElsewhere = /^[a-z][a-z0-9+.-]+:/i.test(written) || written.startsWith('//');
  if (isElsewhere || written === '' || written === '#') return { start, end };
  const { target, anchor } = parts(written.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
  return {
    start,
    end,
    link: {
      kind: 'markdown',
      target: decoded(target),
      ...(anchor === undefined ? {} : { anchor: decoded(anchor) }),
      ...(label === '' ? {} : { label }),
    },
  };
}

function parts(address: string): { target: string; anchor?: string } {
  const hash = address.indexOf('#');
  if (hash === -1) return { target: address };
  return { target: address.slice(0, hash).trim(), anchor: address.slice(hash + 1) };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
