import { nearest } from '../nearest.ts';
import { fold } from '../text/fold.ts';
import { isColour, isTag, trimSlashes } from '../text/tag.ts';
import { isJoiner, type Lexeme, QUOTE } from './lexemes.ts';
import { operatorNamed, operatorNames } from './operators.ts';
import { badQuery, short } from './said.ts';
import { type Column, type Filter, not, type Place, type Tree, type Words } from './tree.ts';

/** How much one query may ask; its length is bounded where it comes in. */
const MOST = { words: 16, filters: 16, beginnings: 4 } as const;
const LEAST_BEGINNING = 2;

interface Written {
  readonly text: string;
  readonly quoted: boolean;
  readonly star: boolean;
  readonly column?: Column;
}

/** Makes the leaves of a query's tree, and keeps what there is to say about them. */
export class Leaves {
  readonly warnings = new Set<string>();
  readonly asText: string[] = [];
  sort: Filter | undefined;
  readonly #query: string;
  #words = 0;
  #beginnings = 0;
  #filters = 0;

  constructor(query: string) {
    this.#query = query;
  }

  warn(warning: string): void {
    this.warnings.add(warning);
  }

  takeAsText(text: string, warning: string): void {
    this.asText.push(text);
    this.warn(warning);
  }

  phrase(lexeme: Lexeme & { type: 'phrase' }): Words | undefined {
    if (!lexeme.closed) this.#unclosed();
    return this.#found(lexeme, { text: lexeme.text, quoted: true, star: lexeme.star });
  }

  word(place: Place, written: string): Words | Filter | undefined {
    const tag = trimSlashes(written.slice(1));
    const isNamed = written.startsWith('#') && isTag(tag) && !isColour(tag);
    if (isNamed) return this.#filter(place, 'tag', tag);
    return this.#found(place, { ...starred(written), quoted: false });
  }

  named(lexeme: Lexeme & { type: 'named' }): Tree | undefined {
    if (!lexeme.closed) this.#unclosed();
    const operator = operatorNamed(lexeme.name);
    const value = withoutQuotes(lexeme.value);
    if (operator === undefined || value === '') {
      const written = this.#query.slice(lexeme.at, lexeme.end);
      this.#warnOfName(lexeme, written, operator !== undefined);
      return this.word(lexeme, written);
    }
    const { column, means } = operator;
    if (column !== undefined) {
      const { text, star } = lexeme.quoted ? { text: value, star: false } : starred(lexeme.value);
      return this.#found(lexeme, { text, star, quoted: lexeme.quoted, column });
    }
    if (operator.name === 'sort') {
      if (this.sort !== undefined) this.warn('Only the last "sort:" counts.');
      this.sort = filterAt(lexeme, 'sort', value);
      return undefined;
    }
    if (means === undefined) return this.#filter(lexeme, operator.name, value);
    const filter = this.#filter(lexeme, means.name, means.value(value));
    return means.negated === true ? not(filter) : filter;
  }

  #filter(place: Place, name: string, value: string): Filter {
    this.#filters += 1;
    if (this.#filters <= MOST.filters) return filterAt(place, name, value);
    throw badQuery(`A query may have ${MOST.filters} filters. Leave some out.`, place.at);
  }

  #found(place: Place, written: Written): Words | undefined {
    const { column, star } = written;
    const quoted = written.quoted || !isPlain(written.text);
    const text = quoted ? withoutQuotes(written.text) : written.text;
    const folded = fold(text);
    if (folded === '') {
      const shown = short(this.#query.slice(place.at, place.end));
      this.takeAsText(shown, `"${shown}" has no letters or digits to look for, so it is left out.`);
      return undefined;
    }
    this.#words += 1;
    if (this.#words > MOST.words) {
      this.warn(`Only the first ${MOST.words} words are looked for; leave some out.`);
      return undefined;
    }
    const mayStar = star && !(quoted && column !== undefined);
    const beginning = mayStar && this.#mayBegin(text, folded);
    const { at, end } = place;
    const words: Words = { type: 'words', text, quoted, beginning, at, end };
    return column === undefined ? words : { ...words, column };
  }

  #mayBegin(text: string, folded: string): boolean {
    if (!isBeginning(folded)) {
      // a character that is a token of its own is found inside a longer run anyway
      if (/[a-z0-9]$/.test(folded)) {
        this.warn(`"${short(text)}*" is too short for a beginning, so it is a whole word.`);
      }
      return false;
    }
    this.#beginnings += 1;
    if (this.#beginnings <= MOST.beginnings) return true;
    this.warn(`Only ${MOST.beginnings} words may be beginnings; "${short(text)}" is a whole word.`);
    return false;
  }

  #warnOfName(lexeme: Lexeme & { type: 'named' }, written: string, isKnown: boolean): void {
    const shown = short(written);
    if (isKnown) {
      this.takeAsText(shown, `"${shown}" has no value, so it is looked for as text.`);
      return;
    }
    // addresses, paths, `std::vector` and prose (`Re: lunch`) are meant as they stand
    if (lexeme.value === '' || /^[/\\:.]/.test(lexeme.value)) return;
    const meant = nearest(lexeme.name, operatorNames());
    const hint = meant === undefined ? '' : ` Did you mean "${meant}:"?`;
    this.takeAsText(
      shown,
      `There is no "${lexeme.name}:", so "${shown}" is looked for as text.${hint}`,
    );
  }

  #unclosed(): void {
    this.warn('A quote is not closed, so it is closed at the end.');
  }
}

/** Whether the last token of folded words is long enough to stand for all that begin with it. */
export function isBeginning(folded: string): boolean {
  const last = folded.slice(folded.lastIndexOf(' ') + 1);
  return Array.from(last).length >= LEAST_BEGINNING;
}

function filterAt({ at, end }: Place, name: string, value: string): Filter {
  return { type: 'filter', name, value, at, end };
}

function starred(written: string): { text: string; star: boolean } {
  let end = written.length;
  while (written[end - 1] === '*') end -= 1;
  return { text: written.slice(0, end), star: end < written.length };
}

function withoutQuotes(text: string): string {
  return text.split(QUOTE).join(' ').trim();
}

/** Whether a word would be read as the same word wherever it stood. */
function isPlain(word: string): boolean {
  if (QUOTE.test(word) || word.startsWith('-') || isJoiner(word)) return false;
  let open = 0;
  for (const character of word) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
