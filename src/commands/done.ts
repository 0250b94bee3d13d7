import type { Command } from './command.ts';
import { markTodo } from './mark.ts';

export const command: Command = {
  group: 'Capture',
  operation: 'done',
  fills: ['expect'],
  examples: ['scrap done 3', 'scrap done renew-passport', 'scrap done packing-list --line 7'],
  run: (call) => markTodo(call, 'done', 'ticked'),
};
