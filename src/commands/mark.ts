import { ScrapError } from '../store/index.ts';
import type { Call } from './command.ts';
import { sayDay, todayOf } from './dates.ts';
import { zone } from './environment.ts';
import { inputOf } from './input.ts';
import { pageOf } from './page-of.ts';
import { printWritten, type Written } from './written.ts';

interface Marked extends Written {
  /** What follows a todo that repeats: a page, or a line of the same one. */
  next?: { slug: string; line?: number; due?: string };
}

/**
 * Ticks or unticks what the words name. A number of the last list knows its line and text, and
 * follows the text where it stands on another line by now, such as after an earlier tick has put
 * a line above it.
 */
export async function markTodo(
  call: Call,
  operation: 'done' | 'reopen',
  verb: string,
): Promise<void> {
  const { page, line, expect } = pageOf(call, operation);
  const place = line === undefined ? {} : { line, expect };
  const input = { page, ...place, ...inputOf(call.flags) };
  const marked = await call.perform<Marked>(operation, input).catch((error: unknown) => {
    const there = error instanceof ScrapError ? error.details?.['line'] : undefined;
    if (expect === undefined || typeof there !== 'number') throw error;
    return call.perform<Marked>(operation, { ...input, line: there });
  });
  printWritten(call.terminal, marked, verb);
  const { next } = marked;
  if (next === undefined || call.terminal.manner === 'json') return;
  const day = next.due && sayDay(next.due, todayOf(call.terminal.now, zone().zone));
  const where = next.line === undefined ? next.slug : `line ${next.line} of ${next.slug}`;
  call.terminal.say(`next: ${where}${day === undefined ? '' : ` · due ${day}`}`);
}
