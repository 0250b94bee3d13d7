import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { Extracted } from './extracted.ts';

/** How long a page may take to be read, in ms, and how much memory, in MiB. */
const DEADLINE = 10_000;
const MEMORY = 256;

/**
 * Reads an HTML page in a thread of its own: it may be made to take for ever, or all memory. Gives
 * what it said until then; undefined where that is nothing.
 */
export async function extractInThread(html: string, url: string): Promise<Extracted | undefined> {
  const worker = new Worker(join(import.meta.dirname, 'extract-thread.cjs'), {
    workerData: { html, url },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  const late = setTimeout(() => void worker.terminate(), DEADLINE);
  try {
    return await new Promise((resolve) => {
      let latest: Extracted | undefined;
      worker.on('message', (extracted: Extracted) => (latest = extracted));
      worker.once('error', () => resolve(latest));
      worker.once('exit', () => resolve(latest));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
