import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ScrapError } from '../errors.ts';
import { carryFiles } from '../files/carried.ts';
import { filesFolder } from '../files/place.ts';
import { checksOfKept, checkWhole, doChecks } from './check.ts';
import { copyStore } from './copy.ts';
import { asScrapError } from './failure.ts';
import { openToRead } from './open.ts';
import type { Store } from './store.ts';

/**
 * Makes the store `file` of a replica, checked whole before it gets its name, with its files; gives
 * how many of those have not come along. Throws `refused` where there is a store already, and
 * `unreadable` where the replica is damaged.
 */
export function takeOver(replica: Store, file: string): { readonly files_missing: number } {
  const target = resolve(file);
  if (existsSync(target)) {
    throw new ScrapError(
      'refused',
      `${target} is there already; to serve that: scrap serve. To take over beside it, name a new one: --store new.db`,
      { reason: 'not_empty' },
    );
  }
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const missing = carryFiles(replica, [filesFolder(replica.file)], filesFolder(target));
    copyStore(replica, target, (fresh) => {
      refuseDamaged(fresh);
      return true;
    });
    return { files_missing: missing };
  } catch (error) {
    throw asScrapError(error, target);
  }
}

function refuseDamaged(fresh: string): void {
  const copy = openToRead(fresh);
  try {
    const checks = [...checksOfKept(copy), ['index', () => checkWhole(copy)] as const];
    const bad = doChecks(checks).find(({ ok }) => !ok);
    if (bad === undefined) return;
    throw new ScrapError(
      'unreadable',
      `The replica is damaged (${bad.check}: ${bad.says}), so nothing was taken over. Restore a backup: scrap backup restore <file>`,
      { reason: 'corrupt' },
    );
  } finally {
    copy.close();
  }
}
