import type { Terminal } from './terminal.ts';
import { clean } from './width.ts';

/** Who did something, as history tells it. */
export interface Who {
  author: string;
  source?: string;
  client?: string;
  origin?: string;
}

/** `◆claude laptop`, `me cli` or `import`, on a terminal. */
export function sayWho(terminal: Terminal, { author, source, client }: Who): string {
  if (author === 'claude') {
    const label = client === undefined ? '' : ` ${clean(client)}`;
    return terminal.style('magenta', `◆claude${label}`);
  }
  const through = source === undefined || source === author ? '' : ` ${source}`;
  return terminal.style('dim', `${author}${through}`);
}
