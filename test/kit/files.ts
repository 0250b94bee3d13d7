import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

import { files, type Store } from '../../src/store/index.ts';
import { doing } from './pages.ts';

/** Puts bytes into a store; gives what `add` takes. */
export async function kept(store: Store, bytes: Uint8Array, name?: string): Promise<string> {
  const { putFile } = await files.put();
  const { fileToken } = await files.attach();
  return fileToken((await putFile(store, [bytes])).id, name);
}

/** Adds a page with one file; gives its slug. */
export async function pageWith(store: Store, bytes: Uint8Array, name: string): Promise<string> {
  const file = await kept(store, bytes, name);
  const { slug } = await doing<{ slug: string }>(store, 'add', { text: '', files: [file] });
  return slug;
}

/** The paths of all files below a folder; none where there is no folder. */
export function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
