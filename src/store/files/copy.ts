import { statSync } from 'node:fs';

import type { Store } from '../database/store.ts';
import { fileAt } from './place.ts';
import type { StoredFile } from './put.ts';

/** The files whose rows are in the store and whose bytes are not: a copy gets the rows first. */
export function missingFiles(store: Store): StoredFile[] {
  return store
    .all<StoredFile>('SELECT id, type, size FROM files ORDER BY id')
    .filter(
      ({ id, size }) => statSync(fileAt(store, id), { throwIfNoEntry: false })?.size !== size,
    );
}
