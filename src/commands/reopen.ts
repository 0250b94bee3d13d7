import type { Command } from './command.ts';
import { markTodo } from './mark.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'reopen',
  fills: ['expect'],
  examples: ['scrap reopen 3', 'scrap reopen renew-passport', 'scrap reopen packing-list --line 7'],
  run: (call) => markTodo(call, 'reopen', 'opened again'),
};
