import { homedir } from 'node:os';
import { join } from 'node:path';

import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { pageLine } from './format.ts';
import { followLinks } from './follow-links.ts';
import { inputOf } from './input.ts';
import { isDirectory, isFile, refuseOdd, textInFile, textOfStdin } from './text-source.ts';
import { type Written, printWritten, sayDays } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'add',
  words: 'text',
  fills: ['files'],
  flags: [
    {
      field: 'file',
      long: '--file',
      value: 'path',
      many: true,
      description: 'Add this file; with words to the one page, else a page for each, all or none',
    },
    {
      field: 'allow_private',
      long: '--allow-private',
      description: 'A link may lead inside your own network; only on the machine of the store',
    },
  ],
  examples: [
    'scrap add buy oat milk --due friday --tag shop',
    'scrap add https://example.com/an-article --tag later',
    'git diff | scrap add --tag review -',
    'scrap add ./meeting.md --to minutes --section Monday',
    'scrap add "what we agreed on" --file whiteboard.jpg --file plan.pdf',
  ],
  async run(call) {
    const { file: _, allow_private: isPrivate, ...given } = inputOf(call.flags);
    const flags = isPrivate === true ? { ...given, fetch: false } : given;
    if (isForEditor(call)) return addInEditor(call, flags);
    const parts = await partsOf(call);
    if (parts.length > 1) {
      const texts = parts.map(({ text }) => text);
      const files = parts.map((part) => part.files?.[0] ?? '');
      const { pages } = await call.perform<{ pages: Written[] }>('add_many', {
        texts,
        ...(files.some((file) => file !== '') ? { files } : {}),
        ...flags,
      });
      for (const page of pages) printOneOfMany(call, page);
      await followLinks(call, pages);
      return;
    }
    await printAdded(call, await call.perform<Written>('add', { ...parts[0], ...flags }));
  },
};

/** Nothing is said, and somebody sits there who can say it. */
function isForEditor({ words, flags, terminal }: Call): boolean {
  return words.length === 0 && flags['file'] === undefined && terminal.interactive;
}

async function addInEditor(call: Call, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const { newPage } = await import('./new-page.ts');
  const page = await newPage(call, flags);
  if (page === undefined) call.terminal.say('nothing was written, so nothing was added');
  else await printAdded(call, page);
}

async function printAdded(call: Call, page: Written): Promise<void> {
  const { flags, terminal } = call;
  const verb = flags['to'] === undefined ? 'saved' : 'appended to';
  if (!page.created) terminal.say('already saved: this key has made it before');
  printWritten(terminal, page, page.created ? verb : 'as it is:');
  sayDays(call, page);
  if (flags['to'] === undefined) await followLinks(call, [page]);
}

/** What one page is to be made of: words, files or both. */
interface Part {
  readonly text: string;
  readonly files?: readonly string[];
}

/** What to add: files, words, words with files, or standard input. */
async function partsOf(call: Call): Promise<Part[]> {
  const { words, flags, literal } = call;
  const files = (flags['file'] as readonly string[] | undefined) ?? [];
  if (files.length > 0 && words.length === 0) return partsOfFiles(call, files);
  if (!literal && words.length > 0 && files.length === 0) {
    if (words.every((word) => looksLikePath(word))) return partsOfFiles(call, words.map(home));
    if (words.every((word) => isFile(word))) {
      throw invalid(
        `${words[0]} is a file. To add what is in it: scrap add ./${words[0]} · to add the words: scrap add -- ${words.join(' ')}`,
      );
    }
  }
  const text = await textOf(call);
  if (files.length === 0) return [{ text }];
  for (const file of files) refuseOdd(file);
  const kept = [];
  for (const file of files) kept.push(await call.keepFile(file));
  return [{ text, files: kept }];
}

/** The words, or what stands for them. */
function textOf({ words, literal, terminal }: Call): Promise<string> | string {
  if (!literal && words.length === 1 && words[0] === '-') return textOfStdin(terminal);
  if (words.length > 0) return words.join(' ');
  if (!terminal.stdin.isTTY) return textOfStdin(terminal);
  throw invalid('There is nothing to add. Give words, a --file or something on standard input.');
}

/** One page for each file: of its text, or else of the file itself. */
async function partsOfFiles(call: Call, files: readonly string[]): Promise<Part[]> {
  const texts = files.map((file) => textInFile(file));
  const parts: Part[] = [];
  for (const [i, file] of files.entries()) {
    const text = texts[i];
    parts.push(text === undefined ? { text: '', files: [await call.keepFile(file)] } : { text });
  }
  return parts;
}

/** `./x`, `../x` and `~/x` mean a file; `/x` does where there is one, since text begins so too. */
function looksLikePath(word: string): boolean {
  if (/^(?:\.{1,2}|~)(?:\/|$)/.test(word)) return true;
  return word.startsWith('/') && (isFile(word) || isDirectory(word));
}

function home(word: string): string {
  return /^~(?:\/|$)/.test(word) ? join(homedir(), word.slice(2)) : word;
}

function printOneOfMany(call: Call, page: Written): void {
  if (call.terminal.manner === 'lines') call.terminal.print(pageLine(page));
  else printWritten(call.terminal, page, page.created ? 'saved' : 'already saved');
}
