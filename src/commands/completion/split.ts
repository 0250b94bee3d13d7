/**
 * The words of a command line up to the cursor, as a shell would take them apart, but nothing in
 * them is expanded; the last is the one that is being typed, '' after a blank. A quote may still
 * be open.
 */
export function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (quote === '' && /\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === '' && (c === "'" || c === '"')) {
      quote = c;
      word ??= '';
    } else if (c === quote) quote = '';
    else if (c === '\\' && quote !== "'" && i + 1 < line.length) {
      i += 1;
      word = (word ?? '') + line.charAt(i);
    } else word = (word ?? '') + c;
  }
  return [...words, word ?? ''];
}
