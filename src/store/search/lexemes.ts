import { once } from '../once.ts';
import { operatorNamed } from './operators.ts';
import type { Place } from './tree.ts';

/** A piece of a query. `or`, `and` and `not` may still turn out to be words (parse.ts). */
export type Lexeme = Place &
  (
    | { readonly type: 'close' | 'or' | 'and' | 'not' }
    /** `name:(` begins a group each part of which is meant with the name. */
    | { readonly type: 'open'; readonly name?: string }
    | {
        readonly type: 'phrase';
        readonly text: string;
        readonly sign: Sign;
        readonly star: boolean;
        readonly closed: boolean;
      }
    | { readonly type: 'word'; readonly text: string }
    | {
        readonly type: 'named';
        readonly name: string;
        /** Without the quotes around it; what stands before them is kept. */
        readonly value: string;
        readonly quoted: boolean;
        readonly closed: boolean;
      }
    /** `[key]` or `[key:value]`, without the brackets. */
    | { readonly type: 'field'; readonly text: string }
  );

/** `="just this"` and `~"inside of it"`. */
export type Sign = '' | '=' | '~';

/** Telephones write curly quotes; all of them open and close alike. */
export const QUOTE = /["“”„]/;
const SPACE = /\s/;
const NAME = /^[a-z_]{1,20}$/i;
/** A sign right before what it is about; `~/notes` and `=>` are text. */
const SIGN = once(() => /^[=~](?=["“”„\p{L}\p{M}\p{N}])/u);
/** The name of a field and what may follow it: `[x]` and `[[page]]` are no fields. */
const FIELD = once(() => /^\s*[\p{L}\p{N}_][\p{L}\p{M}\p{N}_. -]+(?::|$)/u);

const JOINERS: ReadonlyMap<string, 'or' | 'and' | 'not'> = new Map([
  ['OR', 'or'],
  ['|', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
]);

/** Whether a word stands for AND, OR or NOT. */
export function isJoiner(word: string): boolean {
  return JOINERS.has(word);
}

/**
 * Cuts a query into its pieces, in one pass and without ever failing: a quote that nothing closes
 * ends with the query, and parentheses inside a word (`print(x)`) belong to it.
 */
export function lexemes(query: string): Lexeme[] {
  const found: Lexeme[] = [];
  let open = 0;
  let at = 0;
  while (at < query.length) {
    const character = query.charAt(at);
    if (SPACE.test(character)) {
      at += 1;
      continue;
    }
    const lexeme = lexemeAt(query, at, open > 0, found.at(-1));
    if (lexeme.type === 'open') open += 1;
    if (lexeme.type === 'close') open = Math.max(0, open - 1);
    found.push(lexeme);
    at = lexeme.end;
  }
  return found;
}

function lexemeAt(query: string, at: number, inGroup: boolean, before: Lexeme | undefined): Lexeme {
  const character = query.charAt(at);
  if (character === '(') return { type: 'open', at, end: at + 1 };
  if (character === ')') return { type: 'close', at, end: at + 1 };
  const { sign } = signed(query.slice(at, at + 3));
  if (QUOTE.test(query.charAt(at + sign.length))) {
    const { text, end, closed } = quotedFrom(query, at + sign.length);
    const stars = starsAt(query, end);
    return { type: 'phrase', text, sign, star: stars > 0, closed, at, end: end + stars };
  }
  const field = character === '[' ? fieldFrom(query, at) : undefined;
  if (field !== undefined) return field;
  const isMinus = before?.type === 'not' && before.end === at && query.charAt(at - 1) === '-';
  if (character === '-' && !isMinus && /[^\s)-]/.test(query.charAt(at + 1))) {
    return { type: 'not', at, end: at + 1 };
  }
  const word = wordFrom(query, at, inGroup);
  const operator = isMinus || word.type !== 'word' ? undefined : JOINERS.get(word.text);
  return operator === undefined ? word : { type: operator, at, end: word.end };
}

/** What is written, and the sign that stands before it. */
export function signed(written: string): { sign: Sign; text: string } {
  const first = written.startsWith('=') ? '=' : written.startsWith('~') ? '~' : '';
  const sign = first !== '' && SIGN().test(written) ? first : '';
  return { sign, text: written.slice(sign.length) };
}

/** Whether a field can be written in brackets. */
export function isField(text: string): boolean {
  return !/[[\]]/.test(text) && FIELD().test(text);
}

/** A field, if the bracket at `at` is closed and what follows it is no part of the same word. */
function fieldFrom(query: string, at: number): Lexeme | undefined {
  let end = at + 1;
  while (end < query.length && !/[[\]]/.test(query.charAt(end))) end += 1;
  const text = query.slice(at + 1, end);
  const isClosed = query.charAt(end) === ']' && /^[\s)]?$/.test(query.charAt(end + 1));
  return isClosed && isField(text) ? { type: 'field', text, at, end: end + 1 } : undefined;
}

function wordFrom(
  query: string,
  at: number,
  inGroup: boolean,
): Lexeme & { type: 'word' | 'named' | 'open' } {
  let end = at;
  let parentheses = 0;
  let colon = -1;
  for (; end < query.length; end += 1) {
    const character = query.charAt(end);
    if (SPACE.test(character)) break;
    if (character === '(') parentheses += 1;
    if (character === ')') {
      if (parentheses === 0 && inGroup) break;
      parentheses -= 1;
    }
    if (character !== ':' || colon !== -1) continue;
    colon = end;
    const name = query.slice(at, colon);
    if (!NAME.test(name)) continue;
    const { sign } = signed(query.slice(colon + 1, colon + 4));
    if (QUOTE.test(query.charAt(colon + 1 + sign.length))) {
      const { text, end, closed } = quotedFrom(query, colon + 1 + sign.length);
      return { type: 'named', name, value: sign + text, quoted: true, closed, at, end };
    }
    if (query.charAt(colon + 1) === '(' && operatorNamed(name) !== undefined) {
      return { type: 'open', name, at, end: colon + 2 };
    }
  }
  const text = query.slice(at, end);
  const name = colon === -1 ? '' : query.slice(at, colon);
  if (!NAME.test(name)) return { type: 'word', text, at, end };
  const value = query.slice(colon + 1, end);
  return { type: 'named', name, value, quoted: false, closed: true, at, end };
}

function quotedFrom(query: string, at: number): { text: string; end: number; closed: boolean } {
  let end = at + 1;
  while (end < query.length && !QUOTE.test(query.charAt(end))) end += 1;
  const closed = end < query.length;
  return { text: query.slice(at + 1, end), end: closed ? end + 1 : end, closed };
}

function starsAt(query: string, at: number): number {
  let end = at;
  while (query.charAt(end) === '*') end += 1;
  return end - at;
}
