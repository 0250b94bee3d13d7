import { invalid } from '../store/index.ts';
import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { wholePageOf } from './page-of.ts';
import { printWritten, sayDays, type Written } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'edit_meta',
  words: 'pages',
  fills: ['pages'],
  examples: [
    'scrap edit-meta 3 --due friday --priority 1',
    'scrap edit-meta oven-manual guide/grill.md --add-tag kitchen --remove-tag todo',
    'scrap edit-meta oven-manual --due none --field maker=Neff',
  ],
  async run(call) {
    const { terminal, words } = call;
    if (words.length === 0) {
      throw invalid('Name one or more pages: scrap edit-meta <page> …', { reason: 'usage' });
    }
    const pages = words.map((word) => wholePageOf(call, 'edit-meta', [word]));
    const answer = await call.perform<{ pages: Written[] }>('edit_meta', {
      pages,
      ...inputOf(call.flags),
    });
    for (const page of answer.pages) {
      printWritten(terminal, page, 'changed');
      sayDays(call, page);
    }
  },
};
