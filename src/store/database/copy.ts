import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Store } from './store.ts';
import { syncDirectory, syncFile } from './sync.ts';
import { removeLeftovers, unfinished } from './unfinished.ts';

/**
 * Writes a consistent copy of the store to `fresh`, a name that nobody uses yet: 0600, synced.
 * VACUUM INTO and not the online backup API, which starts again from the beginning at each write
 * of another process and may never end.
 */
export function writeCopy(store: Store, fresh: string): void {
  closeSync(openSync(fresh, 'wx', 0o600)); // VACUUM INTO takes an empty file, and keeps its mode
  store.run('VACUUM INTO ?', fresh);
  syncFile(fresh);
}

/**
 * Writes a copy of the store to `target`, whole or not at all, replacing one that is there.
 * `isWanted` looks at the finished copy before it gets its name, and may have it thrown away.
 */
export function copyStore(
  store: Store,
  target: string,
  isWanted: (copy: string) => boolean = () => true,
): void {
  removeLeftovers(target);
  const fresh = unfinished(target);
  rmSync(fresh, { force: true });
  try {
    writeCopy(store, fresh);
    if (!isWanted(fresh)) return;
    renameSync(fresh, target);
    syncDirectory(dirname(target));
  } finally {
    rmSync(fresh, { force: true });
  }
}
