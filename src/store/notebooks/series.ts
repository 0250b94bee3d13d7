import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import type { PageRow } from '../pages/row.ts';

/** Saves of a file within this time, in ms, are one revision of its page. */
const SERIES = 10 * 60 * 1000;

/** Whether a save at `now` goes on a series that began at `since` and nobody else came into. */
export function goesOn(store: Store, row: PageRow, since: string, now: string): boolean {
  if (row.trashed !== null) return false;
  if (Date.parse(now) - Date.parse(since) >= SERIES) return false;
  const last = store.get(
    'SELECT 1 FROM changes WHERE number = ? AND source = ?',
    row.revision,
    'notebook',
  );
  return last !== undefined;
}

/**
 * The same change, which takes the place of the page's last one: what that replaced is what this
 * replaces, and the last change has a page less.
 */
export function instead(store: Store, change: Change, row: PageRow): Change {
  return {
    ...change,
    touch(id, replaced) {
      const earlier = store.get<{
        before: string | null;
        text: string | null;
        sha256: Buffer | null;
      }>(
        'SELECT before, text, sha256 FROM revisions WHERE page_id = ? AND change = ?',
        id,
        row.revision,
      );
      store.run('DELETE FROM revisions WHERE page_id = ? AND change = ?', id, row.revision);
      store.run('UPDATE changes SET pages = pages - 1 WHERE number = ?', row.revision);
      if (earlier === undefined || earlier.before === null) change.touch(id, undefined);
      else {
        const { text, sha256 } = earlier.text === null ? (replaced ?? {}) : earlier;
        change.touch(id, {
          before: earlier.before,
          ...(text == null || sha256 == null ? {} : { text, sha256 }),
        });
      }
    },
  };
}
