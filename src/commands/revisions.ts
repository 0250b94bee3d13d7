import type { Command } from './command.ts';
import { sayWhen } from './dates.ts';
import { type Differences, differencesLine, sayDifferences } from './differences.ts';
import { type ListEnd, printEnd } from './format.ts';
import { inputOf } from './input.ts';
import { pageOf } from './page-of.ts';
import type { Terminal } from './terminal.ts';
import { sayWho, type Who } from './who.ts';

/** One entry of a page's history; the shape is the store's. */
export interface Revision extends Who, Differences {
  change: number;
  at: string;
  operation: string;
  source: string;
  made?: boolean;
}

export const command: Command = {
  group: 'History and data',
  operation: 'revisions',
  examples: [
    'scrap revisions oven-manual',
    'scrap revisions 2 --limit 5',
    'scrap diff oven-manual',
  ],
  async run(call) {
    const { terminal } = call;
    const { page } = pageOf(call, 'revisions');
    const { revisions, slug, ...end } = await call.perform<
      { revisions: Revision[]; slug: string } & ListEnd
    >('revisions', { page, ...inputOf(call.flags) });
    for (const revision of revisions) {
      if (terminal.manner === 'json') terminal.json(revision);
      else if (terminal.manner === 'lines') terminal.print(revisionLine(revision));
      else printRevision(terminal, revision);
    }
    printEnd(terminal, revisions.length, end, 'revision');
    if (terminal.manner === 'columns') {
      terminal.say(terminal.style('dim', `take one back: scrap revert ${slug} --change N`));
    }
  },
};

/** In a pipe: number, time, author, source, operation, words, fields. */
function revisionLine(revision: Revision): string {
  const { change, at, author, source, operation } = revision;
  return [change, at, author, source, operation, differencesLine(revision)].join('\t');
}

function printRevision(terminal: Terminal, revision: Revision): void {
  const { change, at, operation, made } = revision;
  const when = terminal.style('dim', sayWhen(at, terminal.now).padEnd(11));
  terminal.print(
    `${terminal.style('bold', String(change).padStart(5))}  ${when}  ${operation.padEnd(10)} ${sayWho(terminal, revision)}`,
  );
  const what = made === true ? { ...revision, fields: [] } : revision;
  const said = sayDifferences(terminal, what);
  if (said !== '') terminal.print(`       ${said}`);
}
