import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { type Linked, linkedLines } from './linked.ts';
import { pageOf } from './page-of.ts';
import { clean } from './width.ts';

export const command: Command = {
  group: 'Find and read',
  operation: 'links',
  examples: [
    'scrap links oven-manual',
    'scrap links 1 # of the list printed last',
    'scrap links guide/mcp.md --json',
  ],
  async run(call) {
    const { terminal } = call;
    const found = await call.perform<Linked & { slug: string; title: string }>('links', {
      page: pageOf(call, 'links').page,
      ...inputOf(call.flags),
    });
    if (terminal.manner === 'json') terminal.json(found);
    else if (terminal.manner === 'columns') {
      terminal.print(terminal.style('bold', clean(found.title)));
      const lines = linkedLines(terminal, found);
      for (const line of lines) terminal.print(line);
      if (lines.length === 0) terminal.say('no links');
    } else {
      for (const { written, slug, candidates, file, line } of found.links) {
        const where = slug ?? candidates?.join(' ') ?? (file === true ? 'file' : '');
        terminal.print(['to', line, where, clean(written)].join('\t'));
      }
      for (const { slug, line, text } of found.backlinks) {
        terminal.print(['from', line, slug, clean(text)].join('\t'));
      }
    }
  },
};
