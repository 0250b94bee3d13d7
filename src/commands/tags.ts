import { LIST_FLAGS, printChosen } from './chosen.ts';
import type { Command } from './command.ts';
import { type ListEnd, printEnd } from './format.ts';
import { inputOf } from './input.ts';

export const command: Command = {
  group: 'Find and read',
  operation: 'tags',
  flags: LIST_FLAGS,
  words: 'prefix | accept page tag …',
  examples: [
    'scrap tags',
    'scrap tags work/',
    'scrap tags --json | jq -r .tag',
    'scrap tags accept lunch # those that a model proposes for it',
  ],
  async run(call) {
    const { terminal } = call;
    if (call.words[0] === 'accept' && call.words.length > 1) {
      return (await import('./accept-tags.ts')).acceptTags(call);
    }
    const prefix = call.words.join(' ');
    const { tags, ...end } = await call.perform<
      { tags: { tag: string; pages: number }[] } & ListEnd
    >('tags', { ...(prefix === '' ? {} : { prefix }), ...inputOf(call.flags) });
    if (printChosen(call, tags)) return printEnd(terminal, tags.length, end, 'tag');
    const digits = String(tags[0]?.pages ?? 0).length;
    for (const tag of tags) {
      if (terminal.manner === 'json') terminal.json(tag);
      else if (terminal.manner === 'lines') terminal.print(`${tag.tag}\t${tag.pages}`);
      else {
        const pages = terminal.style('dim', String(tag.pages).padStart(digits));
        terminal.print(`${pages}  ${terminal.style('cyan', `#${tag.tag}`)}`);
      }
    }
    printEnd(terminal, tags.length, end, 'tag');
  },
};
