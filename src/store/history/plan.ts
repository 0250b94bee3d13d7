import type { Store } from '../database/store.ts';
import { aboutPage, contentOf } from '../pages/content.ts';
import { refuseMirrored } from '../pages/may.ts';
import { settle } from '../pages/overlay.ts';
import type { Planned } from '../pages/rewrite.ts';
import { type PageRow, pageById, textOf } from '../pages/row.ts';
import { replacePage, setTrashed } from '../pages/save.ts';
import { aim, type Left, type Target } from './aim.ts';
import { type Difference, differences, metadataOf } from './metadata.ts';
import { changedParts, partsOf } from './parts.ts';
import { metadataAfter, revisionsFrom, textAfter } from './past.ts';
import type { Selection } from './selection.ts';

/** What a revert makes of one page. */
export interface PagePlan {
  readonly row: PageRow;
  readonly left: readonly Left[];
  /** Absent where nothing is to be written. */
  readonly becomes?: Becomes;
}

/** A page as a revert makes it; `write` writes it as part of a change. */
export interface Becomes extends Planned {
  readonly fields: readonly Difference[];
  /** Absent where the text stays. */
  readonly texts?: { readonly before: string; readonly after: string };
}

/**
 * Plans what taking the selected changes back makes of one page (see `aim`); `from` is the first
 * of them that touched it.
 */
export async function planPage(
  store: Store,
  row: PageRow,
  from: number,
  selection: Selection,
  force: boolean,
): Promise<PagePlan> {
  const revisions = revisionsFrom(store, row.id, from);
  const present = { now: metadataOf(store, row), textNow: () => textOf(store, row.id) };
  const { left, target } = aim(store, row.id, revisions, present, selection, force);
  if (target === undefined) return { row, left };
  if (target === 'trash') refuseMirrored(store, row);
  if (target === 'trash') return { row, left, becomes: toTrash(store, row) };
  return { row, left, ...(await becoming(store, row, target)) };
}

/** What such a plan would have left alone of a page when change `upto` was the latest. */
export function leftThen(
  store: Store,
  row: PageRow,
  from: number,
  selection: Selection,
  force: boolean,
  upto: number,
): readonly Left[] {
  const revisions = revisionsFrom(store, row.id, from).filter(({ change }) => change <= upto);
  const then = {
    now: metadataAfter(store, row, upto),
    textNow: () => textAfter(store, row, upto).text,
  };
  return aim(store, row.id, revisions, then, selection, force).left;
}

function toTrash(store: Store, row: PageRow): Becomes {
  const before = metadataOf(store, row);
  return {
    row,
    fields: differences(before, { ...before, trashed: store.now() }),
    write: (change) => setTrashed(store, change, row, change.at, row.quiet),
  };
}

async function becoming(
  store: Store,
  row: PageRow,
  { overlay, text, ...restored }: Target,
): Promise<{ becomes?: Becomes }> {
  const before = textOf(store, row.id);
  const isSameText = text === undefined || (text.text === before && text.encoding === row.encoding);
  const { trashed = row.trashed } = restored;
  if (!isSameText || trashed !== row.trashed) refuseMirrored(store, row);
  const now = metadataOf(store, row);
  const target = partsOf({ overlay, trashed: trashed ?? undefined });
  if (isSameText && changedParts(partsOf(now), target).length === 0) return {};
  const content = await contentOf(store, text?.text ?? before, {
    ...aboutPage(row),
    overlay,
    encoding: text?.encoding ?? row.encoding,
  });
  const settled = settle(content.derived, overlay, content.text);
  return {
    becomes: {
      row,
      fields: differences(now, { ...settled, overlay, trashed: trashed ?? undefined }),
      ...(isSameText ? {} : { texts: { before, after: content.text } }),
      write: (change) => replacePage(store, change, pageById(store, row.id), content, restored),
    },
  };
}
