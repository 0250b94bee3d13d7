import type { Call } from './command.ts';
import { inputOf } from './input.ts';
import { pageOf } from './page-of.ts';
import { printWritten, type Written } from './written.ts';

/** Ticks or unticks what the words name; a number of the last list knows its line and text. */
export async function markTodo(
  call: Call,
  operation: 'done' | 'reopen',
  verb: string,
): Promise<void> {
  const { page, line, expect } = pageOf(call, operation);
  const place = line === undefined ? {} : { line, expect };
  const input = { page, ...place, ...inputOf(call.flags) };
  printWritten(call.terminal, await call.perform<Written>(operation, input), verb);
}
