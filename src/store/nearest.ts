/**
 * The word of `known` that was most likely meant by `word`, or undefined when none is near:
 * at most a third of its letters differ (case ignored; two neighbours swapped are one difference).
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, 80);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const one of known) {
    const distance = editDistance(wanted, one.toLowerCase(), least);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/**
 * Edits (insert, delete, replace, swap of two neighbours) from one word to another; any number
 * ≥ `cap` means "too far". Optimal string alignment, as in Damerau–Levenshtein without overlaps.
 */
function editDistance(a: string, b: string, cap: number): number {
  if (Math.abs(a.length - b.length) >= cap) return cap;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swaps ? (before[j - 2] ?? cap) + 1 : cap;
      next.push(Math.min(replace, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? cap;
}
