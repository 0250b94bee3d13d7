import stringWidth from 'fast-string-width';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many columns a text takes, as terminals draw it: two for wide characters and emoji. */
export function cells(text: string): number {
  return stringWidth(text);
}

/** The characters of a text as people see them. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The text in at most `columns` columns, with `…` where it was cut. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  // No character is longer than it is wide, but for rare ones: what is far too long is not measured.
  const near = text.length > columns * 20 ? text.slice(0, columns * 20) : text;
  if (near === text && cells(text) <= columns) return text;
  let [width, kept] = [0, ''];
  for (const { segment } of segmenter.segment(near)) {
    width += cells(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in exactly `columns` columns. */
export function pad(text: string, columns: number): string {
  const fitted = fit(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - cells(fitted)));
}
