import { rmSync } from 'node:fs';

import { removeSpareFiles } from '../files/carried.ts';
import { backupsIn, spareBackups } from './backups.ts';
import { manifestOf } from './manifest.ts';

/**
 * Removes the backups in a folder that need not be kept, and the files that no other names; gives
 * how many backups went.
 */
export function thinBackups(folder: string): number {
  const all = backupsIn(folder);
  const spare = new Set(spareBackups(all));
  for (const { file } of spare) {
    rmSync(file, { force: true });
    rmSync(manifestOf(file), { force: true });
  }
  const kept = all.filter((backup) => !spare.has(backup)).map(({ file }) => file);
  try {
    removeSpareFiles(folder, kept);
  } catch (error) {
    // A backup that cannot be read may name any of them, so they stay.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return spare.size;
}
