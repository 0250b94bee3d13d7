import type { Store } from '../database/store.ts';
import { derive } from '../text/derive.ts';
import { given } from './given.ts';
import { type Overlay, readOverlay } from './overlay.ts';
import { type PageRow, textOf } from './row.ts';
import type { Content } from './save.ts';
import type { Encoding } from './words.ts';

/**
 * Reads out of a text what it says. Asynchronous, and so done before a transaction: front matter
 * loads its parser only when a text has some.
 */
export async function contentOf(
  text: string,
  about: { overlay?: Overlay; path?: string | null; encoding?: Encoding; at: string },
): Promise<Content> {
  const overlay = about.overlay ?? {};
  const derived = await derive(text, {
    ...(about.path === null || about.path === undefined ? {} : { path: about.path }),
    ...(overlay.title === undefined ? {} : { title: overlay.title }),
    ...given('fetched', overlay.fetched?.title),
    at: about.at,
  });
  return { text, encoding: about.encoding ?? 'utf-8', derived, overlay };
}

/** The content of a stored page, with a new text, a new overlay or neither. */
export function storedContent(
  store: Store,
  row: PageRow,
  next: { text?: string; overlay?: Overlay } = {},
): Promise<Content> {
  return contentOf(next.text ?? textOf(store, row.id), {
    overlay: next.overlay ?? readOverlay(row.overlay),
    path: row.path,
    encoding: row.encoding,
    at: row.created,
  });
}
