import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { editDraft } from './editor.ts';
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
 * same. What the editor made and cannot be stored stays in its file, which the error names.
 */
export async function editPage(call: Call, page: string): Promise<Written | undefined> {
  const { terminal } = call;
  const now = await call.perform<{ text: string; revision: number; slug: string }>('read', {
    page,
  });
  const save = async (text: string) => {
    if (text.trim() === '') {
      throw invalid(
        `The text was empty, so nothing was saved. To throw it away: scrap trash ${now.slug}`,
      );
    }
    const input = { page: now.slug, revision: now.revision, ...inputOf(call.flags), text };
    return call.perform<Written>('edit', input);
  };
  if (terminal.stdin.isTTY) {
    return editDraft(terminal, { text: now.text, name: now.slug }, save);
  }
  const text = await textOfStdin(terminal);
  return text === now.text ? undefined : save(text);
}
