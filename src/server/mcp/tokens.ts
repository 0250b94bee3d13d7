/*
 * How many tokens a reply costs a model, at most. Every model counts in its own way and none
 * tells which, so this is an upper estimate that a test compares with a real tokenizer: a token is
 * a word of a common language, two digits, a sign, less than one character of Chinese. Only of words
 * that hardly anybody writes is it short, by a third.
 */

/** What a run of one sort of characters costs: its first ones, and each after them. */
interface Sort {
  /** How many characters the first token covers. */
  readonly first: number;
  /** What each further character costs. */
  readonly more: number;
}

const WORD: Sort = { first: 3, more: 0.35 };
/** `aGVsbG8` reads like many words, each a capital letter long. */
const CAPITALS: Sort = { first: 2, more: 0.65 };
const DIGITS: Sort = { first: 2, more: 0.5 };
const SIGNS: Sort = { first: 1, more: 0.7 };
const SPACE: Sort = { first: 16, more: 0.07 };
/** Accented letters, which stand alone in a word. */
const ACCENTED: Sort = { first: 1, more: 1.5 };
const GREEK_OR_CYRILLIC: Sort = { first: 1, more: 0.5 };
/** Hebrew, Arabic, the scripts of India, Thai … */
const OTHER_LETTERS: Sort = { first: 1, more: 0.65 };
/** Chinese, Japanese and Korean, and signs such as arrows. */
const IDEOGRAPHS: Sort = { first: 1, more: 1.3 };
const EMOJI: Sort = { first: 1, more: 1.5 };
/** What a tokenizer has seldom seen falls into bytes. */
const RARE: Sort = { first: 1, more: 2.2 };

/** The sort of a character by its code (UTF-16): that of the first bound above it. */
const SORTS: readonly (readonly [number, Sort])[] = [
  [0x20, SIGNS],
  [0x21, SPACE],
  [0x30, SIGNS],
  [0x3a, DIGITS],
  [0x41, SIGNS],
  [0x5b, CAPITALS],
  [0x61, SIGNS],
  [0x7b, WORD],
  [0x80, SIGNS],
  [0x370, ACCENTED],
  [0x590, GREEK_OR_CYRILLIC],
  [0x1000, OTHER_LETTERS],
  [0x1e00, RARE],
  [0x2000, ACCENTED],
  [0x3400, IDEOGRAPHS],
  [0x4e00, RARE],
  [0xa000, IDEOGRAPHS],
  [0xac00, RARE],
  [0xd7a4, IDEOGRAPHS],
  [0xd83c, RARE],
  [0xd840, EMOJI],
  [0xf900, RARE],
  [0x10000, IDEOGRAPHS],
];

/** An upper estimate of how many tokens a text is, in time linear in it. */
export function tokensIn(text: string): number {
  let tokens = 0;
  let run = 0;
  let sort: Sort | undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const its = sortOf(code);
    if (its === sort || isSecondHalf(code)) {
      run += 1;
      continue;
    }
    // A word takes the space before it along.
    const isTaken = sort === SPACE && run === 1 && its === WORD;
    if (sort !== undefined && !isTaken) tokens += costOf(sort, run);
    sort = its;
    run = 1;
  }
  return Math.ceil(sort === undefined ? tokens : tokens + costOf(sort, run));
}

function costOf({ first, more }: Sort, length: number): number {
  return 1 + Math.max(0, length - first) * more;
}

/** Most of most texts is ASCII. */
const ASCII = Array.from({ length: 128 }, (_, code) => lookUp(code));

function sortOf(code: number): Sort {
  return ASCII[code] ?? lookUp(code);
}

function lookUp(code: number): Sort {
  const [, sort] = SORTS.find(([bound]) => code < bound) ?? [];
  return sort ?? RARE;
}

/** Of a character beyond the first 65,536. */
function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
