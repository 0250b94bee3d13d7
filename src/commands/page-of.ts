import { invalid } from '../store/index.ts';
import type { Call } from './command.ts';
import { type Numbered, numbered } from './numbers.ts';

/** The page a command was called with, by its words or a number of the last list. */
export function pageOf(call: Call, command: string): Numbered {
  const name = call.words.join(' ').trim();
  if (name === '') throw invalid(`Name a page: scrap ${command} <page>`, { reason: 'usage' });
  const found = numbered(call.terminal, name);
  if (found.title !== '') call.terminal.say(`${name}: ${found.title}`);
  return found;
}
