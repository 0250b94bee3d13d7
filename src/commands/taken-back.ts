import { type Differences, differencesLine, sayDifferences } from './differences.ts';
import type { Terminal } from './terminal.ts';
import { sayWho } from './who.ts';
import { clean } from './width.ts';

/** What a revert answers; the shape is the store's. */
export interface Reverted {
  dry_run: boolean;
  changes: number;
  pages: ({ slug: string; title: string } & Differences)[];
  count: number;
  left: {
    slug: string;
    title: string;
    fields: string[];
    author: string;
    client?: string;
    change: number;
  }[];
  left_count: number;
  change?: number;
}

/** Prints what a revert did or would do, in the terminal's manner. */
export function printReverted(terminal: Terminal, reverted: Reverted): void {
  if (terminal.manner === 'json') {
    terminal.json(reverted);
    return;
  }
  const { pages, count, left, left_count } = reverted;
  for (const page of pages) {
    if (terminal.manner === 'lines') {
      terminal.print(`${page.slug}\t${differencesLine(page)}`);
      continue;
    }
    const said = sayDifferences(terminal, page);
    terminal.print(`${terminal.style('bold', clean(page.title))}  ${said}`);
  }
  if (count > pages.length) terminal.say(`… and ${count - pages.length} more pages`);
  for (const page of left) {
    const what = page.fields[0] === 'page' ? 'is left' : `keeps its ${page.fields.join(', ')}`;
    terminal.say(
      `${page.slug} ${what}: changed since by ${sayWho(terminal, page)} (change ${page.change})`,
    );
  }
  if (left_count > left.length) terminal.say(`… and ${left_count - left.length} more are left`);
  if (terminal.manner === 'columns') terminal.say(terminal.style('dim', ending(reverted)));
}

function ending({ dry_run, count, change }: Reverted): string {
  const pages = count === 1 ? '1 page' : `${count} pages`;
  if (count === 0) return 'nothing to take back';
  if (dry_run) return `${pages} would go back; nothing was written`;
  return `${pages} went back · undo this: scrap revert --change ${change}`;
}
