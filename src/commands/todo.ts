import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { saidIn } from './said.ts';
import { printWritten, sayUnderstood, type Written } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'todo',
  examples: [
    'scrap todo call Ann due:friday p1 +home',
    'scrap todo "pay the rent due:2026-12-31 repeat:month"',
    `scrap todo 'water the ferns repeat:"every 3 days when done"' # counted from when it is done`,
  ],
  async run(call) {
    const text = await saidIn({ ...call, words: requoted(call.words) }, 'what is to be done');
    const page = await call.perform<Written>('todo', {
      text: text.trimEnd(),
      ...inputOf(call.flags),
    });
    if (!page.created) call.terminal.say('already saved: this key has made it before');
    printWritten(call.terminal, page, page.created ? 'saved' : 'as it is:');
    sayUnderstood(call.terminal, page);
  },
};

/** A shell takes the quotes of `due:"next friday"` away; as one of several words it is still whole. */
function requoted(words: readonly string[]): string[] {
  const field = /^(due|scheduled|start|repeat):([^"]*\s[^"]*)$/i;
  return words.length === 1 ? [...words] : words.map((word) => word.replace(field, '$1:"$2"'));
}
