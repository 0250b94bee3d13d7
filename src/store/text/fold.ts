import { characterAt, type Piece } from './fold-character.ts';

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

/** Folds a text; where `places` is given, the start and end of each token go into it. */
function write(text: string, places?: number[]): string {
  const writer = new TokenWriter(text.length, places);
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      writer.writeAscii(code, at);
      at += 1;
    } else {
      const { pieces, length } = characterAt(text, at);
      at += length;
      for (const piece of pieces) writer.write(piece, at - length, at);
    }
  }
  return writer.written();
}

/**
 * Fills an array of UTF-16 units rather than making a string for each token: an import folds
 * everything it reads, and strings made it take five times as long.
 */
class TokenWriter {
  readonly #textLength: number;
  readonly #places: number[] | undefined;
  #units: Uint16Array<ArrayBuffer>;
  #length = 0;
  #inWord = false;
  /** Whether a word or a kept symbol ends just here, so that a symbol counts. */
  #follows = false;

  constructor(textLength: number, places: number[] | undefined) {
    this.#textLength = textLength;
    this.#places = places;
    // an ASCII character gives at most itself and a space before it
    this.#units = new Uint16Array(2 * textLength);
  }

  writeAscii(code: number, at: number): void {
    const kind = ASCII_KIND[code];
    if (kind === WORD) {
      this.#continueWord(at, at + 1);
      this.#units[this.#length] = ASCII_LOWER[code] ?? code;
      this.#length += 1;
      return;
    }
    this.#inWord = false;
    this.#follows &&= kind === SYMBOL;
    if (!this.#follows) return;
    this.#begin(at, at + 1);
    this.#units[this.#length] = code;
    this.#length += 1;
  }

  write({ kind, text }: Piece, start: number, end: number): void {
    switch (kind) {
      case 'word':
        this.#makeRoom(text.length, end);
        this.#continueWord(start, end);
        this.#add(text);
        break;
      case 'mark':
        if (this.#inWord) this.#endAt(end);
        break;
      case 'ignored':
        break;
      case 'single':
      case 'emoji':
      case 'symbol':
      case 'separator':
        this.#inWord = false;
        if (kind === 'separator' || (kind === 'symbol' && !this.#follows)) {
          this.#follows = false;
          break;
        }
        this.#follows = kind !== 'emoji';
        this.#makeRoom(text.length, end);
        this.#begin(start, end);
        this.#add(text);
    }
  }

  written(): string {
    return Buffer.from(this.#units.buffer, 0, 2 * this.#length).toString('utf16le');
  }

  #continueWord(start: number, end: number): void {
    if (this.#inWord) this.#endAt(end);
    else this.#begin(start, end);
    this.#inWord = true;
    this.#follows = true;
  }

  #begin(start: number, end: number): void {
    if (this.#length > 0) {
      this.#units[this.#length] = 32;
      this.#length += 1;
    }
    this.#places?.push(start, end);
  }

  #endAt(end: number): void {
    if (this.#places !== undefined) this.#places[this.#places.length - 1] = end;
  }

  #add(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      this.#units[this.#length] = text.charCodeAt(i);
      this.#length += 1;
    }
  }

  /** Room for so many units and a space, and for all that may follow `end` in ASCII. */
  #makeRoom(count: number, end: number): void {
    const needed = this.#length + 1 + count + 2 * (this.#textLength - end);
    if (needed <= this.#units.length) return;
    const longer = new Uint16Array(2 * needed);
    longer.set(this.#units);
    this.#units = longer;
  }
}
