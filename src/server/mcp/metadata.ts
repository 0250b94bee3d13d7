import { invalid } from '../../store/index.ts';
import { MOST, tokensOf } from './budget.ts';

/** What the frame around the entries takes at most, in tokens. */
const FRAME = 250;

/** A part of the metadata export: a whole JSON document of its own, and where the next begins. */
export interface MetadataPart {
  readonly json: string;
  readonly next: string | undefined;
}

/**
 * As many entries of the metadata export as fit into a reply, from `cursor` on. `pieces` is the
 * export as it is written, `{"version":1,"files":{…}}`; no more of it is read than is needed.
 */
export async function metadataPart(
  pieces: AsyncIterable<string>,
  cursor: string | undefined,
): Promise<MetadataPart> {
  const taken: string[] = [];
  let after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  let size = FRAME;
  let last = '';
  for await (const raw of entriesOf(pieces)) {
    const key = keyOf(raw);
    if (after !== undefined) {
      if (key === after) after = undefined;
      continue;
    }
    const entry = tokensOf(raw) > MOST - FRAME ? inShort(raw) : raw;
    size += tokensOf(entry);
    if (size > MOST && taken.length > 0) return partOf(taken, last);
    taken.push(entry);
    last = key;
  }
  if (after !== undefined) {
    throw invalid('This cursor leads nowhere: its page is gone. Begin again without a cursor.');
  }
  return partOf(taken, undefined);
}

function partOf(entries: readonly string[], last: string | undefined): MetadataPart {
  const next = last === undefined ? undefined : Buffer.from(last).toString('base64url');
  const more = next === undefined ? '' : `,"next_cursor":${JSON.stringify(next)}`;
  return { json: `{"version":1,"files":{${entries.join(',')}}${more}}`, next };
}

/** The entries of `files`, each as the text `"path":{…}`, in the order in which they come. */
export async function* entriesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let depth = 0;
  let quoted = false;
  let escaped = false;
  let entry = '';
  for await (const piece of pieces) {
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const char = piece[at];
      if (quoted) {
        quoted = escaped || char !== '"';
        escaped = !escaped && char === '\\';
      } else if (char === '"') quoted = true;
      else if (char === '{' || char === '[') {
        depth += 1;
        if (depth === 2) start = at + 1;
      } else if (char === '}' || char === ']' || (char === ',' && depth === 2)) {
        if (char !== ',') depth -= 1;
        if (depth === 1 || char === ',') {
          entry = (entry + piece.slice(start, at)).trim();
          if (entry !== '') yield entry;
          entry = '';
          start = at + 1;
        }
      }
    }
    if (depth >= 2) entry += piece.slice(start);
  }
}

function keyOf(entry: string): string {
  const [key = ''] = Object.keys(parsed(entry));
  return key;
}

/** A page whose front matter alone would fill a reply keeps what it is found by. */
function inShort(entry: string): string {
  const [[key, value] = []] = Object.entries(parsed(entry));
  const { title, filePath, url } = { ...(value as Readonly<Record<string, unknown>>) };
  const left = {
    title: String(title).slice(0, 500),
    filePath,
    url,
    meta: {},
    links: [],
    cut: true,
  };
  return `${JSON.stringify(key)}:${JSON.stringify(left)}`;
}

function parsed(entry: string): Record<string, unknown> {
  return JSON.parse(`{${entry}}`) as Record<string, unknown>;
}
