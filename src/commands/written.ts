import type { Call } from './command.ts';
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

/**
 * Says the days a write has understood where the line of a pipe has no room for them; on a terminal
 * they stand behind the title, and in JSON they are fields.
 */
export function sayDays({ flags, terminal }: Call, page: Written): void {
  const asked = ['due', 'scheduled', 'start', 'repeat'].some((field) => flags[field] !== undefined);
  if (asked) sayUnderstood(terminal, page);
}

/** The same, whether or not the line had flags for them. */
export function sayUnderstood(terminal: Terminal, page: Written): void {
  if (terminal.manner !== 'lines') return;
  const { due, scheduled, start, repeat } = page;
  const days = Object.entries({ due, planned: scheduled, from: start });
  const said = days.flatMap(([word, day]) => (day === undefined ? [] : [`${word} ${day}`]));
  const all = [...said, ...(repeat === undefined ? [] : [clean(repeat)])];
  if (all.length > 0) terminal.say(all.join(' · '));
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
