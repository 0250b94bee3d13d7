import { LIST_FLAGS, printChosen } from './chosen.ts';
import type { Command } from './command.ts';
import { sayWhen } from './dates.ts';
import { type ListEnd, printEnd } from './format.ts';
import { inputOf } from './input.ts';
import type { Terminal } from './terminal.ts';
import { sayWho, type Who } from './who.ts';
import { clean, fit } from './width.ts';

interface Change extends Who {
  number: number;
  at: string;
  operation: string;
  source: string;
  pages: string[];
  count: number;
}

export const command: Command = {
  group: 'History and data',
  operation: 'changes',
  flags: LIST_FLAGS,
  examples: [
    'scrap changes',
    'scrap changes --author claude --limit 10',
    'scrap changes --after 812 --json',
  ],
  async run(call) {
    const { terminal } = call;
    const {
      changes,
      latest: _,
      ...end
    } = await call.perform<{ changes: Change[]; latest: number } & ListEnd>(
      'changes',
      inputOf(call.flags),
    );
    if (printChosen(call, changes)) return printEnd(terminal, changes.length, end, 'change');
    for (const change of changes) {
      if (terminal.manner === 'json') terminal.json(change);
      else terminal.print(terminal.manner === 'lines' ? changeLine(change) : row(terminal, change));
    }
    printEnd(terminal, changes.length, end, 'change');
    const [first] = changes;
    if (terminal.manner === 'columns' && first !== undefined) {
      terminal.say(terminal.style('dim', `take one back: scrap revert --change ${first.number}`));
    }
  },
};

/** In a pipe: number, time, author, source, client, operation, number of pages, slugs. */
function changeLine(change: Change): string {
  const { number, at, author, source, client = '', operation, count, pages } = change;
  return [number, at, author, source, clean(client), operation, count, pages.join(' ')].join('\t');
}

/** Narrower terminals are not told when, nor what for. */
const NARROW = 64;

function row(terminal: Terminal, change: Change): string {
  const { number, at, operation, pages, count, origin } = change;
  const names = pages.slice(0, 3).join(', ');
  const more = count > 3 ? ` and ${count - Math.min(3, pages.length)} more` : '';
  const what = count === 0 || pages.length === 0 ? `${count} pages` : `${names}${more}`;
  const isNarrow = terminal.width < NARROW;
  const when = isNarrow ? '' : `  ${terminal.style('dim', sayWhen(at, terminal.now).padEnd(11))}`;
  const why =
    origin === undefined || isNarrow
      ? ''
      : terminal.style('dim', `  for ${fit(clean(origin), 30)}`);
  // the number, the operation and who did it take 29 columns, the time 13 more
  const room = Math.max(8, Math.min(60, terminal.width - (isNarrow ? 29 : 42)));
  return `${terminal.style('bold', String(number).padStart(5))}${when}  ${operation.padEnd(10)} ${fit(what, room)}  ${sayWho(terminal, change)}${why}`;
}
