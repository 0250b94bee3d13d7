import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { clean } from './width.ts';

/** What `lint` answers; the shape is the store's. */
interface Lint {
  broken: BadLink[];
  broken_count: number;
  ambiguous: BadLink[];
  ambiguous_count: number;
  warned: { slug: string; path?: string; warnings: string[] }[];
  warned_count: number;
  colliding: { name: string; slugs: string[] }[];
  colliding_count: number;
}

interface BadLink {
  slug: string;
  path?: string;
  line: number;
  written: string;
  candidates?: string[];
}

export const command: Command = {
  group: 'History and data',
  operation: 'lint',
  examples: ['scrap lint', 'scrap lint --limit 1000', 'scrap lint --json | jq .broken'],
  async run({ terminal, perform, flags }) {
    const found = await perform<Lint>('lint', inputOf(flags)).finally(() => terminal.progress(''));
    if (terminal.manner === 'json') {
      terminal.json(found);
      return;
    }
    const place = ({ path, slug }: { path?: string; slug: string }) => clean(path ?? slug);
    const rows: [what: string, where: string, detail: string][] = [
      ...found.broken.map((link): [string, string, string] => [
        'broken',
        `${place(link)}:${link.line}`,
        clean(link.written),
      ]),
      ...found.ambiguous.map((link): [string, string, string] => [
        'ambiguous',
        `${place(link)}:${link.line}`,
        `${clean(link.written)} could be ${link.candidates?.join(', ')}`,
      ]),
      ...found.warned.map((page): [string, string, string] => [
        'warning',
        place(page),
        clean(page.warnings.join(' ')),
      ]),
      ...found.colliding.map(({ name, slugs }): [string, string, string] => [
        'collision',
        clean(name),
        slugs.join(', '),
      ]),
    ];
    for (const [what, where, detail] of rows) {
      if (terminal.manner === 'lines') terminal.print([what, where, detail].join('\t'));
      else terminal.print(`${terminal.style('yellow', what.padEnd(9))}  ${where}  ${detail}`);
    }
    const counts = [
      `${found.broken_count} broken links`,
      `${found.ambiguous_count} ambiguous ones`,
      `${found.warned_count} pages with warnings`,
      `${found.colliding_count} colliding names`,
    ];
    terminal.say(terminal.style('dim', counts.join(', ')));
  },
};
