/*
 * Which English words are forms of one another: `plan`, `plans`, `planned` and `planning`. The
 * rules are steps 1 and 5 of the English Snowball stemmer (snowballstem.org/algorithms/english):
 * those about how a word is inflected. What is derived (`planner`, `planar`) is another word.
 */

const WORD = /^[a-z]{3,30}$/;
const VOWEL = /[aeiouy]/;
/** Twice the same consonant where English doubles it before an ending. */
const DOUBLED = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** What two of the rules would take apart wrongly. */
const ALONE = new Set('news inning outing herring earring something anything nothing'.split(' '));
const ODD: ReadonlyMap<string, string> = new Map([
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
]);

/** What all forms of an English word have in common; any other word (folded) is itself. */
export function stem(word: string): string {
  if (!WORD.test(word) || ALONE.has(word)) return word;
  const root = withoutLast(withI(withoutEnding(ODD.get(word) ?? withoutPlural(word))));
  // `its` is no form of `it`
  return WORD.test(root) ? root : word;
}

/** All words that have the stem of a folded word, the word itself among them, first. */
export function formsOf(word: string): string[] {
  if (!WORD.test(word)) return [word];
  const root = stem(word);
  const bases = [root, `${root}e`, `${root}${root.slice(-1)}`];
  if (root.endsWith('i')) bases.push(`${root.slice(0, -1)}y`, `${root}e`);
  const forms = bases.flatMap((base) => {
    const cut = base.slice(0, -1);
    const twice = base + base.slice(-1);
    return [
      ...['', 's', 'es', 'd', 'ed', 'eds', 'ing', 'ings'].map((ending) => base + ending),
      ...['ies', 'ied', 'ing', 'ed', 'eds', 'ings'].map((ending) => cut + ending),
      ...['ed', 'eds', 'ing', 'ings', 'es'].map((ending) => twice + ending),
      `${base.slice(0, -2)}ying`,
    ];
  });
  return [...new Set([word, ...forms.filter((form) => WORD.test(form) && stem(form) === root)])];
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || /[us]s$/.test(word)) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  if (word.endsWith('eed')) return word.length - regionOf(word) >= 3 ? word.slice(0, -1) : word;
  const ending = ['ing', 'ed'].find((each) => word.endsWith(each));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (!VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  // `adding` is of `add`, which has no shorter form
  if (DOUBLED.test(rest)) return rest.length > 3 ? rest.slice(0, -1) : rest;
  return isShortEnd(rest) && regionOf(rest) >= rest.length ? `${rest}e` : rest;
}

/** `fly` and `flies`, but not `by` or `say`. */
function withI(word: string): string {
  return /..y$/.test(word) && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function withoutLast(word: string): string {
  const rest = word.slice(0, -1);
  const first = regionOf(word);
  const second = regionOf(word, first);
  if (word.endsWith('e')) {
    const isLong = second < word.length || (first < word.length && !isShortEnd(rest));
    return isLong ? rest : word;
  }
  return word.endsWith('ll') && second < word.length ? rest : word;
}

/** Where what follows the first consonant after a vowel begins, both from `from` on. */
function regionOf(word: string, from = 0): number {
  let at = from;
  while (at < word.length && !VOWEL.test(word.charAt(at))) at += 1;
  while (at < word.length && VOWEL.test(word.charAt(at))) at += 1;
  return Math.min(word.length, at + 1);
}

/** Whether a word ends in a short syllable, as `hop` and `at` do. */
function isShortEnd(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywx]|^[aeiou][^aeiouy])$/.test(word);
}
