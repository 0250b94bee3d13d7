import { setTimeout as rest } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { beginChange } from '../history/change.ts';
import type { Caller, Progress } from '../operation.ts';
import type { PageRow } from '../pages/row.ts';
import { setTrashed } from '../pages/save.ts';
import type { Notebook } from './mirrored.ts';

/** As in an import: a batch is short, and a rest follows in which others get their turn. */
const BATCH = 100;
const REST_MS = 5;

/** What removing a notebook did. */
interface Removed {
  name: string;
  folder: string;
  /** How many went to the trash, or stay. */
  pages: number;
  change?: number;
}

/**
 * Makes a notebook a folder like others. Its pages go to the trash as one change, or stay as if
 * they had been imported. It is forgotten first, so that nobody mirrors it meanwhile.
 */
export async function removeNotebook(
  store: Store,
  caller: Caller,
  { name, folder }: Notebook,
  keep: boolean,
  progress: Progress,
): Promise<Removed> {
  store.write(() => store.run('DELETE FROM notebooks WHERE name = ?', name));
  const ids = store.all<{ id: number }>(
    'SELECT id FROM pages WHERE collection = ? AND trashed IS NULL',
    name,
  );
  if (keep) return { name, folder, pages: ids.length };
  const change = beginChange(store, caller, { operation: 'notebook_remove' });
  for (let from = 0; from < ids.length; from += BATCH) {
    change.write((part) => {
      for (const { id } of ids.slice(from, from + BATCH)) {
        const row = store.get<PageRow>('SELECT * FROM pages WHERE id = ?', id);
        if (row?.trashed === null) setTrashed(store, part, row, part.at);
      }
    });
    progress(Math.min(from + BATCH, ids.length), ids.length, 'to the trash');
    await rest(REST_MS);
  }
  const { number } = change;
  return { name, folder, pages: ids.length, ...(number === undefined ? {} : { change: number }) };
}
