import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { asScrapError } from '../database/failure.ts';
import { patiently } from '../database/patience.ts';
import type { Store } from '../database/store.ts';
import { syncDirectory } from '../database/sync.ts';
import { unfinished } from '../database/unfinished.ts';
import { invalid, ScrapError } from '../errors.ts';
import { fileAt, filesFolder, ID_LENGTH, MOST_BYTES } from './place.ts';
import { HEAD, typeOf } from './type.ts';

/** A file whose bytes are in the store. */
export interface StoredFile {
  readonly id: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes as they come, in pieces. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Puts a file into the store: its bytes on the disk first, then its row. The same bytes are the
 * same file, however often and from wherever they come. Throws `invalid` (too_large, empty) and
 * `disk`, and then leaves nothing.
 */
export async function putFile(
  store: Store,
  bytes: Bytes,
): Promise<StoredFile & { readonly created: boolean }> {
  const file = await putBytes(store, bytes, 1);
  const created = await patiently(store, () => store.write(() => keepRow(store, file)));
  return { ...file, created };
}

/**
 * Puts the bytes of a file on the disk, `least` of them or more, and gives what its row is to say:
 * `keepRow` writes that. Throws as `putFile` does.
 */
export async function putBytes(store: Store, bytes: Bytes, least = 0): Promise<StoredFile> {
  const folder = filesFolder(store.file);
  const fresh = unfinished(join(folder, `new-${randomUUID()}`));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { id, size, head, isText } = await writeBytes(fresh, bytes);
    if (size < least) throw emptyFile();
    await giveName(fresh, fileAt(store, id), size);
    return { id, type: await typeOf(head, isText), size };
  } catch (error) {
    throw asScrapError(error, folder);
  } finally {
    // also where there is no such folder
    await rm(fresh, { force: true }).catch(() => {});
  }
}

/**
 * Puts the bytes on the disk of a file whose row is there or is being written; false, and nothing
 * is written, where they are not the ones that its id says.
 */
export async function placeFile(store: Store, id: string, bytes: Uint8Array): Promise<boolean> {
  const folder = filesFolder(store.file);
  const fresh = unfinished(join(folder, `new-${randomUUID()}`));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const written = await writeBytes(fresh, [bytes]);
    if (written.id !== id) return false;
    await giveName(fresh, fileAt(store, id), bytes.length);
    return true;
  } catch (error) {
    throw asScrapError(error, folder);
  } finally {
    await rm(fresh, { force: true }).catch(() => {});
  }
}

/** Writes the bytes under a name that nobody reads, and makes them durable. */
export async function writeBytes(fresh: string, bytes: Bytes) {
  const hash = createHash('sha256');
  const text = new TextDecoder('utf-8', { fatal: true });
  const handle = await open(fresh, 'wx', 0o600);
  try {
    const start: Uint8Array[] = [];
    let size = 0;
    let isText = true;
    for await (const piece of bytes) {
      if (size < HEAD) start.push(piece.subarray(0, HEAD - size));
      size += piece.length;
      if (size > MOST_BYTES) throw tooLarge();
      isText &&= isTextPiece(text, piece);
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
    isText &&= isTextPiece(text, undefined);
    const id = hash.digest('hex').slice(0, ID_LENGTH);
    return { id, size, head: Buffer.concat(start), isText };
  } finally {
    await handle.close();
  }
}

/** The next piece of a text, or its end: whether it still is one. */
function isTextPiece(decoder: TextDecoder, piece: Uint8Array | undefined): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined });
    return piece?.includes(0) !== true;
  } catch {
    return false;
  }
}

/** The error for a file of more than 25 MiB. */
export function tooLarge() {
  return invalid('A file may have at most 25 MiB. Keep it elsewhere and add a link to it.', {
    reason: 'too_large',
  });
}

/** The error for a file without a byte. */
export function emptyFile() {
  return invalid('The file is empty. Choose another one.', { reason: 'empty_file' });
}

/** Gives finished bytes their place. Two that do this at once write the same bytes. */
async function giveName(fresh: string, place: string, size: number): Promise<void> {
  if (statSync(place, { throwIfNoEntry: false })?.size === size) return;
  const shelf = dirname(place);
  const made = await mkdir(shelf, { recursive: true, mode: 0o700 });
  await rename(fresh, place);
  syncDirectory(shelf);
  if (made !== undefined) syncDirectory(dirname(shelf));
}

/**
 * Writes the row of a file, as part of a transaction; true where there was none. Whoever removes
 * files does it inside one too (remove.ts), so that bytes which are there inside this one stay.
 */
export function keepRow(store: Store, { id, type, size }: StoredFile): boolean {
  if (!existsSync(fileAt(store, id))) {
    throw new ScrapError('busy', 'The file was removed while it came. Send it again.', {
      reason: 'file_removed',
    });
  }
  const isKnown = store.get('SELECT 1 FROM files WHERE id = ?', id) !== undefined;
  store.run(
    `INSERT INTO files (id, type, size, added) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET added = excluded.added`,
    id,
    type,
    size,
    store.now(),
  );
  return !isKnown;
}
