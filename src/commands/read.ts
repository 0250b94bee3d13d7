import { type ByModel, byModelLines } from './by-model.ts';
import type { Command } from './command.ts';
import { type Listed, pageFacts } from './format.ts';
import { type Linked, linkedLines } from './linked.ts';
import { inputOf } from './input.ts';
import { page as throughPager } from './pager.ts';
import { fileLines, type PageFiles, sayFiles } from './page-files.ts';
import { pageOf } from './page-of.ts';
import { clean, cleanText } from './width.ts';

export const command: Command = {
  group: 'Find and read',
  operation: 'read',
  flags: [
    {
      field: 'pager',
      long: '--pager',
      description: 'Through $PAGER when it is longer than the screen',
    },
  ],
  examples: ['scrap read oven-manual', 'scrap read 1', 'scrap read guide/mcp.md > mcp.md'],
  async run(call) {
    const { terminal } = call;
    const { pager = true, ...flags } = inputOf(call.flags);
    const found = await call.perform<
      Listed &
        Partial<Linked> &
        PageFiles & { text?: string; warnings?: string[]; by_model?: ByModel }
    >('read', { page: pageOf(call, 'read').page, ...flags });
    if (terminal.manner === 'json') {
      terminal.json(found);
      return;
    }
    for (const warning of found.warnings ?? []) terminal.say(`scrap: ${warning}`);
    const text = found.text ?? '';
    if (terminal.manner === 'lines') {
      sayFiles(terminal, found);
      terminal.write(text);
      return;
    }
    const head = `${terminal.style('bold', clean(found.title))}\n${pageFacts(terminal, found).styled}\n`;
    const body = [
      cleanText(text).trimEnd(),
      ...fileLines(terminal, found),
      ...byModelLines(terminal, found.slug, found.by_model),
      ...linkedLines(terminal, found),
    ].join('\n');
    await throughPager(terminal, `${head}\n${body}\n`, pager === true);
  },
};
