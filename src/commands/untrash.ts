import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { wholePageOf } from './page-of.ts';
import { printWritten, type Written } from './written.ts';

export const command: Command = {
  group: 'History and data',
  operation: 'untrash',
  examples: ['scrap untrash old-list', 'scrap search is:trashed', 'scrap untrash 2'],
  async run(call) {
    const input = { page: wholePageOf(call, 'untrash'), ...inputOf(call.flags) };
    printWritten(call.terminal, await call.perform<Written>('untrash', input), 'out of the trash:');
  },
};
