import type { Call, Command } from './command.ts';
import { type Differences, sayDifferences } from './differences.ts';
import { inputOf } from './input.ts';
import { page as throughPager } from './pager.ts';
import { pageOf } from './page-of.ts';
import type { Terminal } from './terminal.ts';
import { clean, cleanText } from './width.ts';

/** A piece of a text: it stayed, or was put in or taken out. */
export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** What changed on a page; the shape is the store's. */
export interface Diff extends Differences {
  title: string;
  from: number;
  to: number;
  pieces: Piece[];
}

/** So many lines are shown around what changed. */
const AROUND = 3;

export const command: Command = {
  group: 'History and data',
  operation: 'diff',
  examples: ['scrap diff oven-manual', 'scrap diff oven-manual 812', 'scrap diff 1 812 830'],
  async run(call) {
    const { terminal } = call;
    const { words, numbers } = withoutNumbers(call.words);
    const { page } = pageOf({ ...call, words }, 'diff');
    const [from, to] = numbers;
    const found = await call.perform<Diff>('diff', {
      page,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...inputOf(call.flags),
    });
    if (terminal.manner === 'json') terminal.json(found);
    else await show(call, found);
  },
};

/** The one or two revisions that stand behind the page. */
function withoutNumbers(words: readonly string[]): { words: string[]; numbers: string[] } {
  const rest = [...words];
  const numbers: string[] = [];
  while (rest.length > 1 && numbers.length < 2 && /^\d+$/.test(rest.at(-1) ?? '')) {
    numbers.unshift(rest.pop() ?? '');
  }
  return { words: rest, numbers };
}

async function show({ terminal }: Call, diff: Diff): Promise<void> {
  const facts = sayDifferences(terminal, diff);
  const head = `${terminal.style('bold', clean(diff.title))}  ${terminal.style('dim', `${diff.from} → ${diff.to}`)}`;
  const body = diff.words === undefined ? '' : `\n${marked(terminal, diff.pieces)}\n`;
  const text = `${head}\n${facts === '' ? 'nothing changed' : facts}\n${body}`;
  if (terminal.manner === 'columns') await throughPager(terminal, text, true);
  else terminal.write(text);
}

/** Words put in and taken out, coloured, or between `{+ +}` and `[- -]` where there is no colour. */
function marked(terminal: Terminal, pieces: readonly Piece[]): string {
  return pieces
    .map(({ kind, text }, i) => {
      const shown = cleanText(text);
      if (kind === 'same') return around(terminal, shown, i === 0, i === pieces.length - 1);
      const [style, open, close] =
        kind === 'added' ? (['green', '{+', '+}'] as const) : (['red', '[-', '-]'] as const);
      const styled = terminal.style(style, shown);
      return styled === shown ? `${open}${shown}${close}` : styled;
    })
    .join('');
}

/** What stayed, but for what is far from anything that did not. */
function around(terminal: Terminal, text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * AROUND + 1) return text;
  const before = isFirst ? [] : lines.slice(0, AROUND);
  const after = isLast ? [] : lines.slice(-AROUND);
  const left = lines.length - before.length - after.length;
  return [...before, terminal.style('dim', `… ${left} lines …`), ...after].join('\n');
}
