import type { Command } from './command.ts';
import { editText, keepText } from './editor.ts';
import { inputOf } from './input.ts';
import { pageOf } from './page-of.ts';
import { textOfStdin } from './text-source.ts';
import { printWritten, type Written } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'edit',
  fills: ['text'],
  examples: [
    'scrap edit oven-manual',
    'scrap read todo-list | sort | scrap edit todo-list',
    'scrap edit plan --revision 812 < plan.md',
  ],
  async run(call) {
    const { page } = pageOf(call, 'edit');
    const { terminal } = call;
    const now = await call.perform<{ text: string; revision: number; slug: string }>('read', {
      page,
    });
    const text = terminal.stdin.isTTY
      ? await editText(terminal, now.text, now.slug)
      : await textOfStdin(terminal);
    if (text === now.text) {
      terminal.say('nothing changed');
      return;
    }
    const input = { page: now.slug, revision: now.revision, ...inputOf(call.flags), text };
    try {
      printWritten(terminal, await call.perform<Written>('edit', input), 'saved');
    } catch (error) {
      // From a pipe the caller still has the text; from the editor nobody has.
      if (terminal.stdin.isTTY) terminal.say(`your text is kept in ${keepText(text)}`);
      throw error;
    }
  },
};
