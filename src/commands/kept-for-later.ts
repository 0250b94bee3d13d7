import type { OperationName } from '../store/index.ts';
import type { Terminal } from './terminal.ts';

/**
 * What `perform` throws where the server could not be asked and the write is kept on this machine
 * instead: no failure, but there is no answer to print either.
 */
export class KeptForLater extends Error {
  readonly kept: Kept;

  constructor(kept: Kept) {
    super(sentenceOf(kept));
    this.kept = kept;
  }
}

/** A write that waits in the outbox. */
export interface Kept {
  /** Its number in the outbox. */
  readonly number: number;
  readonly operation: OperationName;
  readonly key: string;
  readonly server: string;
  /** Why it waits: a sentence. */
  readonly because: string;
}

/** Says that a write waits, and how it goes on. */
export function sayKept(terminal: Terminal, kept: Kept): void {
  if (terminal.manner === 'json') terminal.json({ kept });
  terminal.say(`scrap: ${sentenceOf(kept)}`);
}

function sentenceOf({ because, number }: Kept): string {
  return `${because} What you wrote is kept, no. ${number} of the outbox, and goes out with the next command that reaches the server.`;
}
