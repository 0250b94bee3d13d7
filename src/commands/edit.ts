import { ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
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
    const saved = await editPage(call, page);
    if (saved === undefined) terminal.say('nothing changed');
    else printWritten(terminal, saved, 'saved');
  },
};

/**
 * Replaces a page's text by what was piped in or made in the editor; undefined where it is the
 * same. What cannot be stored is kept in a file, which the error names.
 */
export async function editPage(call: Call, page: string): Promise<Written | undefined> {
  const { terminal } = call;
  const now = await call.perform<{ text: string; revision: number; slug: string }>('read', {
    page,
  });
  const isEditor = terminal.stdin.isTTY;
  const text = isEditor
    ? await editText(terminal, now.text, now.slug)
    : await textOfStdin(terminal);
  if (text === now.text) return undefined;
  const input = { page: now.slug, revision: now.revision, ...inputOf(call.flags), text };
  try {
    return await call.perform<Written>('edit', input);
  } catch (error) {
    // From a pipe the caller still has the text; from the editor nobody has.
    if (!isEditor || !(error instanceof ScrapError)) throw error;
    const said = `${error.message} Your text is kept in ${keepText(text)}`;
    throw new ScrapError(error.code, said, error.details);
  }
}
