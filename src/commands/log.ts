import type { Command } from './command.ts';
import { inputOf } from './input.ts';
import { saidIn } from './said.ts';
import { printWritten, type Written } from './written.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'log',
  examples: [
    'scrap log "called Ann, she sends the plans"',
    'git log -1 --format=%s | scrap log',
    'scrap read log-2026-11-30',
  ],
  async run(call) {
    const text = await saidIn(call, 'what happened');
    const page = await call.perform<Written>('log', { text, ...inputOf(call.flags) });
    if (!page.created) call.terminal.say('already logged: this key has done it before');
    printWritten(call.terminal, page, page.created ? 'logged in' : 'as it is:');
  },
};
