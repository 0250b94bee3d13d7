import { isField } from './lexemes.ts';
import type { Filter, Tree, Words } from './tree.ts';

/** The one way to write a query: parsing it gives the same tree again. */
export function print(tree: Tree | undefined, sort?: Filter): string {
  const parts = [tree === undefined ? '' : printed(tree), sort === undefined ? '' : filter(sort)];
  return parts.filter((part) => part !== '').join(' ');
}

function printed(tree: Tree): string {
  switch (tree.type) {
    case 'words':
      return words(tree);
    case 'filter':
      return filter(tree);
    case 'not':
      return `-${grouped(tree.of, ['any', 'all'])}`;
    case 'all':
      return tree.of.map((part) => grouped(part, ['any'])).join(' ');
    case 'any':
      return tree.of.map(printed).join(' OR ');
  }
  return tree satisfies never;
}

function grouped(tree: Tree, types: readonly Tree['type'][]): string {
  return types.includes(tree.type) ? `(${printed(tree)})` : printed(tree);
}

function words({ text, quoted, reach, column }: Words): string {
  const name = column === undefined ? '' : `${column}:`;
  const shown = quoted ? `"${text}"` : text;
  return `${name}${reach === 'inside' ? '~' : ''}${shown}${reach === 'beginning' ? '*' : ''}`;
}

function filter({ name, value }: Filter): string {
  if (name === 'field' && isField(value)) return `[${value}]`;
  return `${name}:${/[\s()]/.test(value) ? `"${value}"` : value}`;
}
