import { type Listed, pageFacts, pageLine } from './format.ts';
import type { Terminal } from './terminal.ts';
import { clean } from './width.ts';

/** What a write answers; the shape is the store's. */
export interface Written extends Listed {
  url: string;
  created: boolean;
  change: number;
  warnings?: string[];
}

/** Prints what a write did, in the terminal's manner: the page, and on a terminal its URL. */
export function printWritten(terminal: Terminal, page: Written, verb: string): void {
  if (terminal.manner === 'json') {
    terminal.json(page);
    return;
  }
  for (const warning of page.warnings ?? []) terminal.say(`scrap: ${warning}`);
  if (terminal.manner === 'lines') {
    terminal.print(pageLine(page));
    return;
  }
  const facts = pageFacts(terminal, { ...page, updated: terminal.now.toISOString() });
  terminal.print(`${verb} ${terminal.style('bold', clean(page.title))}  ${facts.styled}`);
  terminal.say(terminal.style('dim', `${page.slug} · ${page.url}`));
}
