import { sayDay, sayWhen, todayOf } from './dates.ts';
import { zone } from './environment.ts';
import { rememberList } from './numbers.ts';
import type { Terminal } from './terminal.ts';
import { clean, fit, widthOf } from './width.ts';

/** A page as commands print it. */
export interface Listed {
  slug: string;
  title: string;
  kind: string;
  tags: string[];
  status?: string;
  due?: string;
  scheduled?: string;
  start?: string;
  repeat?: string;
  priority?: number;
  author: string;
  updated: string;
  trashed?: string;
  snippet?: string;
  matched?: string[];
}

/** What every list answers besides its elements. */
export interface ListEnd {
  total?: number;
  more_than?: number;
  next_cursor?: string;
  warnings?: string[];
}

/** Prints pages in the terminal's manner; on a terminal their numbers work in the next command. */
export function printPages(terminal: Terminal, pages: readonly Listed[], end: ListEnd): void {
  for (const [i, page] of pages.entries()) {
    if (terminal.manner === 'json') terminal.json(page);
    else if (terminal.manner === 'lines') terminal.print(pageLine(page));
    else printPage(terminal, page, i + 1, String(pages.length).length);
  }
  rememberList(
    terminal,
    pages.map((page) => ({ page: page.slug, title: page.title })),
  );
  printEnd(terminal, pages.length, end, 'page');
}

/** One page in a pipe: slug, kind, updated, author, title, with a TAB between. */
export function pageLine(page: Listed): string {
  return [page.slug, page.kind, page.updated, page.author, clean(page.title)].join('\t');
}

function printPage(terminal: Terminal, page: Listed, number: number, digits: number): void {
  const width = terminal.width - digits - 2;
  const facts = pageFacts(terminal, page, width - leastWidth(terminal) - 2);
  const room = width - widthOf(facts.plain) - 2;
  const title = fit(clean(page.title), Math.min(room, 60));
  const padding = ' '.repeat(Math.max(0, Math.min(room, 44) - widthOf(title)));
  terminal.print(
    `${terminal.style('dim', String(number).padStart(digits))}  ${terminal.style('bold', title)}${padding}  ${facts.styled}`.trimEnd(),
  );
  if (page.snippet !== undefined && page.snippet !== '') {
    const who = saidBy(page);
    const line = fit(clean(page.snippet), terminal.width - digits - 2 - who.length);
    terminal.print(
      `${' '.repeat(digits + 2)}${terminal.style('dim', who)}${markHits(terminal, line)}`,
    );
  }
}

/** Whose words a snippet shows, where they are not the page's own. */
function saidBy({ matched = [] }: Listed): string {
  return matched.includes('by_model') && !matched.includes('text') ? 'a model: ' : '';
}

/** Kind, when, due, priority, author and tags, as they stand behind a title; what has room. */
export function pageFacts(terminal: Terminal, page: Listed, room = Infinity): Facts {
  const today = todayOf(terminal.now, zone().zone);
  const facts: Fact[] = [];
  if (page.author === 'claude') facts.push(['◆claude', 'magenta']);
  facts.push([page.kind, 'dim']);
  if (page.trashed !== undefined) facts.push(['in the trash', 'red']);
  if (page.status !== undefined && page.status !== 'open') facts.push([page.status, 'dim']);
  if (page.due === undefined) facts.push([sayWhen(page.updated, terminal.now), 'dim']);
  facts.push(...dayFacts(page, today));
  if (page.priority !== undefined) facts.push([`!${page.priority}`, 'yellow']);
  for (const tag of fewTags(page.tags)) facts.push([tag, 'cyan']);
  return fitting(terminal, facts, room);
}

/** What stands behind a title, and how it is drawn. */
export type Fact = readonly [text: string, style: Parameters<Terminal['style']>[0]];

/** Several of them in a row, and the same without colours, which is as wide. */
export interface Facts {
  readonly plain: string;
  readonly styled: string;
}

/** The facts that fit into so many columns: a row has one line, on a narrow terminal too. */
export function fitting(terminal: Terminal, facts: readonly Fact[], room: number): Facts {
  let left = room + 2;
  const kept = facts.filter(([text]) => {
    const width = widthOf(text) + 2;
    if (width > left) return false;
    left -= width;
    return true;
  });
  return {
    plain: kept.map(([text]) => text).join('  '),
    styled: kept.map(([text, style]) => terminal.style(style, text)).join('  '),
  };
}

/** The columns that a row's words have whatever stands behind them. */
export function leastWidth({ width }: Terminal): number {
  return Math.min(20, Math.floor(width / 3));
}

/** When something is to be done, and how it comes again. */
export function dayFacts(
  { due, scheduled, start, repeat }: Pick<Listed, 'due' | 'scheduled' | 'start' | 'repeat'>,
  today: string,
): Fact[] {
  const facts: Fact[] = [];
  if (due !== undefined) facts.push([`due ${sayDay(due, today)}`, due < today ? 'red' : 'yellow']);
  if (scheduled !== undefined) facts.push([`planned ${sayDay(scheduled, today)}`, 'yellow']);
  if (start !== undefined && start > today) facts.push([`from ${sayDay(start, today)}`, 'dim']);
  if (repeat !== undefined) facts.push([`↻ ${fit(clean(repeat), 24)}`, 'dim']);
  return facts;
}

/** The first of a page's tags and how many more there are: a row has one line. */
export function fewTags(tags: readonly string[]): string[] {
  const shown = tags.slice(0, 3).map((tag) => `#${tag}`);
  return tags.length > 3 ? [...shown, `+${tags.length - 3}`] : shown;
}

/** What ends a list: how many there are, how to get the rest, and what was odd about the call. */
export function printEnd(terminal: Terminal, shown: number, end: ListEnd, what: string): void {
  for (const warning of end.warnings ?? []) terminal.say(`scrap: ${warning}`);
  if (terminal.manner === 'json') {
    if (end.next_cursor !== undefined) terminal.say(JSON.stringify(end));
    return;
  }
  if (terminal.manner === 'lines') return;
  const total = end.total ?? `more than ${end.more_than}`;
  const more = end.next_cursor === undefined ? '' : ` · the next: --cursor ${end.next_cursor}`;
  terminal.say(
    shown === 0
      ? `no ${what}s`
      : terminal.style('dim', `${shown} of ${total} ${total === 1 ? what : `${what}s`}${more}`),
  );
}

/** `**hit**` in colour where there is some, else as it is. */
function markHits(terminal: Terminal, snippet: string): string {
  return snippet
    .split('**')
    .map((part, i) => (i % 2 === 1 ? terminal.style(['bold', 'yellow'], part) : part))
    .join('');
}
