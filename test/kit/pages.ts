import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import {
  type Caller,
  exportPieces,
  type OpenOptions,
  type OperationName,
  openStore,
  operations,
  perform,
  type Store,
} from '../../src/store/index.ts';
import { temporaryDirectory, temporaryStore } from './scrap.ts';

/** The owner at the store's own terminal. */
export const OWNER: Caller = { door: 'cli', author: 'me', source: 'cli', here: true };

/** A store of this test's own, closed when it ends. */
export function newStore(options: OpenOptions = {}): Store {
  const store = openStore(temporaryStore(), { mayCreate: true, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Performs an operation as `caller`; its answer is typed by the test, which knows it. */
export async function doing<Answer = Record<string, unknown>>(
  store: Store,
  name: OperationName,
  input: object,
  caller: Caller = OWNER,
): Promise<Answer> {
  const operation = (await operations[name]()) as unknown as Parameters<typeof perform>[0];
  return (await perform(operation, store, input, caller)) as Answer;
}

/** A folder `notes` with these files in it, last changed at `modified`. */
export function folderOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  modified = '2026-11-20T08:00:00.000Z',
): string {
  const folder = join(temporaryDirectory(), 'notes');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) putFile(folder, path, content, modified);
  return folder;
}

/** Writes a file below a folder. */
export function putFile(
  folder: string,
  path: string,
  content: string | Uint8Array,
  modified = '2026-11-25T08:00:00.000Z',
): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  utimesSync(file, new Date(modified), new Date(modified));
}

/** A whole export as one text. */
export async function exported(
  store: Store,
  format: Parameters<typeof exportPieces>[1],
): Promise<string> {
  let text = '';
  for await (const piece of exportPieces(store, format)) text += piece;
  return text;
}
