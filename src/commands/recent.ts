import { LIST_FLAGS, printChosen } from './chosen.ts';
import type { Command } from './command.ts';
import { type Listed, type ListEnd, printEnd, printPages } from './format.ts';
import { inputOf } from './input.ts';

export const command: Command = {
  group: 'Find and read',
  operation: 'recent',
  flags: LIST_FLAGS,
  examples: ['scrap recent', 'scrap recent --limit 5', 'scrap recent --imported --json'],
  async run(call) {
    const input = inputOf(call.flags);
    const { pages, ...end } = await call.perform<{ pages: Listed[] } & ListEnd>('recent', input);
    if (printChosen(call, pages)) printEnd(call.terminal, pages.length, end, 'page');
    else printPages(call.terminal, pages, end);
  },
};
