import type { Store } from '../database/store.ts';
import { cancelJobs, enqueue } from '../jobs/enqueue.ts';
import { addressKey, firstAddress, loneAddress } from '../text/address.ts';
import type { Overlay } from './overlay.ts';
import type { Kind } from './words.ts';

/** Where a link page leads; undefined for pages of other kinds. */
export function linkAddress(kind: Kind, text: string): string | undefined {
  return kind === 'link' ? addressIn(text) : undefined;
}

/** Where a page with this text would lead, were it a link. */
export function addressIn(text: string): string | undefined {
  return loneAddress(text) ?? firstAddress(text);
}

/** The slug of another page, not in the trash, that leads to the same address. */
export function sameLink(store: Store, address: string, id: number): string | undefined {
  const key = addressKey(address);
  if (key === undefined) return undefined;
  return store.get<{ slug: string }>(
    `SELECT p.slug FROM names n JOIN pages p ON p.id = n.page_id
     WHERE n.name = ? AND n.kind = 'address' AND p.trashed IS NULL AND p.id <> ? LIMIT 1`,
    key,
    id,
  )?.slug;
}

/** The overlay without what was fetched, where the text leads elsewhere than before. */
export function withoutFetched(overlay: Overlay, before: string, after: string): Overlay {
  const { fetched, ...rest } = overlay;
  return addressIn(before) === addressIn(after) && fetched !== undefined ? overlay : rest;
}

/** Removes the quoted copy beside a page whose text leads elsewhere now: before its index is written. */
export function dropOldClip(store: Store, pageId: number, before: string, after: string): void {
  if (addressIn(before) === addressIn(after)) return;
  store.run('DELETE FROM clips WHERE page_id = ?', pageId);
}

/**
 * Has a link page fetched, in the transaction that writes it, in the place of what was asked for
 * it before. `inside` is the address that may lead inside the owner's own network.
 */
export function enqueueFetch(store: Store, pageId: number, inside?: string): void {
  cancelJobs(store, pageId, 'fetch');
  const subject = inside === undefined ? '' : subjectInside(inside);
  enqueue(store, { kind: 'fetch', pageId, subject });
}

/** Whether a job's owner lets this address lead inside: not another that its page has by now. */
export function mayLeadInside(subject: string, address: string): boolean {
  return subject === subjectInside(address);
}

function subjectInside(address: string): string {
  return `private ${address}`;
}
