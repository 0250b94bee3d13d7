import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Store } from './store.ts';
import { syncDirectory } from './sync.ts';

/**
 * Writes a consistent copy of the store to `target`, 0600, whole or not at all. VACUUM INTO and
 * not the online backup API, which starts again from the beginning at each write of another
 * process and may never end.
 */
export function copyStore(store: Store, target: string): void {
  const fresh = `${target}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600)); // VACUUM INTO takes an empty file, and keeps its mode
  try {
    store.run('VACUUM INTO ?', fresh);
    const handle = openSync(fresh, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(fresh, target);
    syncDirectory(dirname(target));
  } finally {
    rmSync(fresh, { force: true });
  }
}
