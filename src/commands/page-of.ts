import { invalid } from '../store/index.ts';
import type { Call } from './command.ts';
import { type Numbered, numbered } from './numbers.ts';
import { clean } from './width.ts';

/** The page a command was called with, by its words or a number of the last list. */
export function pageOf(call: Call, command: string): Numbered {
  const name = call.words.join(' ').trim();
  if (name === '') throw invalid(`Name a page: scrap ${command} <page>`, { reason: 'usage' });
  return named(call, name);
}

/**
 * The same for a command that does something to the whole page: a number that stands for a line of
 * one is refused.
 */
export function wholePageOf(call: Call, command: string, words = call.words): string {
  const found = pageOf({ ...call, words }, command);
  if (found.line === undefined) return found.page;
  throw invalid(
    `That is line ${found.line} of ${found.page}, not a page. For the whole page: scrap ${command} ${found.page}`,
  );
}

/** The page that one word names, its title said where it was a number of the last list. */
function named({ terminal }: Call, word: string): Numbered {
  const found = numbered(terminal, word);
  if (found.title !== '') terminal.say(`${word}: ${clean(found.title)}`);
  return found;
}
