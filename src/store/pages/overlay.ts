import type { Derived } from '../text/derive.ts';
import { loneAddress } from '../text/address.ts';
import { tagKey } from '../text/tag.ts';
import type { Kind, Status } from './words.ts';

/**
 * Metadata beside the text: what was given at the door, or what an agent set. null says that the
 * page has none, whatever its text says.
 */
export interface Overlay {
  title?: string;
  kind?: Kind | null;
  status?: Status | null;
  due?: string | null;
  scheduled?: string | null;
  start?: string | null;
  repeat?: string | null;
  priority?: number | null;
  tags_added?: string[];
  tags_removed?: string[];
  fields?: Record<string, unknown>;
  fetched?: FetchedWords;
}

/** What a link page has from where it leads: below what it says itself, and what was given. */
export interface FetchedWords {
  readonly title?: string;
  /** Description, site, author, published, picture; each if the other side says it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page's metadata as it counts: what the text says, overlaid. */
export interface Settled {
  readonly title: string;
  readonly kind: Kind;
  readonly status: Status | undefined;
  readonly due: string | undefined;
  readonly scheduled: string | undefined;
  readonly start: string | undefined;
  /** A rule as text/repeat-words.ts reads it, or whatever the text says there. */
  readonly repeat: string | undefined;
  readonly priority: number | undefined;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads the column; an overlay that says nothing is stored as NULL. */
export function readOverlay(stored: string | null): Overlay {
  return stored === null ? {} : (JSON.parse(stored) as Overlay);
}

export function writeOverlay(overlay: Overlay): string | null {
  const json = JSON.stringify(overlay);
  return json === '{}' ? null : json;
}

/** The value beside the text where there is one, null being one too, else the text's. */
function over<T>(beside: T | null | undefined, written: T | undefined): T | undefined {
  return beside === undefined ? written : (beside ?? undefined);
}

/**
 * Lays an overlay over what was derived from the text. A page with due, status or priority is a
 * todo, and so is one that was given a plan or a repetition; in front matter those three words are
 * other people's too (`start: 09:00`) and make none.
 */
export function settle(derived: Derived, overlay: Overlay, text: string): Settled {
  const due = over(overlay.due, derived.due);
  const priority = over(overlay.priority, derived.priority);
  const given = over(overlay.status, derived.status);
  const isPlanned = Boolean(overlay.scheduled ?? overlay.start ?? overlay.repeat);
  const isTodo = due !== undefined || priority !== undefined || given !== undefined || isPlanned;
  const kind =
    over(overlay.kind, derived.kind) ??
    (isTodo ? 'todo' : loneAddress(text) !== undefined ? 'link' : 'note');
  return {
    title: derived.title,
    kind,
    status: given ?? (kind === 'todo' ? 'open' : undefined),
    due,
    scheduled: over(overlay.scheduled, derived.scheduled),
    start: over(overlay.start, derived.start),
    repeat: over(overlay.repeat, derived.repeat),
    priority,
    tags: settledTags(derived.tags, overlay),
    fields: settledFields(derived.fields, overlay),
  };
}

function settledTags(written: readonly string[], overlay: Overlay): string[] {
  const removed = new Set((overlay.tags_removed ?? []).map(tagKey));
  const tags = new Map<string, string>();
  for (const tag of written) if (!removed.has(tagKey(tag))) tags.set(tagKey(tag), tag);
  for (const tag of overlay.tags_added ?? []) {
    if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag);
  }
  return [...tags.values()];
}

function settledFields(
  written: Readonly<Record<string, unknown>>,
  { fields: beside = {}, fetched }: Overlay,
): Record<string, unknown> {
  const all = Object.entries({ ...fetched?.fields, ...written, ...beside });
  return Object.fromEntries(all.filter(([key, value]) => value !== null || !(key in beside)));
}
