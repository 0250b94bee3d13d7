import type { Store } from '../database/store.ts';
import { derive } from '../text/derive.ts';
import { given } from './given.ts';
import { type Overlay, readOverlay } from './overlay.ts';
import { type PageRow, textOf } from './row.ts';
import { inheritedBy } from './inherited.ts';
import type { Content } from './save.ts';
import type { Encoding } from './words.ts';

/** What is known of a page besides its text. */
interface About {
  readonly overlay?: Overlay;
  /** Where it lies in a notebook, whose YAML files then say more of it. */
  readonly collection?: string | null;
  readonly path?: string | null;
  readonly encoding?: Encoding;
  /** When it was made, RFC 3339. */
  readonly at: string;
}

/** What is known of a stored page besides its text and overlay. */
export function aboutPage(row: PageRow): About {
  const { collection, path, encoding, created } = row;
  return { collection, path, encoding, at: created };
}

/**
 * Reads out of a text what it says. Asynchronous, and so done before a transaction: front matter
 * loads its parser only when a text has some.
 */
export async function contentOf(store: Store, text: string, about: About): Promise<Content> {
  const { overlay = {}, collection, path } = about;
  const isInFolder = typeof collection === 'string' && typeof path === 'string';
  const inherited = isInFolder ? inheritedBy(store, collection, path) : undefined;
  const derived = await derive(text, {
    ...(path === null || path === undefined ? {} : { path }),
    ...(inherited === undefined ? {} : { inherited }),
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
  return contentOf(store, next.text ?? textOf(store, row.id), {
    ...aboutPage(row),
    overlay: next.overlay ?? readOverlay(row.overlay),
  });
}
