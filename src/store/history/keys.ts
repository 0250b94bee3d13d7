import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import type { Author, Caller } from '../operation.ts';
import { sha256 } from '../sha256.ts';
import type { Change } from './change.ts';

/** A retry key as it is looked for: whose it is, of which operation, and over which input. */
export interface RetryKey {
  readonly id: Uint8Array;
  readonly body: Uint8Array;
}

/** What a key has already made, in the order of its call. */
export interface Replay {
  readonly change: number;
  readonly pageIds: readonly number[];
}

/**
 * The key of a write, or undefined when the caller gave none. The owner's doors share one space,
 * so that a write retried through another door is the same write; each agent label has its own.
 * The operation belongs to it, and `input` (without the key itself) tells a retry from another
 * write.
 */
export function retryKey(
  caller: Caller,
  operation: string,
  key: string | undefined,
  input: object,
): RetryKey | undefined {
  if (key === undefined) return undefined;
  return {
    id: keyId(spaceOf(caller.author, caller.client), operation, key),
    body: sha256(canonical({ ...input, key: undefined })),
  };
}

function spaceOf(author: Author, client: string | undefined): string {
  return author === 'me' ? 'me' : `${author} ${client ?? ''}`;
}

function keyId(space: string, operation: string, key: string): Buffer {
  return sha256([space, operation, key].join('\0')).subarray(0, 16);
}

/** The operations whose callers may give a key; `append` is the operation `add` with `to`. */
export const KEYED = [
  'add',
  'add_many',
  'todo',
  'log',
  'append',
  'edit',
  'done',
  'reopen',
  'trash',
  'untrash',
  'edit_meta',
  'rename_tag',
  'revert',
] as const;

/**
 * The changes that were made with a key: the caller's own, and for the owner those of the agent
 * with this label too.
 */
export function changesOfKey(
  store: Store,
  caller: Caller,
  key: string,
  client: string | undefined,
): Set<number> {
  const spaces = [spaceOf(caller.author, caller.client)];
  if (caller.author === 'me') spaces.push(spaceOf('claude', client));
  const ids = spaces.flatMap((space) => KEYED.map((operation) => keyId(space, operation, key)));
  const rows = ids.flatMap((id) =>
    store.all<{ change: number }>('SELECT DISTINCT change FROM captures WHERE id = ?', id),
  );
  return new Set(rows.map((row) => row.change));
}

/**
 * Looks for a key inside the writing transaction. Throws `conflict` when it was used for another
 * input, and `not_found` when its page was purged, unless the answer does not need the page
 * (`purged`); nothing is written in either case.
 */
export function replay(
  store: Store,
  key: RetryKey | undefined,
  { purged = false }: { readonly purged?: boolean } = {},
): Replay | undefined {
  if (key === undefined) return undefined;
  const rows = store.all<{
    page_id: number;
    change: number;
    body: Uint8Array;
    slug: string | null;
  }>(
    `SELECT c.page_id, c.change, c.body, p.slug FROM captures c
     LEFT JOIN pages p ON p.id = c.page_id WHERE c.id = ? ORDER BY c.ordinal`,
    key.id,
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  if (!purged && rows.some((row) => row.slug === null)) {
    throw new ScrapError('not_found', 'The page this key made was purged. Use another key.', {
      reason: 'purged',
    });
  }
  if (Buffer.compare(first.body, key.body) !== 0) {
    const slugs = rows.flatMap((row) => row.slug ?? []);
    throw new ScrapError(
      'conflict',
      `This key has already made ${slugs.slice(0, 5).join(', ')} from another input. Use a new key for a new page.`,
      { reason: 'key_conflict', slugs },
    );
  }
  return { change: first.change, pageIds: rows.map((row) => row.page_id) };
}

/** Keeps a key with the pages it made, for ever. */
export function keepKey(
  store: Store,
  change: Change,
  key: RetryKey | undefined,
  pageIds: readonly number[],
): void {
  if (key === undefined) return;
  for (const [ordinal, pageId] of pageIds.entries()) {
    store.run(
      'INSERT INTO captures (id, ordinal, page_id, change, body) VALUES (?, ?, ?, ?, ?)',
      key.id,
      ordinal,
      pageId,
      change.number,
      key.body,
    );
  }
}

/** JSON with sorted names and without undefined: the same input always gives the same text. */
function canonical(input: object): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
