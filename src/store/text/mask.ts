/** What stands in a mask for a hidden character: no letter, no blank, and in no page. */
export const HIDDEN = '\0';

/** Stretches of a text in ascending order: start, end, start, end, … */
export type Ranges = readonly number[];

/** The text with every character of the ranges hidden; line ends stay, and so does every offset. */
export function mask(text: string, ranges: Ranges): string {
  const parts: string[] = [];
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const start = Math.max(at, ranges[i] ?? 0);
    const end = Math.max(start, ranges[i + 1] ?? 0);
    parts.push(text.slice(at, start), hide(text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function hide(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return HIDDEN.repeat(text.length);
  return text.replace(/[^\r\n]+/g, (line) => HIDDEN.repeat(line.length));
}
