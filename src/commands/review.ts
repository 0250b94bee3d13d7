import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { sayWhen } from './dates.ts';
import { inputOf } from './input.ts';
import { printReverted, type Reverted } from './taken-back.ts';
import type { Terminal } from './terminal.ts';
import { sayWho } from './who.ts';
import { clean, fit } from './width.ts';

/** What one agent did for one purpose; the shape is the store's. */
export interface Group {
  client?: string;
  origin?: string;
  changes: number;
  first: number;
  until: string;
  pages: { slug: string; title: string; added: boolean }[];
  count: number;
}

/** What agents did, and the latest change of all. */
export interface Review {
  groups: Group[];
  latest: number;
}

/** So many pages of a group are named. */
const SHOWN = 8;

export const command: Command = {
  group: 'History and data',
  operation: 'review',
  flags: [
    { field: 'keep', long: '--keep', description: 'Keep what is shown: it is not shown again' },
    {
      field: 'revert',
      long: '--revert',
      description: 'Take back what is shown: without --yes, only show what would become of it',
    },
    { field: 'yes', long: '--yes', description: 'With --revert: really' },
  ],
  examples: ['scrap review', 'scrap review --keep', 'scrap review --client laptop --revert --yes'],
  async run(call) {
    const { keep, revert, yes, ...filter } = inputOf(call.flags);
    if (keep === true && revert === true) {
      throw invalid('Give either --keep or --revert.', { reason: 'usage' });
    }
    const found = await call.perform<Review>('review', filter);
    if (revert === true) return takeBack(call, found, filter, yes === true);
    printReview(call.terminal, found);
    if (keep !== true) return undefined;
    await markKept(call, found, filter);
    call.terminal.say('kept');
    return undefined;
  },
};

function markKept(call: Call, { latest }: Review, filter: object): Promise<unknown> {
  return call.perform('keep', { ...filter, upto: latest });
}

/** The changes of each group as one new change; what is left of them is seen, too. */
async function takeBack(call: Call, found: Review, filter: object, isReal: boolean): Promise<void> {
  const { terminal } = call;
  for (const group of found.groups) {
    if (terminal.manner === 'columns') printHead(terminal, group);
    const wanted = {
      author: 'claude',
      client: group.client ?? '',
      origin: group.origin ?? '',
      since: String(group.first),
      upto: found.latest,
    };
    const told = await call.perform<Reverted>('revert', { ...wanted, dry_run: !isReal });
    printReverted(terminal, told);
  }
  if (found.groups.length === 0) terminal.say('nothing new by agents');
  else if (isReal) await markKept(call, found, filter);
  else terminal.say('To do it: add --yes');
}

function printReview(terminal: Terminal, { groups }: Review): void {
  for (const group of groups) {
    if (terminal.manner === 'json') terminal.json(group);
    else if (terminal.manner === 'lines') terminal.print(groupLine(group));
    else {
      printHead(terminal, group);
      for (const page of group.pages.slice(0, SHOWN)) {
        const verb = terminal.style(
          page.added ? 'green' : 'yellow',
          page.added ? 'added' : 'changed',
        );
        terminal.print(
          `  ${verb}  ${fit(clean(page.title), 60)}  ${terminal.style('dim', page.slug)}`,
        );
      }
      if (group.count > SHOWN) terminal.print(`  … and ${group.count - SHOWN} more`);
    }
  }
  if (terminal.manner !== 'columns') return;
  terminal.say(
    terminal.style(
      'dim',
      groups.length === 0
        ? 'nothing new by agents'
        : 'keep: scrap review --keep · take back: scrap review --revert',
    ),
  );
}

/** In a pipe: client, origin, number of changes, of pages, first change, latest time. */
function groupLine({ client = '', origin = '', changes, count, first, until }: Group): string {
  return [clean(client), clean(origin), changes, count, first, until].join('\t');
}

function printHead(terminal: Terminal, group: Group): void {
  const who = sayWho(terminal, { author: 'claude', ...group });
  const why = group.origin === undefined ? '' : ` for ${fit(clean(group.origin), 50)}`;
  const pages = group.count === 1 ? '1 page' : `${group.count} pages`;
  terminal.print(
    `${who}${why}  ${terminal.style('dim', `${pages}, ${sayWhen(group.until, terminal.now)}`)}`,
  );
}
