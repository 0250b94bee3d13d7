import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { isRunning } from './process.ts';

/**
 * The name for something that this process is still making and that will be called `path`. It
 * carries the process, so that what a killed one has left is known for what it is.
 */
export function unfinished(path: string): string {
  return `${path}.${process.pid}.new`;
}

/** Removes what processes that are gone were making beside `path` under a name beginning so. */
export function removeLeftovers(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    const [, pid] = /\.(\d+)\.new(?:-wal|-shm|-journal)?$/.exec(name) ?? [];
    if (pid === undefined || !name.startsWith(basename(path)) || isRunning(Number(pid))) continue;
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}
