import { author } from './environment.ts';
import { ScrapError } from '../store/index.ts';
import type { Command } from './command.ts';
import { printReverted, type Reverted } from './taken-back.ts';

export const command: Command = {
  group: 'Capture',
  summary: 'Take back your last change from a terminal; once more brings it back.',
  flags: [
    {
      field: 'dry_run',
      long: '--dry-run',
      description: 'Only show what would become of each page',
    },
  ],
  examples: ['scrap undo', 'scrap undo --dry-run', 'scrap changes --source cli'],
  async run(call) {
    const { changes } = await call.perform<{ changes: { number: number }[] }>('changes', {
      author: author(call.flags),
      source: 'cli',
      limit: 1,
    });
    const [last] = changes;
    if (last === undefined) {
      throw new ScrapError('not_found', 'Nothing was changed from a terminal yet.', {
        reason: 'change',
      });
    }
    const dry_run = call.flags['dry_run'] === true;
    const reverted = await call.perform<Reverted>('revert', { change: last.number, dry_run });
    printReverted(call.terminal, reverted);
  },
};
