/*
 * Classes of characters that regular expressions know by name, spelled out: a Unicode property
 * costs a start of the program a hundredth each time one is compiled, and these stand on the path
 * of every page that is shown.
 */

/** Runs of control characters (Cc) and blanks (Z): whatever a line of text should have no two of. */
export const BLANKS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g;

/** Whether a text has none but ASCII characters, so that it needs no rule about any other. */
export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[^\u0000-\u007F]/.test(text);
}
