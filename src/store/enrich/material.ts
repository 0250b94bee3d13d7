import type { Store } from '../database/store.ts';
import { filesOf } from '../files/shown.ts';
import { type FileOnDisk, fileById, isPicture } from '../files/served.ts';
import { isMirrored } from '../pages/may.ts';
import { relatedPages } from '../pages/related.ts';
import { type PageRow, pageById, tagsOf, textOf } from '../pages/row.ts';
import type { Kind } from '../pages/words.ts';
import { cutAt } from '../text/cut.ts';
import { isPrivate, isPrivateTag, quotedBeside } from './eligible.ts';

/** So much of a text is shown, in characters, and so many pictures, tags and other pages. */
const SHOWN = { text: 24_000, pictures: 3, tags: 100, candidates: 12 } as const;

/** All that a model is shown of a page and of what stands around it, and nothing else. */
export interface Material {
  readonly id: number;
  readonly revision: number;
  readonly sha256: Uint8Array;
  readonly title: string;
  readonly kind: Kind;
  readonly tags: readonly string[];
  readonly text: string;
  /** What stands beside it of others' words: the text of a link. */
  readonly quoted: string;
  readonly pictures: readonly FileOnDisk[];
  /** The tags used most, by name. */
  readonly knownTags: readonly string[];
  /** Pages that it may be related to. */
  readonly candidates: readonly {
    readonly id: number;
    readonly slug: string;
    readonly title: string;
  }[];
}

/** Gathers what a model is shown of a page. Private and mirrored pages are not named in it. */
export function materialOf(store: Store, row: PageRow): Material {
  const pictures = filesOf(store, row)
    .filter(({ type }) => isPicture(type))
    .slice(0, SHOWN.pictures)
    .flatMap(({ id }) => fileById(store, id) ?? []);
  const candidates = relatedPages(store, row, 2 * SHOWN.candidates)
    .filter(({ id }) => !isPrivate(store, id) && !isMirrored(store, pageById(store, id)))
    .slice(0, SHOWN.candidates)
    .map(({ id, slug, title }) => ({ id, slug, title }));
  const text = cutAt(textOf(store, row.id), 0, SHOWN.text);
  return {
    id: row.id,
    revision: row.revision,
    sha256: row.sha256,
    title: row.title,
    kind: row.kind,
    tags: tagsOf(store, row.id),
    text,
    quoted: cutAt(quotedBeside(store, row.id), 0, SHOWN.text - text.length),
    pictures,
    knownTags: knownTags(store),
    candidates,
  };
}

function knownTags(store: Store): string[] {
  const rows = store.all<{ shown: string }>(
    'SELECT shown FROM tags WHERE pages > 0 ORDER BY pages DESC, name LIMIT ?',
    SHOWN.tags,
  );
  // by name, so that the list stays what it was when one more page has a tag
  return rows.flatMap(({ shown }) => (isPrivateTag(shown) ? [] : shown)).toSorted();
}

/** The page of a job; undefined where it is gone by now. */
export function rowFor(store: Store, id: number): PageRow | undefined {
  return store.get<PageRow>('SELECT * FROM pages WHERE id = ?', id);
}
