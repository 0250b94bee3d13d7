import { fold } from '../text/fold.ts';
import { Leaves } from './leaves.ts';
import { type Lexeme, lexemes } from './lexemes.ts';
import { badQuery, short } from './said.ts';
import { depthOf, type Filter, join, not, type Tree } from './tree.ts';

const DEEPEST = 8;

/** A query as understood. */
export interface Parsed {
  /** Absent: nothing was asked for, or nothing that can be looked for. */
  readonly tree: Tree | undefined;
  /** `sort:`, wherever it stood. */
  readonly sort: Filter | undefined;
  /** Sentences about what was not taken as it may have been meant. */
  readonly warnings: string[];
  /** What looks like grammar but was taken as plain text. */
  readonly asText: string[];
}

/**
 * Reads a query. `-` and NOT bind before AND, AND (or nothing) before OR. Text is never an
 * error: what is not grammar is looked for as it stands, with a warning. Throws `invalid` with
 * the reason `bad_query` only for more filters or deeper groups than anybody means.
 */
export function parse(query: string): Parsed {
  return new Parser(query).parse();
}

class Parser {
  readonly #query: string;
  readonly #lexemes: Lexeme[];
  readonly #leaves: Leaves;
  #next = 0;
  #open = 0;
  /** The operator before the group that is being read: `title:( … )`. */
  #name: string | undefined;

  constructor(query: string) {
    this.#query = query;
    this.#lexemes = lexemes(query);
    this.#leaves = new Leaves(query);
  }

  parse(): Parsed {
    this.#keepOperatorsWithOperands();
    const tree = this.#any();
    if (tree !== undefined && depthOf(tree) > DEEPEST) {
      throw badQuery(`Groups may be ${DEEPEST} deep. Write the query with fewer parentheses.`, 0);
    }
    const { sort, warnings, asText } = this.#leaves;
    return { tree, sort, warnings: [...warnings], asText };
  }

  /** `OR` at an end, or `NOT` before nothing, is a word like any other. */
  #keepOperatorsWithOperands(): void {
    const list = this.#lexemes;
    for (const [i, { type, at, end }] of list.entries()) {
      if (type !== 'or' && type !== 'and' && type !== 'not') continue;
      const before = list[i - 1]?.type ?? 'open';
      const after = list[i + 1]?.type ?? 'close';
      const hasLeft = type === 'not' || !['open', 'or', 'and', 'not'].includes(before);
      const hasRight = !['close', 'or', 'and'].includes(after);
      if (hasLeft && hasRight) continue;
      const text = this.#query.slice(at, end);
      list[i] = { type: 'phrase', text, sign: '', star: false, closed: true, at, end };
      if (fold(text) === '') continue;
      this.#leaves.takeAsText(
        text,
        `"${short(text)}" joins nothing here, so it is looked for as a word.`,
      );
    }
  }

  #any(): Tree | undefined {
    const parts = [this.#all()];
    while (this.#take('or')) parts.push(this.#all());
    return join('any', present(parts));
  }

  #all(): Tree | undefined {
    const parts: (Tree | undefined)[] = [];
    for (;;) {
      const type = this.#lexemes[this.#next]?.type;
      if (type === undefined || type === 'or' || (type === 'close' && this.#open > 0)) break;
      if (!this.#take('and')) parts.push(this.#one());
    }
    return join('all', present(parts));
  }

  #one(): Tree | undefined {
    const lexeme = this.#lexemes[this.#next];
    if (lexeme === undefined) return undefined;
    this.#next += 1;
    switch (lexeme.type) {
      case 'not': {
        const of = this.#one();
        return of === undefined ? undefined : not(of);
      }
      case 'open':
        return this.#group(lexeme.name ?? this.#name);
      case 'phrase':
        return this.#leaves.phrase(lexeme, this.#name);
      case 'word':
        return this.#leaves.word(lexeme, lexeme.text, this.#name);
      case 'named':
        return this.#leaves.named(lexeme, this.#name);
      case 'field':
        return this.#leaves.field(lexeme);
      case 'close':
        this.#leaves.warn('A ")" closes nothing here, so it is left out.');
        return undefined;
      case 'or':
      case 'and':
        return undefined;
    }
    return lexeme satisfies never;
  }

  #group(name: string | undefined): Tree | undefined {
    if (this.#take('close')) {
      this.#leaves.warn('An empty "()" is left out.');
      return undefined;
    }
    const outer = this.#name;
    this.#name = name;
    this.#open += 1;
    const tree = this.#any();
    this.#open -= 1;
    this.#name = outer;
    if (!this.#take('close')) {
      this.#leaves.warn('A "(" is not closed, so it is closed at the end.');
    }
    return tree;
  }

  #take(type: Lexeme['type']): boolean {
    if (this.#lexemes[this.#next]?.type !== type) return false;
    this.#next += 1;
    return true;
  }
}

function present(parts: readonly (Tree | undefined)[]): Tree[] {
  return parts.filter((part) => part !== undefined);
}
