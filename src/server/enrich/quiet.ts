import { enriching, patiently, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';

/** How often it is looked for pages that have been left alone for a while, in ms. */
const EVERY = 60_000;

/** Queues pages for a model once they have been left alone for a while; gives what ends that. */
export function queueQuietly(store: Store, { log }: { readonly log: Log }): () => Promise<void> {
  let looking = Promise.resolve();
  const look = () => {
    looking = looking.then(async () => {
      try {
        await queueQuiet(store);
      } catch (error) {
        log('Pages for the model could not be queued; it is tried again.', error);
      }
    });
  };
  look();
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    return looking;
  };
}

/** Does it once; gives how many there were. */
export async function queueQuiet(store: Store): Promise<number> {
  const { queueQuietPages } = await enriching.sweep();
  return patiently(store, () => queueQuietPages(store));
}
