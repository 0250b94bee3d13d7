import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { wholePageOf } from './page-of.ts';
import { printWritten, type Written } from './written.ts';

export const command: Command = {
  group: 'History and data',
  operation: 'trash',
  examples: ['scrap trash old-list', 'scrap search is:trashed', 'scrap trash 2'],
  async run(call) {
    const input = { page: wholePageOf(call, 'trash'), ...inputOf(call.flags) };
    printWritten(call.terminal, await call.perform<Written>('trash', input), 'in the trash:');
  },
};
