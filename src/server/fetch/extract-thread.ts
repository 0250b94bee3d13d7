import { parentPort, workerData } from 'node:worker_threads';

import { extract } from './extract.ts';
import type { Extracted } from './extracted.ts';

/* Runs in a thread of its own, which is ended when it takes too long. */
const { html, url } = workerData as { readonly html: string; readonly url: string };
const tell = (extracted: Extracted) => parentPort?.postMessage(extracted);
tell(extract(html, url, tell));
