import { nearest } from '../nearest.ts';
import { fold } from '../text/fold.ts';
import { isColour, isTag, trimSlashes } from '../text/tag.ts';
import { isField, isJoiner, type Lexeme, QUOTE, type Sign, signed } from './lexemes.ts';
import { operatorNamed, operatorNames } from './operators.ts';
import { badQuery, short } from './said.ts';
import { type Column, type Filter, not, type Place, type Tree, type Words } from './tree.ts';

/** How much one query may ask; its length is bounded where it comes in. */
const MOST = { words: 16, filters: 16, parts: 4 } as const;
const LEAST = { beginning: 2, inside: 3 } as const;

interface Written {
  readonly text: string;
  readonly quoted: boolean;
  readonly sign: Sign;
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
  #parts = 0;
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

  /** `name` is that of the group the phrase stands in. */
  phrase(lexeme: Lexeme & { type: 'phrase' }, name?: string): Tree | undefined {
    const { text, sign, star, closed, at, end } = lexeme;
    if (name !== undefined) {
      const value = sign + text;
      return this.named({ type: 'named', name, value, quoted: true, closed, at, end });
    }
    if (!closed) this.#unclosed();
    return this.#found(lexeme, { text, sign, quoted: true, star });
  }

  word(place: Place, written: string, name?: string): Tree | undefined {
    if (name !== undefined) {
      const { at, end } = place;
      const rest = { quoted: false, closed: true, at, end } as const;
      return this.named({ type: 'named', name, value: written, ...rest });
    }
    const tag = tagOf(written);
    if (tag !== undefined) return this.#filter(place, 'tag', tag);
    return this.#found(place, { ...starred(written), quoted: false });
  }

  field(lexeme: Lexeme & { type: 'field' }): Tree | undefined {
    return this.#filter(lexeme, 'field', withoutQuotes(lexeme.text));
  }

  named(lexeme: Lexeme & { type: 'named' }, name?: string): Tree | undefined {
    if (!lexeme.closed) this.#unclosed();
    const operator = operatorNamed(lexeme.name);
    const value = withoutQuotes(lexeme.value);
    if (operator === undefined || value === '') {
      const written = this.#query.slice(lexeme.at, lexeme.end);
      this.#warnOfName(lexeme, written, operator !== undefined);
      // in the group of an operator without a value there would be no end of it
      return this.word(lexeme, written, operator === undefined ? name : undefined);
    }
    const { column, means } = operator;
    if (column !== undefined) {
      const { quoted } = lexeme;
      const written = quoted ? { ...signed(value), star: false } : starred(lexeme.value);
      return this.#found(lexeme, { ...written, quoted, column });
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
    const { column, star, sign } = written;
    const bare = withoutQuotes(written.text);
    const quoted =
      sign === '~' ? !isPlain(bare) || needsQuotes(bare) : written.quoted || !isPlain(written.text);
    const text = quoted || sign === '~' ? bare : written.text;
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
    const isPart =
      (sign === '~' && this.#mayBe('inside', text, folded)) ||
      (sign === '' && mayStar && this.#mayBe('beginning', text, folded));
    const reach = isPart ? (sign === '~' ? 'inside' : 'beginning') : 'whole';
    const { at, end } = place;
    const isExact = quoted || (sign !== '' && reach === 'whole');
    const words: Words = { type: 'words', text, quoted: isExact, reach, at, end };
    return column === undefined ? words : { ...words, column };
  }

  #mayBe(reach: 'beginning' | 'inside', text: string, folded: string): boolean {
    const isLong = reach === 'inside' ? isInside(folded) : isBeginning(folded);
    if (!isLong) {
      // a character that is a token of its own is found inside a longer run anyway
      if (/[a-z0-9]$/.test(folded)) {
        const [shown, what] =
          reach === 'inside'
            ? [`~${short(text)}`, 'to be looked for inside words']
            : [`${short(text)}*`, 'for a beginning'];
        this.warn(`"${shown}" is too short ${what}, so it is a whole word.`);
      }
      return false;
    }
    this.#parts += 1;
    if (this.#parts <= MOST.parts) return true;
    this.warn(
      `Only ${MOST.parts} words may be beginnings or parts; "${short(text)}" is a whole word.`,
    );
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
  return Array.from(last).length >= LEAST.beginning;
}

/** Whether folded words are long enough to stand for all that have them inside. */
export function isInside(folded: string): boolean {
  const [first = '', second] = folded.split(' ', 2);
  return Array.from(first).length >= LEAST.inside || (second !== undefined && isBeginning(folded));
}

function filterAt({ at, end }: Place, name: string, value: string): Filter {
  return { type: 'filter', name, value, at, end };
}

function starred(written: string): Pick<Written, 'text' | 'sign' | 'star'> {
  let end = written.length;
  while (written[end - 1] === '*') end -= 1;
  return { ...signed(written.slice(0, end)), star: end < written.length };
}

function withoutQuotes(text: string): string {
  return text.split(QUOTE).join(' ').trim();
}

/** The tag that is meant by `#tag`; `#123` and `#FA4616` are none. */
function tagOf(written: string): string | undefined {
  const tag = trimSlashes(written.slice(1));
  return written.startsWith('#') && isTag(tag) && !isColour(tag) ? tag : undefined;
}

/** Whether a part of a word would not be read as one without quotes. */
function needsQuotes(part: string): boolean {
  return /[\s*]/.test(part) || signed(`~${part}`).sign === '';
}

/** Whether a word would be read as the same word wherever it stood. */
function isPlain(word: string): boolean {
  if (QUOTE.test(word) || word.startsWith('-') || isJoiner(word)) return false;
  if (signed(word).sign !== '' || tagOf(word) !== undefined) return false;
  if (word.startsWith('[') && word.endsWith(']') && isField(word.slice(1, -1))) return false;
  let open = 0;
  for (const character of word) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
