import { invalid } from '../store/index.ts';
import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { wholePageOf } from './page-of.ts';
import { clean } from './width.ts';

interface Purged {
  pages: { slug: string; title: string }[];
  purged: boolean;
  change?: number;
  warnings?: string[];
}

export const command: Command = {
  group: 'History and data',
  operation: 'purge',
  words: 'pages',
  fills: ['pages'],
  examples: ['scrap purge old-secret', 'scrap purge old-secret --yes', 'scrap purge 1 2 --yes'],
  async run(call) {
    const { terminal, words } = call;
    if (words.length === 0) {
      throw invalid('Name one or more pages: scrap purge <page> … --yes', { reason: 'usage' });
    }
    const pages = words.map((word) => wholePageOf(call, 'purge', [word]));
    const answer = await call.perform<Purged>('purge', { pages, ...inputOf(call.flags) });
    if (terminal.manner === 'json') terminal.json(answer);
    else {
      for (const { slug, title } of answer.pages) terminal.print(`${slug}\t${clean(title)}`);
    }
    for (const warning of answer.warnings ?? []) terminal.say(`scrap: ${warning}`);
    if (!answer.purged) {
      throw invalid('Nothing was removed. To remove these for ever, add --yes', {
        reason: 'unconfirmed',
      });
    }
    terminal.say(
      `removed for ever: ${answer.pages.length} ${answer.pages.length === 1 ? 'page' : 'pages'}`,
    );
  },
};
