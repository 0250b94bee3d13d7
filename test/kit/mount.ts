import { spawnSync } from 'node:child_process';

import { onTestFinished } from 'vitest';

/**
 * Mounts something at `directory` until the test ends; false where this user or machine does not
 * allow it. `args` are those of mount(8) before the place.
 */
export function mounted(directory: string, ...args: readonly string[]): boolean {
  if (spawnSync('mount', [...args, directory]).status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]));
  return true;
}
