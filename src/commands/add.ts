import { homedir } from 'node:os';
import { join } from 'node:path';

import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { editText } from './editor.ts';
import { pageLine } from './format.ts';
import { inputOf } from './input.ts';
import { isFile, textOfFile, textOfStdin } from './text-source.ts';
import { type Written, printWritten } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'add',
  words: 'text',
  flags: [
    {
      field: 'file',
      long: '--file',
      value: 'path',
      many: true,
      description: 'Add this file; several make one page each, all or none',
    },
  ],
  examples: [
    'scrap add buy oat milk --due friday --tag shop',
    'git diff | scrap add --tag review -',
    'scrap add ./meeting.md --to minutes --section Monday',
  ],
  async run(call) {
    const { file: _, ...flags } = inputOf(call.flags);
    const texts = await textsOf(call);
    if (texts.length > 1) {
      const { pages } = await call.perform<{ pages: Written[] }>('add_many', { texts, ...flags });
      for (const page of pages) printOneOfMany(call, page);
      return;
    }
    const page = await call.perform<Written>('add', { text: texts[0] ?? '', ...flags });
    const verb = flags['to'] === undefined ? 'saved' : 'appended to';
    if (!page.created) call.terminal.say('already saved: this key has made it before');
    printWritten(call.terminal, page, page.created ? verb : 'as it is:');
  },
};

/** What to add: files, words, standard input, or what is written in an editor. */
async function textsOf(call: Call): Promise<string[]> {
  const { words, flags, literal, terminal } = call;
  const files = (flags['file'] as readonly string[] | undefined) ?? [];
  if (files.length > 0) {
    if (words.length > 0) throw invalid('Give either words or --file, not both.');
    return files.map((file) => textOfFile(file));
  }
  if (!literal && words.length > 0) {
    if (words.length === 1 && words[0] === '-') return [await textOfStdin(terminal)];
    if (words.every((word) => looksLikePath(word)))
      return words.map((word) => textOfFile(home(word)));
    if (words.every((word) => isFile(word))) {
      throw invalid(
        `${words[0]} is a file. To add what is in it: scrap add ./${words[0]} · to add the words: scrap add -- ${words.join(' ')}`,
      );
    }
  }
  if (words.length > 0) return [words.join(' ')];
  if (!terminal.stdin.isTTY) return [await textOfStdin(terminal)];
  if (terminal.interactive) return [await editText(terminal, '', 'new page')];
  throw invalid('There is nothing to add. Give words, a --file or something on standard input.');
}

/** `./x`, `../x` and `~/x` mean a file; `/x` does where there is one, since text begins so too. */
function looksLikePath(word: string): boolean {
  return /^(?:\.{1,2}|~)\//.test(word) || (word.startsWith('/') && isFile(word));
}

function home(word: string): string {
  return word.startsWith('~/') ? join(homedir(), word.slice(2)) : word;
}

function printOneOfMany(call: Call, page: Written): void {
  if (call.terminal.manner === 'lines') call.terminal.print(pageLine(page));
  else printWritten(call.terminal, page, page.created ? 'saved' : 'already saved');
}
