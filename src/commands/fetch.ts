import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { pageOf } from './page-of.ts';
import { clean } from './width.ts';

export const command: Command = {
  group: 'Run and connect',
  operation: 'fetch',
  examples: [
    'scrap fetch some-article',
    'scrap fetch printer --allow-private',
    'scrap fetch 1 && scrap jobs run # where scrap serve does not run',
  ],
  async run(call) {
    const { terminal } = call;
    const input = { page: pageOf(call, 'fetch').page, ...inputOf(call.flags) };
    const answer = await call.perform<{ slug: string; address: string }>('fetch', input);
    if (terminal.manner === 'json') terminal.json(answer);
    else if (terminal.manner === 'lines')
      terminal.print(`${answer.slug}\t${clean(answer.address)}`);
    else terminal.print(`to be fetched: ${clean(answer.address)}`);
  },
};
