import { basename } from 'node:path';

import {
  type AnyOperation,
  dayIn,
  type OperationName,
  readInput,
  ScrapError,
  readTodoLine,
  understandDay,
  understandRepeat,
} from '../../store/index.ts';
import { KeptForLater } from '../kept-for-later.ts';
import type { Elsewhere } from './elsewhere.ts';

/** As the server has it: what is longer would only be refused later. */
const LONGEST_REQUEST = 1024 * 1024;

/** A write as it would be sent. */
export interface Write {
  readonly name: OperationName;
  readonly operation: AnyOperation;
  readonly input: Readonly<Record<string, unknown>>;
  /** The paths of the files of it that the server has already. */
  readonly files: readonly string[];
  readonly now: Date;
}

/**
 * Keeps a write in the outbox since the server is away, which `why` says, and gives what `perform`
 * then throws: `KeptForLater`, or `why` for a write that would not mean the same later. Throws
 * `invalid` for one that no server would take.
 */
export async function keepWrite(
  { server, sender, outbox }: Elsewhere,
  { name, operation, input, files, now }: Write,
  why: ScrapError,
): Promise<Error> {
  const { key } = input;
  // what is taken back is chosen by what is seen, and that may be old
  if (typeof key !== 'string' || name === 'revert') {
    return new ScrapError(why.code, `${why.message} Nothing was changed.`, why.details);
  }
  readInput(operation.input(), input);
  await refuseNoDays(name, input);
  const kept = { ...input, key };
  if (Buffer.byteLength(JSON.stringify(kept)) > LONGEST_REQUEST) {
    throw new ScrapError('invalid', 'A request may carry at most 1 MiB. Nothing was kept.', {
      reason: 'too_large',
    });
  }
  // what no page has is removed there after a day
  for (const path of files) await outbox.keepFile(path, basename(path));
  const waiting = { operation: name, input: kept, sender, at: now.toISOString() };
  const number = outbox.keep(waiting);
  const because = why.message;
  return new KeptForLater({ number, operation: name, key, server: server.origin, because });
}

/** Which day is meant is said by the server, as of when it was written; here it must be one. */
async function refuseNoDays(name: OperationName, input: Write['input']): Promise<void> {
  const today = dayIn(undefined, new Date());
  for (const field of ['due', 'scheduled', 'start']) {
    const words = input[field];
    if (typeof words !== 'string' || words.trim().toLowerCase() === 'none') continue;
    await understandDay(words, today);
  }
  const { repeat, text } = input;
  if (typeof repeat === 'string') understandRepeat(repeat);
  if (name === 'todo' && typeof text === 'string') await readTodoLine(text, today);
}
