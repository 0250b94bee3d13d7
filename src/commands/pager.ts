import { spawn } from 'node:child_process';

import { setting } from './settings/settings.ts';
import type { Terminal } from './terminal.ts';

/** Prints a text, through the pager where it is longer than the screen and `wanted`. */
export async function page(terminal: Terminal, text: string, wanted: boolean): Promise<void> {
  const lines = text.split('\n').length;
  if (!wanted || !terminal.interactive || lines < (process.stdout.rows ?? 24)) {
    terminal.write(text);
    return;
  }
  const pager = setting('pager') ?? (process.env['PAGER'] || 'less -FRX');
  await new Promise<void>((resolve) => {
    const child = spawn('/bin/sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', () => terminal.write(text));
    child.on('close', () => resolve());
    child.stdin.on('error', () => {}); // the reader left before the end
    child.stdin.end(text);
  });
}
