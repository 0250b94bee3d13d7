import { fold, tokens } from '../text/fold.ts';
import type { Column, Words } from './tree.ts';

/** What is looked for in a text, as the index has it. */
export interface Term {
  readonly tokens: readonly string[];
  readonly beginning: boolean;
  readonly column: Column | undefined;
}

/** A stretch of a text in which a term stands; `term` is its place in the list of terms. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: number;
  /** False: a longer word that begins with it. */
  readonly whole: boolean;
}

export function termOf({ text, beginning, column }: Words): Term {
  return { tokens: fold(text).split(' '), beginning, column };
}

/** Where terms stand in a text between two offsets, in order of their ends. */
export function hitsIn(text: string, terms: readonly Term[], from = 0, to = text.length): Hit[] {
  const hits: Hit[] = [];
  const longest = Math.max(0, ...terms.map((term) => term.tokens.length));
  const last: { token: string; start: number }[] = [];
  for (const { token, start, end } of tokens(text.slice(from, to))) {
    last.push({ token, start });
    if (last.length > longest) last.shift();
    for (const [i, { tokens: wanted, beginning }] of terms.entries()) {
      const final = wanted.at(-1) ?? '';
      const whole = token === final;
      if (!whole && !(beginning && token.startsWith(final))) continue;
      const first = last.length - wanted.length;
      if (first < 0) continue;
      const isHere = wanted.every(
        (each, k) => k === wanted.length - 1 || last[first + k]?.token === each,
      );
      if (isHere)
        hits.push({ start: from + (last[first]?.start ?? 0), end: from + end, term: i, whole });
    }
  }
  return hits;
}
