/** Whether a text is too long for a field that grows with it. */
export function isLong(text: string): boolean {
  return text.length > 50_000;
}
