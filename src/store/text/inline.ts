/** Where something worth a look may begin: an escape, code, HTML, a comment, math, an address. */
const BEGINNING = /[\\`<]|%%|\$\$|:\/\//g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const HTML_TAG = /<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?\/?>/y;
const ADDRESS_STOP = /[\s<>"`|[\]()]/g;

/**
 * Names the stretches of a paragraph that are not prose: escaped characters, code spans, HTML
 * tags and comments, `%%` comments, `$$` math, and web addresses from their colon on. `start` and
 * `end` bound the paragraph in the text; `hide` is called in ascending order.
 */
export function findNoProse(
  text: string,
  start: number,
  end: number,
  hide: (start: number, end: number) => void,
): void {
  const run = text.slice(start, end);
  BEGINNING.lastIndex = 0;
  let found = BEGINNING.exec(run);
  if (found === null) return;
  const finder = new Finder(run);
  for (; found !== null; found = BEGINNING.exec(run)) {
    const at = found.index;
    const past = finder.endOf(at);
    if (past > at) hide(start + at, start + past);
    BEGINNING.lastIndex = Math.max(past, at + 1);
    if (past === at && run[at] === '`') BEGINNING.lastIndex = at + backticksAt(run, at);
  }
}

/** Finds where stretches end, and remembers what was not found, so that no search runs twice. */
class Finder {
  readonly #run: string;
  readonly #absent = new Set<string>();
  #backticks: Map<number, number[]> | undefined;

  constructor(run: string) {
    this.#run = run;
  }

  /** The end of what begins at `at`, or `at` itself where nothing does. */
  endOf(at: number): number {
    const run = this.#run;
    switch (run.charAt(at)) {
      case '\\':
        // the bar stays: in a table `\|` parts the target of a link from its label
        return run[at + 1] !== '|' && ESCAPABLE.test(run[at + 1] ?? '') ? at + 2 : at;
      case '`':
        return this.#codeEnd(at);
      case '<':
        return run.startsWith('<!--', at) ? this.#after('-->', at, 4) : htmlEnd(run, at);
      case '%':
      case '$':
        return this.#after(run.slice(at, at + 2), at, 2);
      default:
        return addressEnd(run, at);
    }
  }

  #after(closing: string, at: number, skip: number): number {
    if (this.#absent.has(closing)) return at;
    const found = this.#run.indexOf(closing, at + skip);
    if (found !== -1) return found + closing.length;
    this.#absent.add(closing);
    return at;
  }

  /** A code span ends at the next run of exactly as many backticks (CommonMark 0.31, 6.1). */
  #codeEnd(at: number): number {
    const length = backticksAt(this.#run, at);
    this.#backticks ??= backticksOf(this.#run);
    const later = this.#backticks.get(length) ?? [];
    while (later.length > 0 && (later.at(-1) ?? 0) <= at) later.pop();
    const closing = later.at(-1);
    return closing === undefined ? at : closing + length;
  }
}

/** Where each run of backticks begins, by length, the first one last so that it can be popped. */
function backticksOf(run: string): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const { 0: ticks, index } of run.matchAll(/`+/g)) {
    const same = places.get(ticks.length);
    if (same === undefined) places.set(ticks.length, [index]);
    else same.push(index);
  }
  for (const same of places.values()) same.reverse();
  return places;
}

function backticksAt(run: string, at: number): number {
  let end = at;
  while (run[end] === '`') end += 1;
  return end - at;
}

function htmlEnd(run: string, at: number): number {
  // `](<a b.md>)` is the address of a link
  if (run.startsWith('](', at - 2)) return at;
  HTML_TAG.lastIndex = at;
  return HTML_TAG.test(run) ? HTML_TAG.lastIndex : at;
}

/** Up to a blank, a bracket, or a closing parenthesis that the address did not open. */
function addressEnd(run: string, at: number): number {
  let open = 0;
  ADDRESS_STOP.lastIndex = at;
  for (let stop = ADDRESS_STOP.exec(run); stop !== null; stop = ADDRESS_STOP.exec(run)) {
    if (stop[0] === '(') open += 1;
    else if (stop[0] === ')') open -= 1;
    else return stop.index;
    if (open < 0) return stop.index;
  }
  return run.length;
}
