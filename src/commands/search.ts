import { printChosen } from './chosen.ts';
import type { Command } from './command.ts';
import { type Listed, type ListEnd, printEnd, printPages } from './format.ts';
import { inputOf } from './input.ts';

export const command: Command = {
  group: 'Find and read',
  operation: 'search',
  examples: [
    'scrap search oven manual',
    'scrap search tag:shop is:open due:7d',
    "scrap search 'is:claude created:2026-11' --json | jq -r .url",
  ],
  async run(call) {
    const query = call.words.join(' ');
    const { pages, ...end } = await call.perform<{ pages: Listed[] } & ListEnd>('search', {
      query,
      ...inputOf(call.flags),
    });
    if (printChosen(call, pages)) printEnd(call.terminal, pages.length, end, 'page');
    else printPages(call.terminal, pages, end);
  },
};
