import { type ByModel, byModelLines } from './by-model.ts';
import { type Clip, clipLines } from './clip.ts';
import type { Command } from './command.ts';
import { type Listed, pageFacts } from './format.ts';
import { type Linked, linkedLines } from './linked.ts';
import { inputOf } from './input.ts';
import { page as throughPager } from './pager.ts';
import { fileLines, type PageFiles, sayFiles } from './page-files.ts';
import { pageOf } from './page-of.ts';
import type { Terminal } from './terminal.ts';
import { clean, cleanText } from './width.ts';

/** Longer lines are hard to read. */
const WIDEST = 88;

export const command: Command = {
  group: 'Find and read',
  operation: 'read',
  flags: [
    {
      field: 'pager',
      long: '--pager',
      description: 'Through $PAGER when it is longer than the screen',
    },
    { field: 'raw', long: '--raw', description: 'The text as it is written, not laid out' },
  ],
  examples: [
    'scrap read oven-manual',
    'scrap read 1 --raw',
    'scrap read guide/mcp.md > mcp.md # in a pipe it is always as it is written',
  ],
  async run(call) {
    const { terminal } = call;
    const { pager = true, raw = false, ...flags } = inputOf(call.flags);
    const found = await call.perform<
      Listed &
        Partial<Linked> &
        PageFiles & {
          path?: string;
          text?: string;
          warnings?: string[];
          clip?: Clip;
          fields?: Record<string, unknown>;
          by_model?: ByModel;
        }
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
      raw === true ? cleanText(text).trimEnd() : await laidOut(terminal, found, text),
      ...fileLines(terminal, found),
      ...clipLines(terminal, found),
      ...byModelLines(terminal, found.slug, found.by_model),
      ...linkedLines(terminal, found),
    ].join('\n');
    await throughPager(terminal, `${head}\n${body}\n`, pager === true);
  },
};

async function laidOut(
  terminal: Terminal,
  { title, path = '' }: { title: string; path?: string },
  text: string,
): Promise<string> {
  if (/\.org$/i.test(path)) return cleanText(text).trimEnd();
  const { drawText } = await import('./markdown/draw.ts');
  return drawText(text, title, {
    width: Math.min(terminal.width, WIDEST),
    style: terminal.style,
    links: terminal.style('bold', 'x') !== 'x',
    // Who wrote into a file wrapped its lines; who typed into a box meant them.
    keepsLines: path === '',
  });
}
