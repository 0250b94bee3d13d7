import { characterAt } from './fold-character.ts';

/** One search token, and the stretch of the text it was made of (`end` is just after it). */
export interface Token {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The search tokens of a text with one space between two of them: what the full-text index holds
 * and what a query is compared with. Case, accents, width and spelling variants are folded away;
 * Han, kana, Hangul syllables and emoji are tokens of their own; letters, marks and digits form
 * words; `+ # % & @ $ € £ °` are tokens where they directly follow a word (`C++` gives `c + +`).
 * Everything else only separates. Text of nothing but punctuation gives `''`.
 */
export function fold(text: string): string {
  return write(text);
}

/** How much text is folded at a time when only its first tokens may be wanted. */
const STRETCH = 4096;

/** The same tokens as `fold`, one at a time, with their places in the text. */
export function* tokens(text: string): Generator<Token> {
  for (let from = 0; from < text.length;) {
    // a blank ends every token, so a text can be cut after one
    const blank = text.indexOf(' ', from + STRETCH);
    const to = blank === -1 ? text.length : blank + 1;
    const places: number[] = [];
    const written = write(text.slice(from, to), places);
    let at = 0;
    for (let i = 0; i < places.length; i += 2) {
      const space = written.indexOf(' ', at);
      const token = written.slice(at, space === -1 ? written.length : space);
      yield { token, start: from + (places[i] ?? 0), end: from + (places[i + 1] ?? 0) };
      at += token.length + 1;
    }
    from = to;
  }
}

const WORD = 1;
const SYMBOL = 2;
/** What each ASCII character is, and its lower case: most of most texts is nothing else. */
const ASCII_KIND = new Uint8Array(128);
const ASCII_LOWER = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  ASCII_LOWER[code] = character.toLowerCase().charCodeAt(0);
  if (/[0-9A-Za-z]/.test(character)) ASCII_KIND[code] = WORD;
  if (/[+#%&@$]/.test(character)) ASCII_KIND[code] = SYMBOL;
}

/**
 * Writes the tokens of a text, and where `places` is given the start and end of each into it.
 * It fills an array of UTF-16 units, since an import folds everything it reads and a string per
 * token costs five times as much.
 */
function write(text: string, places?: number[]): string {
  let units = new Uint16Array(2 * text.length + 16);
  let length = 0;
  let inWord = false;
  // whether a word or a kept symbol ends just here, so that a symbol counts
  let follows = false;

  const begin = (start: number, end: number): void => {
    if (length > 0) {
      units[length] = 32;
      length += 1;
    }
    places?.push(start, end);
  };
  const add = (piece: string): void => {
    // room for this, and for two units for each character that is still to come
    if (length + piece.length + 2 * (text.length - at) > units.length) {
      const longer = new Uint16Array(2 * units.length + piece.length);
      longer.set(units);
      units = longer;
    }
    for (let i = 0; i < piece.length; i += 1) units[length + i] = piece.charCodeAt(i);
    length += piece.length;
  };

  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      const kind = ASCII_KIND[code];
      if (kind === WORD) {
        if (!inWord) begin(at, at);
        units[length] = ASCII_LOWER[code] ?? code;
        length += 1;
        if (places !== undefined) places[places.length - 1] = at + 1;
        inWord = true;
        follows = true;
      } else {
        inWord = false;
        follows = follows && kind === SYMBOL;
        if (follows) {
          begin(at, at + 1);
          units[length] = code;
          length += 1;
        }
      }
      at += 1;
      continue;
    }
    const { pieces, length: taken } = characterAt(text, at);
    const end = at + taken;
    for (const piece of pieces) {
      switch (piece.kind) {
        case 'word':
          if (!inWord) begin(at, end);
          inWord = true;
          follows = true;
          add(piece.text);
          if (places !== undefined) places[places.length - 1] = end;
          break;
        case 'mark':
          if (inWord && places !== undefined) places[places.length - 1] = end;
          break;
        case 'ignored':
          break;
        case 'single':
        case 'emoji':
        case 'symbol':
        case 'separator':
          inWord = false;
          if (piece.kind === 'separator' || (piece.kind === 'symbol' && !follows)) {
            follows = false;
            break;
          }
          begin(at, end);
          add(piece.text);
          follows = piece.kind !== 'emoji';
      }
    }
    at = end;
  }
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}
