import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { EXIT } from './exit.ts';
import { inputOf } from './input.ts';
import type { Terminal } from './terminal.ts';
import { clean } from './width.ts';

/** What `import` answers; the shape is the store's. */
interface Report {
  collection?: string;
  files: number;
  added: number;
  changed: number;
  unchanged: number;
  kept: number;
  skipped_by_reason: Record<string, number>;
  failed: { path: string; reason: string }[];
  failed_total: number;
  conflicts: { path: string; slug: string }[];
  conflicts_total: number;
  change?: number;
  dry_run?: boolean;
}

export const command: Command = {
  group: 'History and data',
  operation: 'import',
  examples: [
    'scrap import ~/notes',
    'scrap import ~/notes --dry-run',
    'scrap import ~/notes/wiki --name wiki',
    'scrap import everything.jsonl --store new.db',
  ],
  async run(call) {
    const [dir, ...others] = call.words;
    if (dir === undefined || others.length > 0) {
      throw invalid('Name one folder, or one .jsonl file: scrap import ~/notes', {
        reason: 'usage',
      });
    }
    const report = await importing(call, { dir, ...inputOf(call.flags) });
    printReport(call.terminal, report);
    // the pages that could be read are in; a script learns that others are not
    if (report.failed_total > 0) return EXIT.unreadable;
    return report.conflicts_total > 0 ? EXIT.conflict : 0;
  },
};

async function importing(call: Call, input: object): Promise<Report> {
  try {
    return await call.perform<Report>('import', input);
  } finally {
    call.terminal.progress('');
  }
}

function printReport(terminal: Terminal, report: Report): void {
  for (const { path, reason } of report.failed) terminal.say(`scrap: ${clean(path)} ${reason}`);
  for (const { path, slug } of report.conflicts) {
    terminal.say(
      `scrap: ${clean(path)} has changed, and so has ${slug} in scrap, which is left as it is`,
    );
  }
  if (terminal.manner === 'json') {
    terminal.json(report);
    return;
  }
  const counts: [string, number][] = [
    ['added', report.added],
    ['changed', report.changed],
    ['unchanged', report.unchanged],
    ['files kept', report.kept],
    ['failed', report.failed_total],
    ['conflicts', report.conflicts_total],
  ];
  const skipped = Object.entries(report.skipped_by_reason);
  if (terminal.manner === 'lines') {
    for (const [what, count] of counts) terminal.print(`${what}\t${count}`);
    for (const [reason, count] of skipped) terminal.print(`skipped\t${count}\t${reason}`);
    return;
  }
  const said = counts.filter(([what, count]) => count > 0 || what === 'added');
  const verb = report.dry_run === true ? 'would import' : 'imported';
  const name =
    report.collection === undefined ? '' : ` ${terminal.style('bold', clean(report.collection))}`;
  terminal.print(`${verb}${name}: ${said.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  for (const [reason, count] of skipped) {
    terminal.say(terminal.style('dim', `left out ${count}: ${reason}`));
  }
}
