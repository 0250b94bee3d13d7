import { fold, tokens } from '../text/fold.ts';
import type { Spelled } from './spellings.ts';
import type { Column, Words } from './tree.ts';

/** What is looked for in a text, as the index has it. */
export interface Term extends Pick<Spelled, 'tokens'> {
  readonly forms: ReadonlySet<string>;
  readonly reach: Words['reach'];
  readonly column: Column | undefined;
}

/** A stretch of a text in which a term stands; `term` is its place in the list of terms. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: number;
  readonly as: 'whole' | 'form' | 'beginning' | 'inside';
}

export function termOf({ reach, column }: Words, { tokens: wanted, forms }: Spelled): Term {
  return { tokens: wanted, forms: new Set(forms), reach, column };
}

/** A token of a text and where it stands. */
interface Place {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/** Where terms stand in a text between two offsets, in order of their ends. */
export function hitsIn(text: string, terms: readonly Term[], from = 0, to = text.length): Hit[] {
  const hits: Hit[] = [];
  const longest = Math.max(0, ...terms.map((term) => term.tokens.length));
  const last: Place[] = [];
  for (const { token, start, end } of tokens(text.slice(from, to))) {
    last.push({ token, start: from + start, end: from + end });
    if (last.length > longest) last.shift();
    for (const [i, term] of terms.entries()) {
      if (!mayEnd(term, token)) continue;
      const as = standsAs(term, last);
      if (as !== undefined) hits.push({ ...stretch(text, term, last, as), term: i, as });
    }
  }
  return hits;
}

/** Whether a token can be the last one of a term: of most tokens and terms it cannot. */
function mayEnd({ tokens: wanted, forms, reach }: Term, token: string): boolean {
  const final = wanted[wanted.length - 1] ?? '';
  if (token === final) return true;
  if (reach === 'whole') return forms.has(token);
  const isWord = reach === 'inside' && wanted.length === 1;
  return isWord ? token.includes(final) : token.startsWith(final);
}

/** How a term stands at the end of these tokens, the last of which can be its last. */
function standsAs({ tokens: wanted, forms, reach }: Term, last: readonly Place[]) {
  const final = wanted.at(-1) ?? '';
  const token = last.at(-1)?.token ?? '';
  const first = last.length - wanted.length;
  if (first < 0) return undefined;
  const isWhole = wanted.every((each, k) => {
    return k === wanted.length - 1 || last[first + k]?.token === each;
  });
  if (!isWhole) {
    const isInside = wanted.every((each, k) => {
      const there = last[first + k]?.token ?? '';
      return k === 0 ? there.endsWith(each) : k === wanted.length - 1 || there === each;
    });
    return reach === 'inside' && isInside ? 'inside' : undefined;
  }
  if (token === final) return 'whole';
  if (forms.has(token)) return 'form';
  return token.startsWith(final) ? 'beginning' : 'inside';
}

/** From the first character of a term to its last: of a word it is a part of, that part alone. */
function stretch(text: string, term: Term, last: readonly Place[], as: Hit['as']) {
  const { tokens: wanted } = term;
  const place = last[last.length - wanted.length];
  const end = last.at(-1);
  if (place === undefined || end === undefined) throw new Error('a hit has tokens');
  const [first = ''] = wanted;
  const final = wanted.at(-1) ?? '';
  if (as === 'whole' || as === 'form') return { start: place.start, end: end.end };
  const skipped =
    wanted.length === 1 ? place.token.indexOf(first) : place.token.length - first.length;
  return {
    start: skipped <= 0 ? place.start : offsetOf(text, place, skipped, 'start'),
    end: offsetOf(text, end, (wanted.length === 1 ? skipped : 0) + final.length, 'end'),
  };
}

/** Longer ones are marked whole: they are no words. */
const LONGEST = 100;

/**
 * Where in the text the first `folded` characters of a token end, with their accents, or where
 * the next begins. One character may fold to two, which are then marked together.
 */
function offsetOf(
  text: string,
  { token, start, end }: Place,
  folded: number,
  side: 'start' | 'end',
) {
  if (folded >= token.length) return end;
  if (end - start > LONGEST) return side === 'start' ? start : end;
  let at = start;
  let before = 0;
  for (const character of text.slice(start, end)) {
    const length = fold(text.slice(start, at + character.length)).length;
    if (length > folded && (side === 'start' || before >= folded)) break;
    at += character.length;
    before = length;
  }
  return at;
}
