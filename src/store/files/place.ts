import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';

/** The most that one file may have, in bytes. */
export const MOST_BYTES = 25 * 1024 * 1024;

/** As many hex digits of a SHA-256 as name a file: 128 bits, which nobody meets by accident. */
export const ID_LENGTH = 32;

/** Whether a text can be the id of a file. */
export function isFileId(text: string): boolean {
  return text.length === ID_LENGTH && /^[0-9a-f]+$/.test(text);
}

/**
 * The folder with a store's files. It carries the store's own name, since two stores may lie in
 * one folder and each removes what it no longer needs.
 */
export function filesFolder(storeFile: string): string {
  return `${storeFile}.files`;
}

/**
 * Where in such a folder a file's bytes lie. Throws `unreadable` (corrupt) for what is no id: in a
 * store from elsewhere it may be anything, a way out of the folder too.
 */
export function placeIn(folder: string, id: string): string {
  if (!isFileId(id)) {
    throw new ScrapError(
      'unreadable',
      'The store is damaged: it names a file by what is no id. Restore a backup: scrap backup restore',
      { reason: 'corrupt' },
    );
  }
  return join(folder, id.slice(0, 2), id);
}

/** Where the bytes of a store's file lie. */
export function fileAt(store: Store, id: string): string {
  return placeIn(filesFolder(store.file), id);
}

/** The bytes of a store's file; undefined where they are gone. */
export async function bytesOf(store: Store, id: string): Promise<Buffer | undefined> {
  return isFileId(id) ? readFile(fileAt(store, id)).catch(() => undefined) : undefined;
}

/** Where what is made of pictures lies: it can be made again, and so is in no backup. */
export function picturesFolder(storeFile: string): string {
  return `${storeFile}.pictures`;
}
