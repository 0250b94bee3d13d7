import type { Command } from './command.ts';
import { inputOf } from './input.ts';

export const command: Command = {
  group: 'History and data',
  operation: 'reindex',
  examples: ['scrap reindex', 'scrap reindex --fresh', 'scrap reindex --store copy.db'],
  async run({ perform, flags, terminal }) {
    const done = await perform<{ pages: number; changed: number }>('reindex', inputOf(flags));
    const { pages, changed } = done;
    if (terminal.manner === 'json') terminal.json(done);
    else if (terminal.manner === 'lines') terminal.print(`${pages}\t${changed}`);
    else {
      const read = `${pages} ${pages === 1 ? 'page' : 'pages'} read anew`;
      terminal.print(changed === 0 ? read : `${read}, ${changed} of them say something else now`);
    }
  },
};
