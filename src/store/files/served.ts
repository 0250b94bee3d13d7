import { join } from 'node:path';

import type { Store } from '../database/store.ts';
import { cleanFileName } from './name.ts';
import { fileAt, isFileId, picturesFolder } from './place.ts';
import type { StoredFile } from './put.ts';

export { isHeic, isPicture, mayOpen } from './type.ts';
export { cleanFileName };

/** A file, and where its bytes lie. */
export interface FileOnDisk extends StoredFile {
  readonly place: string;
}

/** The file with this id; undefined where there is none. */
export function fileById(store: Store, id: string): FileOnDisk | undefined {
  if (!isFileId(id)) return undefined;
  const row = store.get<StoredFile>('SELECT id, type, size FROM files WHERE id = ?', id);
  return row && { ...row, place: fileAt(store, row.id) };
}

/** Where a picture of some size, made of a file, is kept. */
export function pictureAt(store: Store, id: string, size: string): string {
  return join(picturesFolder(store.file), id.slice(0, 2), `${id}-${size}.webp`);
}
