/** Where a part of a query stands in it, in UTF-16 units; `end` is just after it. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** The columns of the index that a query can name. */
export type Column = 'title' | 'body';

/** `pre*` finds words that begin so, `~part` words that have it anywhere. */
export type Reach = 'whole' | 'beginning' | 'inside';

/** A word or a phrase to find. */
export interface Words extends Place {
  readonly type: 'words';
  /** As written, without quotes and signs around it; it folds to at least one token. */
  readonly text: string;
  /** In quotes, with `=`, or taken as text: then it is found as it stands, and not in other forms. */
  readonly quoted: boolean;
  readonly reach: Reach;
  readonly column?: Column;
}

/** `name:value`; the name is that of an operator in the table, never an alias. */
export interface Filter extends Place {
  readonly type: 'filter';
  readonly name: string;
  readonly value: string;
}

/**
 * A query as understood. `all` and `any` hold at least two parts, none of them of their own type,
 * and a `not` never holds a `not`: every meaning has one shape, so printing is the inverse of
 * parsing.
 */
export type Tree =
  | Words
  | Filter
  | { readonly type: 'all' | 'any'; readonly of: readonly Tree[] }
  | { readonly type: 'not'; readonly of: Tree };

/** All of these, or any of them; nothing where there is none. */
export function join(type: 'all' | 'any', parts: readonly Tree[]): Tree | undefined {
  const of = parts.flatMap((part) => (part.type === type ? part.of : [part]));
  return of.length > 1 ? { type, of } : of[0];
}

export function not(of: Tree): Tree {
  return of.type === 'not' ? of.of : { type: 'not', of };
}

/** How deep groups stand in groups. */
export function depthOf(tree: Tree): number {
  switch (tree.type) {
    case 'words':
    case 'filter':
      return 0;
    case 'not':
      return depthOf(tree.of);
    case 'all':
    case 'any':
      return 1 + Math.max(...tree.of.map(depthOf));
  }
  return tree satisfies never;
}

/** The parts that must all hold. */
export function partsOf(tree: Tree): readonly Tree[] {
  return tree.type === 'all' ? tree.of : [tree];
}

/** The same tree with each wanted word or phrase replaced; what is left out stays as it is. */
export function mapWanted(tree: Tree, replace: (words: Words) => Words): Tree {
  switch (tree.type) {
    case 'words':
      return replace(tree);
    case 'filter':
    case 'not':
      return tree;
    case 'all':
    case 'any':
      return { type: tree.type, of: tree.of.map((part) => mapWanted(part, replace)) };
  }
  return tree satisfies never;
}

/** Every word and phrase, those to be left out too. */
export function everyWords(tree: Tree): Words[] {
  if (tree.type === 'words') return [tree];
  if (tree.type === 'filter') return [];
  return tree.type === 'not' ? everyWords(tree.of) : tree.of.flatMap(everyWords);
}

/** Every word and phrase that is asked for, not those to be left out. */
export function wantedWords(tree: Tree): Words[] {
  switch (tree.type) {
    case 'words':
      return [tree];
    case 'filter':
    case 'not':
      return [];
    case 'all':
    case 'any':
      return tree.of.flatMap(wantedWords);
  }
  return tree satisfies never;
}
