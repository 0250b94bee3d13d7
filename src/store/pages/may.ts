import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import type { Caller } from '../operation.ts';
import type { PageRow } from './row.ts';

/*
 * Who may what. The owner may do everything to pages; an agent may read, add pages, and append to
 * pages that are still an agent's alone. What only the store's own machine may do is refused here
 * too, so that no door has to remember it.
 */

/** Refuses an agent that would append to a page with the owner's words in it. */
export function mayAppend(store: Store, caller: Caller, row: PageRow): void {
  if (caller.author === 'me') return;
  if (row.author !== 'claude' || ownerTouchedText(store, row)) {
    throw new ScrapError(
      'refused',
      `"${row.slug}" holds the owner's text, which agents leave as it is. Add a page of your own and link to it with [[${row.slug}]].`,
      { reason: 'owner_text' },
    );
  }
}

/** Refuses an agent that would change, tick or trash a page. */
export function mayEdit(caller: Caller, what: string): void {
  if (caller.author === 'me') return;
  throw new ScrapError('refused', `Agents may not ${what}. Add a page that says what to do.`, {
    reason: 'agent',
  });
}

/** Whether a page's text and metadata belong to the files of a notebook. */
export function isMirrored(store: Store, { collection }: Pick<PageRow, 'collection'>): boolean {
  if (collection === null) return false;
  return store.get('SELECT 1 FROM notebooks WHERE name = ?', collection) !== undefined;
}

/** Whether ticking an item of a mirrored page is to change its file. */
export function hasTicks(store: Store, { collection }: PageRow): boolean {
  const sql = 'SELECT 1 FROM notebooks WHERE name = ? AND ticks = 1';
  return collection !== null && store.get(sql, collection) !== undefined;
}

/** Refuses to write to a page that belongs to the files of a notebook. */
export function refuseMirrored(store: Store, row: PageRow): void {
  if (!isMirrored(store, row)) return;
  throw new ScrapError(
    'refused',
    `${row.slug} is mirrored from the notebook "${row.collection}" and follows its file ${row.path}. Change the file; only tags can be changed here.`,
    { reason: 'mirrored', slug: row.slug },
  );
}

/** Whether the owner calls from a terminal of the store's own machine. */
export function isOwnerHere(caller: Caller): boolean {
  return caller.here && caller.author === 'me';
}

/** Refuses everybody else. */
export function mayOnlyHere(caller: Caller, what: string): void {
  if (isOwnerHere(caller)) return;
  throw new ScrapError('refused', `Only the owner at the store's own terminal may ${what}.`, {
    reason: 'elsewhere',
  });
}

function ownerTouchedText(store: Store, row: PageRow): boolean {
  const touched = store.get(
    `SELECT 1 FROM revisions r JOIN changes c ON c.number = r.change
     WHERE r.page_id = ? AND r.text IS NOT NULL AND c.author <> 'claude' LIMIT 1`,
    row.id,
  );
  return touched !== undefined;
}
