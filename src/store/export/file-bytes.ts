import { setImmediate as turn } from 'node:timers/promises';

import type { Store } from '../database/store.ts';
import { bytesOf, isFileId, MOST_BYTES } from '../files/place.ts';
import { placeFile } from '../files/put.ts';
import type { Fault, JsonObject } from './read-export.ts';

/** So many bytes stand in one line, a multiple of three. */
const PART = 768 * 1024;

/**
 * The bytes of all files of a store as lines, `{ "bytes": { "id", "at", "base64" } }`, in order
 * and each file in parts; one whose bytes are gone from the disk has none.
 */
export async function* byteLines(snapshot: Store): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const rows = snapshot.all<{ id: string }>(
      'SELECT id FROM files WHERE id > ? ORDER BY id LIMIT 500',
      last,
    );
    for (const { id } of rows) {
      const bytes = await bytesOf(snapshot, id);
      if (bytes === undefined) continue;
      // a file of no bytes has a line too, unlike one that is lost
      for (let at = 0; at < Math.max(1, bytes.length); at += PART) {
        const base64 = bytes.subarray(at, at + PART).toString('base64');
        yield `${JSON.stringify({ bytes: { id, at, base64 } })}\n`;
        await turn();
      }
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** Puts such lines together again and the bytes on the disk; one file at a time is held. */
export class FileBytes {
  readonly #store: Store;
  #id = '';
  #parts: Buffer[] = [];
  #length = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Takes the next line, which goes on where the one before ended, or begins another file. */
  async take(record: JsonObject, fault: Fault): Promise<void> {
    const { id, at, base64 } = record;
    if (typeof id !== 'string' || !isFileId(id) || typeof base64 !== 'string') {
      throw fault('has bytes that are none');
    }
    if (id !== this.#id) {
      this.#id = id;
      this.#parts = [];
      this.#length = 0;
    }
    const size = this.#sizeOf(id);
    const bytes = Buffer.from(base64, 'base64');
    if (at !== this.#length || size === undefined || this.#length + bytes.length > size) {
      throw fault('has bytes that do not go on from the line before');
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length < size) return;
    if (!(await placeFile(this.#store, id, Buffer.concat(this.#parts)))) {
      throw fault('ends a file with other bytes than were exported');
    }
    this.#parts = [];
  }

  #sizeOf(id: string): number | undefined {
    const size = this.#store.get<{ size: number }>('SELECT size FROM files WHERE id = ?', id)?.size;
    return size !== undefined && size <= MOST_BYTES ? size : undefined;
  }
}
