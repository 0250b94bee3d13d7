import { files, patiently, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Removes now and every hour what nobody needs: uploads that became no page within a day, and what
 * killed processes have left. Gives what ends it.
 */
export function sweepHourly(store: Store, { log }: { readonly log: Log }): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = remove().catch((error: unknown) => log('Old files could not be removed.', error));
  };
  const timer = setInterval(sweep, HOUR);
  sweep();
  return async () => {
    clearInterval(timer);
    await running;
  };

  async function remove(): Promise<void> {
    const { sweepFiles } = await files.sweep();
    await patiently(store, () => sweepFiles(store));
  }
}
