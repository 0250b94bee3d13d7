import { invalid } from '../errors.ts';
import type { Encoding } from '../pages/words.ts';
import { placeOf } from './lines.ts';

/** A page's text and how its bytes were written, or why the bytes are no page. */
export type Decoded = { text: string; encoding: Encoding } | { reason: string };

const ADVICE = 'save it as UTF-8';

/**
 * Reads a file's bytes as text. Accepted are UTF-8 with and without a byte order mark, and
 * UTF-16 with one; the mark is no part of the text, and `encode` gives the same bytes back.
 * Anything else gives a `reason`, which continues a sentence that begins with the file's name.
 */
export function decode(bytes: Uint8Array): Decoded {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return decodeUtf8(bytes.subarray(3), 'utf-8-bom', 3);
  }
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, 'utf-16be');
  return decodeUtf8(bytes, 'utf-8', 0);
}

/** The bytes of a text in the encoding it came in; exact for whatever `decode` accepted. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  const marked = encoding === 'utf-8' ? text : `\uFEFF${text}`;
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return Buffer.from(marked, 'utf8');
  const units = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? units.swap16() : units;
}

/**
 * Throws `invalid` where a text holds what SQLite cannot keep whole: a NUL, at which its string
 * functions stop, or half of a surrogate pair, which it returns as replacement characters.
 * `what` names the text in the message.
 */
export function refuseOddText(text: string, what: string): void {
  const nul = text.indexOf('\0');
  const half = loneSurrogateIn(text);
  if (nul === -1 && half === -1) return;
  const isNul = half === -1 || (nul !== -1 && nul < half);
  const { line, column } = placeOf(text, isNul ? nul : half);
  const found = isNul ? 'a NUL character' : 'half of a character (a lone surrogate)';
  throw invalid(`${what} has ${found} in line ${line}, column ${column}. Take it out.`, {
    line,
    column,
  });
}

function decodeUtf8(bytes: Uint8Array, encoding: Encoding, skipped: number): Decoded {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const at = firstInvalidByte(bytes);
    return { reason: `is not UTF-8 (byte ${at + skipped + 1}); ${ADVICE}` };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { reason: nulAt(nul + skipped) };
  return { text, encoding };
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  if (bytes.length % 2 === 1) {
    return { reason: `is UTF-16 that ends in the middle of a character; ${ADVICE}` };
  }
  const units = Buffer.from(bytes.subarray(2));
  const text = (encoding === 'utf-16le' ? units : units.swap16()).toString('utf16le');
  const nul = text.indexOf('\0');
  if (nul !== -1) return { reason: nulAt(2 + nul * 2) };
  const half = loneSurrogateIn(text);
  if (half !== -1) {
    return { reason: `is not UTF-16 (half of a character at byte ${3 + half * 2}); ${ADVICE}` };
  }
  return { text, encoding };
}

function nulAt(offset: number): string {
  return `has a NUL at byte ${offset + 1} and looks like a binary file; if it is text, ${ADVICE}`;
}

/** The offset of the first byte that no well-formed sequence covers (Unicode, table 3-7). */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  let least = 0x80;
  let most = 0xbf;
  if (lead === 0xe0) least = 0xa0;
  if (lead === 0xed) most = 0x9f;
  if (lead === 0xf0) least = 0x90;
  if (lead === 0xf4) most = 0x8f;
  for (let i = 1; i < length; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined || byte < least || byte > most) return 0;
    least = 0x80;
    most = 0xbf;
  }
  return length;
}

/** Where a text has half of a surrogate pair; -1 where it has none. */
function loneSurrogateIn(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/[\uD800-\uDFFF]/u);
}
