import { once } from '../once.ts';

/** A piece of a folded character, and what it is to the search. */
export interface Piece {
  /**
   * `word` continues a word, `mark` too but is only the rest of an accent; `single` (Han, kana,
   * Hangul) and `emoji` are tokens; `symbol` is one where it follows a word; `ignored` neither
   * continues nor ends anything; `separator` ends a word.
   */
  readonly kind: 'word' | 'mark' | 'single' | 'emoji' | 'symbol' | 'ignored' | 'separator';
  readonly text: string;
}

/** What stands at a place in a text: its pieces, never none, and its length in the text. */
export interface Character {
  readonly pieces: readonly Piece[];
  readonly length: number;
}

/**
 * The character that begins at offset `at` of a text. It is one code point, except that a kana
 * takes its voicing mark with it, a Hangul consonant the rest of its syllable, and a regional
 * indicator the second half of its flag.
 */
export function characterAt(text: string, at: number): Character {
  const code = text.codePointAt(at) ?? 0;
  if (isKana(code) && isVoicing(text.charCodeAt(at + 1))) return fresh(text.slice(at, at + 2));
  if (code >= 0x1100 && code <= 0x115f) return syllableAt(text, at);
  if (isRegional(code) && isRegional(text.codePointAt(at + 2) ?? 0)) {
    return { pieces: [{ kind: 'emoji', text: text.slice(at, at + 4) }], length: 4 };
  }
  let character = known.get(code);
  if (character === undefined) {
    character = fresh(String.fromCodePoint(code));
    known.set(code, character);
  }
  return character;
}

/** Every code point met so far: at most as many as Unicode has. */
const known = new Map<number, Character>();

/** Letters that no Unicode mapping takes apart, and the plain ones people type for them. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ς', 'σ'],
  // Persian and Urdu keyboards have other letters than Arabic ones for these two
  ['ک', 'ك'],
  ['ی', 'ي'],
  ['ى', 'ي'],
]);

const EMOJI = once(() => /^[\p{Extended_Pictographic}\p{Regional_Indicator}]$/u);
/** Joined to what is around them, except the zero-width space, which is there to part words. */
const IGNORED = once(() => /^(?!\u200B)[\p{Cf}\p{Emoji_Modifier}\p{Variation_Selector}]$/u);
/** Scripts written without blanks between words, or (Hangul) with endings glued to them. */
const SINGLE = once(
  () =>
    /^(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
);
/**
 * Marks that tell spellings apart but not words: accents, Hebrew points, Arabic vowel signs and
 * the Arabic stretching stroke. Others, such as Indic vowel signs, are half of a word and stay.
 */
const ACCENTS = once(
  () =>
    /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|\u0640/gu,
);
/** Letters to Unicode, apostrophes to those who type them: `сім'я` and `сімʼя` are one word. */
const APOSTROPHE = /^[\u02B9-\u02BF\u02C8\u055A]$/u;
const WORD = once(() => /^[\p{L}\p{M}\p{N}]/u);
const SYMBOL = /^[+#%&@$€£°]$/u;

function fresh(written: string): Character {
  const length = written.length;
  if (EMOJI().test(written)) return { pieces: [{ kind: 'emoji', text: written }], length };
  if (IGNORED().test(written)) return { pieces: [{ kind: 'ignored', text: '' }], length };
  const pieces = Array.from(written.normalize('NFKC').toLowerCase(), pieceOf);
  return { pieces, length };
}

function pieceOf(part: string): Piece {
  if (SINGLE().test(part)) return { kind: 'single', text: part };
  const text = Array.from(
    part.normalize('NFD').replace(ACCENTS(), ''),
    (c) => PLAIN.get(c) ?? c,
  ).join('');
  if (text === '') return { kind: 'mark', text };
  if (SYMBOL.test(text)) return { kind: 'symbol', text };
  if (WORD().test(text) && !APOSTROPHE.test(text)) return { kind: 'word', text };
  return { kind: 'separator', text: '' };
}

/** A leading consonant with the vowel and final consonant that follow it, as one syllable. */
function syllableAt(text: string, at: number): Character {
  let end = at + 1;
  while (end - at < 3 && isJamoTail(text.charCodeAt(end))) end += 1;
  return fresh(text.slice(at, end));
}

function isJamoTail(code: number): boolean {
  return code >= 0x1160 && code <= 0x11ff;
}

function isKana(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0xff66 && code <= 0xff9d);
}

/** The voicing marks that turn か into が, combining and halfwidth. */
function isVoicing(code: number): boolean {
  return code === 0x3099 || code === 0x309a || code === 0xff9e || code === 0xff9f;
}

function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}
