import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { wholePageOf } from './page-of.ts';
import { printReverted, type Reverted } from './taken-back.ts';

export const command: Command = {
  group: 'History and data',
  operation: 'revert',
  examples: [
    'scrap revert --change 812',
    'scrap revert oven-manual --change 812 --dry-run',
    'scrap revert --client laptop --since 2h --dry-run',
  ],
  async run(call) {
    const page = call.words.length === 0 ? {} : { page: wholePageOf(call, 'revert') };
    const input = { ...page, ...inputOf(call.flags) };
    printReverted(call.terminal, await call.perform<Reverted>('revert', input));
  },
};
