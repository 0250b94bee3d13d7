import { ScrapError } from '../errors.ts';
import type { PageRow } from './row.ts';

/** Refuses to write to a page that is in the trash. */
export function refuseTrashed(row: PageRow): void {
  if (row.trashed === null) return;
  throw new ScrapError(
    'conflict',
    `${row.slug} is in the trash. Take it out first: scrap untrash ${row.slug}`,
    { reason: 'trashed', slug: row.slug },
  );
}
