import { invalid } from '../store/index.ts';
import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { clean } from './width.ts';

interface Renamed {
  from: string;
  to: string;
  merges?: boolean;
  pages: string[];
  count: number;
  change?: number;
}

export const command: Command = {
  group: 'Capture',
  operation: 'rename_tag',
  words: 'from to',
  fills: ['from', 'to'],
  examples: [
    'scrap rename-tag shoping shopping',
    'scrap rename-tag work/old archive --dry-run',
    'scrap rename-tag recipe kitchen/recipe',
  ],
  async run(call) {
    const { terminal } = call;
    const [from, to, ...others] = call.words;
    if (from === undefined || to === undefined || others.length > 0) {
      throw invalid('Name the tag and what it becomes: scrap rename-tag <from> <to>', {
        reason: 'usage',
      });
    }
    const renamed = await call.perform<Renamed>('rename_tag', {
      from,
      to,
      ...inputOf(call.flags),
    });
    if (terminal.manner === 'json') {
      terminal.json(renamed);
      return;
    }
    if (terminal.manner === 'lines') {
      for (const slug of renamed.pages) terminal.print(slug);
      return;
    }
    const pages = `${renamed.count} ${renamed.count === 1 ? 'page' : 'pages'}`;
    const verb = renamed.change === undefined ? 'would be renamed' : 'renamed';
    const merged = renamed.merges === true ? ', which other pages had already' : '';
    terminal.print(
      `#${clean(renamed.from)} ${verb} to ${terminal.style('cyan', `#${clean(renamed.to)}`)} on ${pages}${merged}`,
    );
    if (renamed.change !== undefined) {
      terminal.say(terminal.style('dim', `take it back: scrap revert --change ${renamed.change}`));
    }
  },
};
