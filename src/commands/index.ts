import type { Command } from './command.ts';

/** Every command by its name, loaded when it is called, in the order of help. */
export const commands = {
  add: () => import('./add.ts'),
  edit: () => import('./edit.ts'),
  done: () => import('./done.ts'),
  reopen: () => import('./reopen.ts'),
  search: () => import('./search.ts'),
  read: () => import('./read.ts'),
  recent: () => import('./recent.ts'),
  todos: () => import('./todos.ts'),
  tags: () => import('./tags.ts'),
  trash: () => import('./trash.ts'),
  untrash: () => import('./untrash.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  serve: () => import('./serve.ts'),
  man: () => import('./man.ts'),
} as const satisfies Readonly<Record<string, () => Promise<{ command: Command }>>>;
