import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import type { Replay } from '../history/keys.ts';
import { type Page, toPage } from './page.ts';
import { type PageRow, pageById } from './row.ts';

/** What a write answers; see `writtenShape`. */
export type Written = Omit<Page, 'created' | 'text'> & { created: boolean; change: number };

/** The answer of a write that happened now. */
export function written(
  store: Store,
  row: PageRow,
  change: Change,
  created: boolean,
  warnings: readonly string[] = [],
): Written {
  return answer(store, row, change.number, created, warnings);
}

/** The answers of a write that its key had already made. */
export function writtenBefore(store: Store, replay: Replay): Written[] {
  return replay.pageIds.map((id) => {
    const row = pageById(store, id);
    const trashed = row.trashed === null ? [] : [`${row.slug} is in the trash.`];
    return answer(store, row, replay.change, false, trashed);
  });
}

function answer(
  store: Store,
  row: PageRow,
  change: number,
  created: boolean,
  more: readonly string[],
): Written {
  const { text: _, created: __, warnings = [], ...page } = toPage(store, row);
  const all = [...warnings, ...more];
  return { ...page, created, change, ...(all.length === 0 ? {} : { warnings: all }) };
}
