import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import { FetchFailure } from './failure.ts';

/**
 * Reads a body that was sent in at most one encoding, up to `most` bytes unpacked; it is unpacked
 * piece by piece and given up at the first byte too many, so that a bomb costs no memory.
 */
export async function readBody(body: Readable, encoding: string, most: number): Promise<Buffer> {
  const unpack = unpacker(encoding);
  const pieces: Buffer[] = [];
  const tooLarge = new FetchFailure({ is: 'refusal', reason: 'It is larger than 5 MiB.' });
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      size += piece.length;
      if (size > most) throw tooLarge;
      pieces.push(piece);
    }
  };
  try {
    if (unpack === undefined) await pipeline(body, collect);
    else await pipeline(body, unpack, collect);
  } catch (error) {
    // the pipeline may tell of what became of the connection instead
    if (size > most) throw tooLarge;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(?:Z_|ERR__?ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code)) throw error;
    throw new FetchFailure({ is: 'refusal', reason: 'It cannot be unpacked.' });
  }
  return Buffer.concat(pieces);
}

function unpacker(encoding: string) {
  // Small pieces: one of the usual size may unpack to a thousand times its size at once.
  const chunk = { chunkSize: 16 * 1024 };
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip(chunk);
    case 'br':
      return createBrotliDecompress(chunk);
    default:
      throw new FetchFailure({ is: 'refusal', reason: 'It is packed in a way nobody asked for.' });
  }
}
