import type { Store } from '../database/store.ts';
import { contentOf } from '../pages/content.ts';
import { type Overlay, settle } from '../pages/overlay.ts';
import type { Planned } from '../pages/rewrite.ts';
import { type PageRow, pageById, textOf } from '../pages/row.ts';
import { replacePage, type Restored, setTrashed } from '../pages/save.ts';
import type { Encoding } from '../pages/words.ts';
import { type Difference, differences, type Metadata, metadataOf } from './metadata.ts';
import { changedParts, overlayFrom, partsOf, TEXT, TRASHED } from './parts.ts';
import { metadataAfter, type Revision, revisionsFrom } from './past.ts';
import type { Selection } from './selection.ts';

/** Something that is left as it is, since somebody else changed it after the change. */
export interface Left {
  /** `page` for a page that would have gone to the trash. */
  readonly field: string;
  readonly by: Revision;
}

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

/** A page's state to go back to: as a whole, since some of it follows from the rest. */
interface Target extends Restored {
  readonly overlay: Overlay;
  readonly text?: { readonly text: string; readonly encoding: Encoding };
}

/** What is to become of a page: the trash, an earlier state, or that nothing is to be done. */
interface Aim {
  readonly left: readonly Left[];
  readonly target?: Target | 'trash';
}

/**
 * Plans what taking the selected changes back makes of one page; `from` is the first of them that
 * touched it. Every part of it that they changed goes to what it was before, the text as a whole;
 * a part that somebody else has changed since is left, unless `force`. A page that they made goes
 * to the trash, unless somebody else has touched it since.
 */
export async function planPage(
  store: Store,
  row: PageRow,
  from: number,
  selection: Selection,
  force: boolean,
): Promise<PagePlan> {
  const revisions = revisionsFrom(store, row.id, from);
  const { left, target } = aim(store, row.id, revisions, metadataOf(store, row), selection, force);
  if (target === undefined) return { row, left };
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
  const then = metadataAfter(store, row, upto);
  return aim(store, row.id, revisions, then, selection, force).left;
}

function aim(
  store: Store,
  pageId: number,
  revisions: readonly Revision[],
  now: Metadata,
  selection: Selection,
  force: boolean,
): Aim {
  const isTheirs = (revision: Revision) => force || selection.isTheirs(revision);
  const [first] = revisions;
  if (first === undefined) return { left: [] };
  if (first.before === undefined) {
    if (now.trashed !== undefined) return { left: [] };
    const stranger = revisions.findLast((revision) => !isTheirs(revision));
    if (stranger === undefined) return { left: [], target: 'trash' };
    return { left: [{ field: 'page', by: stranger }] };
  }
  if (revisions.every(({ change }) => selection.changes.has(change))) {
    return { left: [], target: wholeTarget(store, pageId, revisions, first.before) };
  }
  return targetByParts(store, pageId, revisions, now, selection, isTheirs);
}

function toTrash(store: Store, row: PageRow): Becomes {
  const before = metadataOf(store, row);
  return {
    row,
    fields: differences(before, { ...before, trashed: store.now() }),
    write: (change) => setTrashed(store, change, row, change.at, row.quiet),
  };
}

/** Nothing else has happened to the page since: it becomes exactly what it was. */
function wholeTarget(
  store: Store,
  pageId: number,
  revisions: readonly Revision[],
  before: Metadata,
): Target {
  const edited = revisions.find((revision) => revision.isNewText);
  return {
    overlay: before.overlay ?? {},
    trashed: before.trashed ?? null,
    done: before.done ?? null,
    quiet: before.quiet === true ? 1 : 0,
    ...(edited === undefined ? {} : { text: textBefore(store, pageId, edited) }),
  };
}

function targetByParts(
  store: Store,
  pageId: number,
  revisions: readonly Revision[],
  now: Metadata,
  selection: Selection,
  isTheirs: (revision: Revision) => boolean,
): Aim {
  const isSelected = ({ change }: Revision) => selection.changes.has(change);
  const parts = new Map(partsOf(now));
  const left: Left[] = [];
  let { trashed } = now;
  let text: Target['text'];
  for (const [part, touches] of touchesOf(revisions, now)) {
    if (!touches.some(isSelected)) continue;
    const stranger = touches.findLastIndex((revision) => !isTheirs(revision));
    const taken = touches.slice(stranger + 1).find(isSelected);
    const by = touches[stranger];
    if (taken === undefined && by !== undefined) left.push({ field: nameOf(part), by });
    if (taken?.before === undefined) continue;
    if (part === TEXT) {
      text = textBefore(store, pageId, taken);
      continue;
    }
    if (part === TRASHED) trashed = taken.before.trashed;
    const value = partsOf(taken.before).get(part);
    if (value === undefined) parts.delete(part);
    else parts.set(part, value);
  }
  const target = { overlay: overlayFrom(parts), trashed: trashed ?? null };
  return { target: { ...target, ...(text === undefined ? {} : { text }) }, left };
}

/** Which revisions changed each part, in order. */
function touchesOf(revisions: readonly Revision[], now: Metadata): Map<string, Revision[]> {
  const touches = new Map<string, Revision[]>();
  for (const [i, revision] of revisions.entries()) {
    const before = revision.before === undefined ? new Map() : partsOf(revision.before);
    const after = partsOf(revisions[i + 1]?.before ?? now);
    const changed = changedParts(before, after);
    for (const part of revision.isNewText ? [...changed, TEXT] : changed) {
      touches.set(part, [...(touches.get(part) ?? []), revision]);
    }
  }
  return touches;
}

/** A part as people call it: tags are one field to them. */
function nameOf(part: string): string {
  return part.startsWith('#') ? 'tags' : part;
}

function textBefore(
  store: Store,
  pageId: number,
  { change, before }: Revision,
): { text: string; encoding: Encoding } {
  const row = store.get<{ text: string }>(
    'SELECT text FROM revisions WHERE page_id = ? AND change = ?',
    pageId,
    change,
  );
  return { text: row?.text ?? '', encoding: before?.encoding ?? 'utf-8' };
}

async function becoming(
  store: Store,
  row: PageRow,
  { overlay, text, ...restored }: Target,
): Promise<{ becomes?: Becomes }> {
  const before = textOf(store, row.id);
  const isSameText = text === undefined || (text.text === before && text.encoding === row.encoding);
  const { trashed = row.trashed } = restored;
  const now = metadataOf(store, row);
  const target = partsOf({ overlay, trashed: trashed ?? undefined });
  if (isSameText && changedParts(partsOf(now), target).length === 0) return {};
  const content = await contentOf(text?.text ?? before, {
    overlay,
    path: row.path,
    encoding: text?.encoding ?? row.encoding,
    at: row.created,
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
