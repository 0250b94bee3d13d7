import { createInterface } from 'node:readline';

import type { Terminal } from './terminal.ts';

/** Asks whoever sits at the terminal; Enter alone is yes, and the end of the input is no. */
export function ask(terminal: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input: terminal.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return new Promise((resolve) => {
    lines.on('close', () => resolve(false));
    lines.question(`${question} [Y/n] `, (answer) => {
      resolve(/^(?:y|yes|)$/i.test(answer.trim()));
      lines.close();
    });
  });
}
