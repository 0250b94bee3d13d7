import { once } from '../once.ts';

/** In bytes: what file systems take, with room for a number. */
const LONGEST = 180;

/** What ends or turns a line, half characters, and what some file system keeps for itself. */
const ODD = once(
  () =>
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}"*/:<>?\\|]+/gu,
);

/**
 * A file's name as it is kept and given out again: the last part of a path, on one line, at most
 * 180 bytes with its extension whole, without what would mislead or be an address. `file` where
 * nothing is left.
 */
export function cleanFileName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const name = last
    .slice(0, 1000)
    .normalize('NFC')
    .replace(ODD(), ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .trim();
  if (name === '') return 'file';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + extension) > LONGEST) stem = stem.slice(0, -1);
  return stem.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + extension;
}
