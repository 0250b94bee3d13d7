import type { Store } from '../database/store.ts';
import { invalid } from '../errors.ts';
import {
  attachFiles,
  filesByToken,
  kindOfFiles,
  type NamedFile,
  titleOfFiles,
} from '../files/attach.ts';
import { type Change, makeChange } from '../history/change.ts';
import { keepKey, replay, type RetryKey } from '../history/keys.ts';
import type { Caller } from '../operation.ts';
import { understandDay } from '../text/days.ts';
import { DAY_FIELDS } from '../text/item-fields.ts';
import { understandRepeat } from '../text/repeat-words.ts';
import { isTag } from '../text/tag.ts';
import { contentOf } from './content.ts';
import { secondOf } from './id.ts';
import { enqueueFetch, linkAddress, sameLink } from './link.ts';
import type { Overlay } from './overlay.ts';
import { todayOf } from './today.ts';
import type { PageRow } from './row.ts';
import { type Content, insertPage } from './save.ts';
import { type Kind, type Status, TODO_FIELDS } from './words.ts';
import { type Written, written, writtenBefore } from './written.ts';

/** The metadata a caller may give with a text. */
export interface Given {
  readonly title?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly status?: Status | undefined;
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
  readonly repeat?: string | undefined;
  readonly priority?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly origin?: string | undefined;
  /** false: where a link leads is not looked at. */
  readonly fetch?: boolean | undefined;
}

/** What one page is made of: words, files (`filesByToken` reads their names) or both. */
export interface Part {
  readonly text: string;
  readonly files?: readonly string[];
}

/**
 * Adds one page per part, all or none, as one change; with a key that has already added them,
 * answers with those pages instead.
 */
export async function addPages(
  store: Store,
  caller: Caller,
  parts: readonly Part[],
  given: Given,
  key: RetryKey | undefined,
): Promise<Written[]> {
  const overlay = await overlayOf(store, caller, given);
  const at = store.now();
  const contents: Content[] = [];
  for (const { text, files = [] } of parts) {
    const isEmpty = text.trim() === '';
    if (isEmpty && files.length === 0 && given.title === undefined) throw nothingToAdd();
    const said = isEmpty ? saidByFiles(filesByToken(store, files), overlay) : {};
    contents.push(await contentOf(store, text, { overlay: { ...said, ...overlay }, at }));
  }
  return makeChange(store, caller, { operation: 'add', origin: given.origin }, (change) => {
    const before = replay(store, key);
    if (before !== undefined) return writtenBefore(store, before);
    const rows = contents.map((content, i) => {
      const twin = key === undefined ? twinOf(store, change, content) : undefined;
      const birth = given.origin === undefined ? {} : { origin: given.origin };
      const row = insertPage(store, change, content, birth);
      attachFiles(store, row.id, filesByToken(store, parts[i]?.files ?? []));
      const warnings = twin === undefined ? [] : [sameAgain(twin)];
      return { row, warnings: [...warnings, ...followLink(store, change, row, content, given)] };
    });
    const ids = rows.map(({ row }) => row.id);
    keepKey(store, change, key, ids);
    return rows.map(({ row, warnings }) => written(store, row, change, true, warnings));
  });
}

function nothingToAdd() {
  return invalid('There is nothing to add: the text is empty. Give some words, or a title.');
}

/** What a page without words is by its files, unless that is given; a todo is one all the same. */
function saidByFiles(files: readonly NamedFile[], given: Overlay): Overlay {
  if (files.length === 0) return {};
  const title = titleOfFiles(files);
  const isTodo = TODO_FIELDS.some((field) => given[field] !== undefined);
  return {
    ...(isTodo ? {} : { kind: kindOfFiles(files) }),
    ...(title === undefined ? {} : { title }),
  };
}

/** Given metadata lies beside the text, which stays exactly as it came. */
async function overlayOf(store: Store, caller: Caller, given: Given): Promise<Overlay> {
  const overlay: Overlay = {};
  const today = todayOf(store, caller);
  if (given.title !== undefined && given.title.trim() !== '') overlay.title = given.title;
  if (given.kind !== undefined) overlay.kind = given.kind;
  if (given.status !== undefined) overlay.status = given.status;
  if (given.priority !== undefined) overlay.priority = given.priority;
  for (const field of DAY_FIELDS) {
    const words = given[field];
    if (words === undefined || words.trim().toLowerCase() === 'none') continue;
    overlay[field] = await understandDay(words, today);
  }
  const repeat = given.repeat === undefined ? undefined : understandRepeat(given.repeat);
  if (repeat !== undefined) overlay.repeat = repeat;
  if (given.tags !== undefined && given.tags.length > 0) {
    overlay.tags_added = given.tags.map(asTag);
  }
  return overlay;
}

/** A tag as a caller gave it, with or without its `#`; throws `invalid` where it is none. */
export function asTag(given: string): string {
  const tag = given.trim().replace(/^#/, '');
  if (isTag(tag)) return tag;
  const shown = given.slice(0, 40);
  throw invalid(
    `"${shown}" is not a tag. Use letters, digits, "-", "_" and "/", with at least one letter.`,
    { field: 'tags' },
  );
}

/** The page an agent without a key has just added with the same title and text. */
function twinOf(store: Store, change: Change, content: Content): PageRow | undefined {
  if (change.caller.author !== 'claude') return undefined;
  const tenMinutesAgo = secondOf(change.at) - 10 * 60;
  return store.get<PageRow>(
    `SELECT p.* FROM pages p JOIN texts t ON t.page_id = p.id
     WHERE p.id >= ? AND p.author = 'claude' AND p.title = ? AND t.text = ? LIMIT 1`,
    tenMinutesAgo,
    content.derived.title,
    content.text,
  );
}

/**
 * Has a link of the owner's fetched, and names the page that has it already. What an agent writes
 * never makes this machine ask for anything: an address can carry out what stands on a page.
 */
function followLink(
  store: Store,
  { caller }: Change,
  { id, kind }: PageRow,
  { text }: Content,
  { fetch = true }: Given,
): string[] {
  const address = linkAddress(kind, text);
  if (address === undefined) return [];
  if (fetch && caller.author === 'me') enqueueFetch(store, id);
  const before = sameLink(store, address, id);
  return before === undefined ? [] : [`You have this link already: ${before}`];
}

function sameAgain(twin: PageRow): string {
  return `${twin.slug} was added with the same title and text a moment ago. Pass a key with every write, so that a retry is not a second page.`;
}
