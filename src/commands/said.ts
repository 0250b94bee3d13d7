import { invalid } from '../store/index.ts';
import type { Call } from './command.ts';
import { textOfStdin } from './text-source.ts';

/** The words of a call, or standard input for `-` and where there are none and it is piped. */
export async function saidIn({ words, literal, terminal }: Call, what: string): Promise<string> {
  const isDash = !literal && words.length === 1 && words[0] === '-';
  if (words.length > 0 && !isDash) return words.join(' ');
  if (isDash || !terminal.stdin.isTTY) return textOfStdin(terminal);
  throw invalid(`Say ${what}, in words or on standard input.`, { reason: 'usage' });
}
