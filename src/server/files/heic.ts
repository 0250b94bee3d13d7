import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** How long a picture may take to be decoded, in ms: a large one takes a few seconds. */
const DEADLINE = 60_000;

/**
 * What runs in the thread: it refuses what would unpack to too much before any of it is unpacked.
 * A text, since a thread cannot begin in a bundled file.
 */
const PROGRAM = `
const { workerData, parentPort } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const convert = require(workerData.module);
(async () => {
  const bytes = readFileSync(workerData.place);
  let from = 0;
  for (let at = bytes.indexOf('ispe', from); at !== -1; at = bytes.indexOf('ispe', from)) {
    from = at + 4;
    if (at + 16 > bytes.length) break;
    const pixels = bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12);
    if (pixels > workerData.mostPixels) throw new Error('too large');
  }
  const jpeg = await convert({ buffer: bytes, format: 'JPEG', quality: 0.92 });
  parentPort.postMessage(Uint8Array.from(jpeg));
})();
`;

/**
 * Decodes a HEIC picture, in a thread of its own with a deadline. Gives a JPEG, undefined for
 * bytes that are no whole picture or of more than `mostPixels`, and `'no decoder'` where the
 * optional package is not there.
 */
export async function decodeHeic(
  place: string,
  mostPixels: number,
): Promise<Uint8Array | 'no decoder' | undefined> {
  let module: string;
  try {
    module = createRequire(import.meta.url).resolve('heic-convert');
  } catch {
    return 'no decoder';
  }
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { module, place, mostPixels },
    stdout: true,
    stderr: true,
  });
  const late = setTimeout(() => void worker.terminate(), DEADLINE);
  try {
    return await new Promise((resolve) => {
      worker.once('message', (jpeg: unknown) =>
        resolve(jpeg instanceof Uint8Array ? jpeg : undefined),
      );
      worker.once('error', () => resolve(undefined));
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
