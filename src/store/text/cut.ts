/** At most `length` characters of a text from `offset` on, never half of a surrogate pair. */
export function cutAt(text: string, offset: number, length: number): string {
  const start = isLow(text, offset) ? offset + 1 : offset;
  let end = Math.min(text.length, start + length);
  if (end < text.length && isLow(text, end)) end -= 1;
  return text.slice(start, end);
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
