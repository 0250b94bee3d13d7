import type { Store } from '../database/store.ts';
import type { Change } from '../history/change.ts';
import { metadataOf } from '../history/metadata.ts';
import { sha256 } from '../sha256.ts';
import { addressKey } from '../text/address.ts';
import type { Derived } from '../text/derive.ts';
import { clearDerived, writeDerived } from './derived.ts';
import { newId } from './id.ts';
import { reindexPage } from './indexed.ts';
import { type Overlay, type Settled, settle, writeOverlay } from './overlay.ts';
import { type PageRow, pageById, textOf } from './row.ts';
import { dropOldClip, linkAddress } from './link.ts';
import { freeSlug } from './slugs.ts';
import { countTags } from './tags.ts';
import { type Encoding, isOpen } from './words.ts';

/** A page's text with everything that was read out of it. */
export interface Content {
  readonly text: string;
  readonly encoding: Encoding;
  readonly derived: Derived;
  readonly overlay: Overlay;
}

/** Where a new page comes from, besides its content. */
export interface Birth {
  /** RFC 3339; the change's time where absent. */
  readonly created?: string;
  readonly updated?: string;
  readonly origin?: string;
  readonly collection?: string;
  readonly path?: string;
  /** The page that was done and comes again in this one, whose author's words these are. */
  readonly follows?: PageRow;
  /** Stays out of `recent` until it is changed here. */
  readonly quiet?: boolean;
}

/** Writes a new page as part of a change. */
export function insertPage(
  store: Store,
  change: Change,
  content: Content,
  birth: Birth = {},
): PageRow {
  const by = birth.follows ?? change.caller;
  const settled = settle(content.derived, content.overlay, content.text);
  const created = birth.created ?? change.at;
  const id = newId(store, created);
  change.touch(id, undefined);
  store.run(
    `INSERT INTO pages (id, slug, title, kind, status, due, scheduled, start, repeat, follows,
       priority, open, author, source, client, origin, fields, overlay, collection, path, encoding,
       created, updated, done, revision, quiet, warnings, sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    freeSlug(store, content.derived.slugHint ?? slugHint(settled, content.text), content.text),
    settled.title,
    settled.kind,
    settled.status ?? null,
    settled.due ?? null,
    settled.scheduled ?? null,
    settled.start ?? null,
    settled.repeat ?? null,
    birth.follows?.id ?? null,
    settled.priority ?? null,
    openFlag(settled, null),
    by.author,
    by.source,
    by.client ?? null,
    birth.origin ?? null,
    jsonOrNull(settled.fields),
    writeOverlay(content.overlay),
    birth.collection ?? null,
    birth.path ?? null,
    content.encoding,
    created,
    birth.updated ?? created,
    settled.status === 'done' ? created : null,
    change.number,
    birth.quiet === true ? 1 : 0,
    content.derived.warnings.length === 0 ? null : JSON.stringify(content.derived.warnings),
    sha256(content.text),
  );
  store.run('INSERT INTO texts (page_id, text) VALUES (?, ?)', id, content.text);
  return withDerived(store, pageById(store, id), content, settled);
}

/** What of a page that is not its content a revert sets as well; what is absent follows from it. */
export interface Restored {
  readonly trashed?: string | null;
  readonly done?: string | null;
  readonly quiet?: 0 | 1;
}

/**
 * Replaces a page's text, metadata or both as part of a change. The slug stays: a page keeps its
 * name when its title changes.
 */
export function replacePage(
  store: Store,
  change: Change,
  row: PageRow,
  content: Content,
  restored: Restored = {},
): PageRow {
  const { trashed = row.trashed } = restored;
  const settled = settle(content.derived, content.overlay, content.text);
  const oldText = textOf(store, row.id);
  const isNewText = oldText !== content.text;
  change.touch(row.id, {
    before: JSON.stringify(metadataOf(store, row)),
    ...(isNewText ? { text: oldText, sha256: row.sha256 } : {}),
  });
  store.run(
    `UPDATE pages SET title = ?, kind = ?, status = ?, due = ?, scheduled = ?, start = ?,
       repeat = ?, priority = ?, open = ?, fields = ?, overlay = ?,
       encoding = ?, updated = ?, done = ?, revision = ?, quiet = ?, trashed = ?, warnings = ?, sha256 = ? WHERE id = ?`,
    settled.title,
    settled.kind,
    settled.status ?? null,
    settled.due ?? null,
    settled.scheduled ?? null,
    settled.start ?? null,
    settled.repeat ?? null,
    settled.priority ?? null,
    openFlag(settled, trashed),
    jsonOrNull(settled.fields),
    writeOverlay(content.overlay),
    content.encoding,
    change.at,
    restored.done ?? (settled.status === 'done' ? (row.done ?? change.at) : null),
    change.number,
    restored.quiet ?? (change.caller.source === 'import' ? row.quiet : 0),
    trashed,
    content.derived.warnings.length === 0 ? null : JSON.stringify(content.derived.warnings),
    isNewText ? sha256(content.text) : row.sha256,
    row.id,
  );
  if (isNewText) {
    store.run('UPDATE texts SET text = ? WHERE page_id = ?', content.text, row.id);
    dropOldClip(store, row.id, oldText, content.text);
  }
  clearDerived(store, row);
  return withDerived(store, pageById(store, row.id), content, settled);
}

/**
 * Moves a page to the trash (the time it went there), or out of it (null). Nothing that was read
 * out of its text changes, so nothing is read out of it again.
 */
export function setTrashed(
  store: Store,
  change: Change,
  row: PageRow,
  trashed: string | null,
  quiet: 0 | 1 = 0,
): PageRow {
  change.touch(row.id, { before: JSON.stringify(metadataOf(store, row)) });
  if (row.trashed === null) countTags(store, row.id, -1);
  if (trashed === null) countTags(store, row.id, 1);
  const isOut = trashed === null;
  store.run(
    'UPDATE pages SET trashed = ?, open = ?, updated = ?, revision = ?, quiet = ? WHERE id = ?',
    trashed,
    row.kind === 'todo' && isOpen(row.status) && isOut ? 1 : 0,
    change.at,
    change.number,
    quiet,
    row.id,
  );
  store.run(
    `UPDATE items SET open = ? AND status IN ('open', 'doing', 'waiting') WHERE page_id = ?`,
    isOut ? 1 : 0,
    row.id,
  );
  const now = pageById(store, row.id);
  reindexPage(store, now);
  return now;
}

function withDerived(store: Store, row: PageRow, content: Content, settled: Settled): PageRow {
  writeDerived(store, row, content, settled);
  return row;
}

/** A link without a title yet is called by its address, without what says nothing in a name. */
function slugHint({ title, kind }: Settled, text: string): string {
  const address = /^https?:\/\//i.test(title) ? linkAddress(kind, text) : undefined;
  return (address === undefined ? undefined : addressKey(address)) ?? title;
}

/** The `open` column. */
export function openFlag(settled: Settled, trashed: string | null): 0 | 1 {
  return settled.kind === 'todo' && isOpen(settled.status) && trashed === null ? 1 : 0;
}

/** The `fields` column. */
export function jsonOrNull(fields: Readonly<Record<string, unknown>>): string | null {
  const json = JSON.stringify(fields);
  return json === '{}' ? null : json;
}
