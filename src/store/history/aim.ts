import type { Store } from '../database/store.ts';
import type { Overlay } from '../pages/overlay.ts';
import type { Restored } from '../pages/save.ts';
import type { Encoding } from '../pages/words.ts';
import type { Metadata } from './metadata.ts';
import { changedParts, overlayFrom, partsOf, sameValue, TEXT, TRASHED } from './parts.ts';
import type { Revision } from './past.ts';
import type { Selection } from './selection.ts';

/** Something that is left as it is, since somebody else changed it after the change. */
export interface Left {
  /** `page` for a page that would have gone to the trash. */
  readonly field: string;
  readonly by: Revision;
}

/** A page's state to go back to: as a whole, since some of it follows from the rest. */
export interface Target extends Restored {
  readonly overlay: Overlay;
  readonly text?: { readonly text: string; readonly encoding: Encoding };
}

/** What is to become of a page: the trash, an earlier state, or that nothing is to be done. */
interface Aim {
  readonly left: readonly Left[];
  readonly target?: Target | 'trash';
}

/** A page as it is, or was when a plan was made. */
interface Present {
  readonly now: Metadata;
  readonly textNow: () => string;
}

/**
 * What taking the selected changes back makes of a page; `revisions` are its own from the first
 * of them on. Every part that they changed goes to what it was before, the text as a whole; a part
 * that somebody else has changed since is left, unless `force`. A page that they made goes to the
 * trash, unless somebody else has touched it since.
 */
export function aim(
  store: Store,
  pageId: number,
  revisions: readonly Revision[],
  present: Present,
  selection: Selection,
  force: boolean,
): Aim {
  const isTheirs = (revision: Revision) =>
    force || isNobodys(revision) || selection.isTheirs(revision);
  const [first] = revisions;
  if (first === undefined) return { left: [] };
  if (first.before === undefined) {
    if (present.now.trashed !== undefined) return { left: [] };
    const stranger = revisions.findLast((revision) => !isTheirs(revision));
    if (stranger === undefined) return { left: [], target: 'trash' };
    return { left: [{ field: 'page', by: stranger }] };
  }
  if (revisions.every(({ change }) => selection.changes.has(change))) {
    return { left: [], target: wholeTarget(store, pageId, revisions, first.before) };
  }
  return targetByParts(store, pageId, revisions, present, selection, isTheirs);
}

/** What a link brought came with it, whoever takes it back. */
function isNobodys({ operation }: Revision): boolean {
  return operation === 'fetch';
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
  { now, textNow }: Present,
  selection: Selection,
  isTheirs: (revision: Revision) => boolean,
): Aim {
  const isSelected = ({ change }: Revision) => selection.changes.has(change);
  const parts = new Map(partsOf(now));
  const left: Left[] = [];
  /** Whoever came between may have put it back already. */
  const isBack = (part: string, first: Revision | undefined) => {
    if (first?.before === undefined) return false;
    if (part === TEXT) return textBefore(store, pageId, first).text === textNow();
    return sameValue(partsOf(first.before).get(part), parts.get(part));
  };
  let { trashed } = now;
  let text: Target['text'];
  for (const [part, touches] of touchesOf(revisions, now)) {
    if (!touches.some(isSelected)) continue;
    const stranger = touches.findLastIndex((revision) => !isTheirs(revision));
    const taken = touches.slice(stranger + 1).find(isSelected);
    const by = touches[stranger];
    if (taken === undefined && by !== undefined && !isBack(part, touches.find(isSelected))) {
      left.push({ field: nameOf(part), by });
    }
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
      const its = touches.get(part);
      if (its === undefined) touches.set(part, [revision]);
      else its.push(revision);
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
