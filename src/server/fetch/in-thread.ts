import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { Extracted } from './extracted.ts';

/** How long a page may take to be read, in ms, and how much memory, in MiB. */
const DEADLINE = 10_000;
const MEMORY = 256;

/**
 * Reads an HTML page in a thread of its own: it may be made to take for ever, or all memory.
 * Undefined where it did.
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
      worker.once('message', (extracted: Extracted) => resolve(extracted));
      worker.once('error', () => resolve(undefined));
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
