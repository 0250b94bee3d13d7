import { files, ScrapError, type Store } from '../../store/index.ts';
import type { Sender, Server } from './server.ts';

/**
 * Fetches the bytes of the files that a copy knows of and has not; gives how many came. One that
 * the server no longer has is left out.
 */
export async function fetchFiles(
  store: Store,
  server: Server,
  sender: Sender,
  progress: (done: number, total: number | undefined, what: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { missingFiles } = await files.copy();
  const { placeFile } = await files.put();
  const missing = missingFiles(store);
  let fetched = 0;
  for (const { id, size } of missing) {
    const file = await server.stream(`/files/${id}`, sender, signal).catch((error: unknown) => {
      if (error instanceof ScrapError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (file === undefined) continue;
    if (await placeFile(store, id, await bytesOf(file.pieces, size))) fetched += 1;
    progress(fetched, missing.length, 'files');
  }
  return fetched;
}

/** As many bytes as the file has; more are not its own. */
async function bytesOf(pieces: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    taken.push(piece);
    length += piece.length;
    if (length > size) break;
  }
  return Buffer.concat(taken);
}
