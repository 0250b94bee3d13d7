import { ScrapError } from '../errors.ts';
import { asScrapError } from './failure.ts';
import type { Store } from './store.ts';

/**
 * Does something with the store, and again while another process writes to it, for as long as the
 * store's setting says, or `patience` (ms). Throws `busy` after that.
 */
export async function patiently<T>(
  store: Store,
  act: () => T | Promise<T>,
  patience = store.setting.patience,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const failure = asScrapError(error, store.file);
      const waited = Date.now() - began;
      if (!isLocked(failure) || waited >= patience) throw failure;
      // Jitter, since SQLite hands the lock to whoever asks at the right moment.
      const jitter = 10 + Math.random() * 40;
      await new Promise((resolve) => setTimeout(resolve, jitter));
    }
  }
}

/** Another process was writing, so that nothing of this one has begun. */
function isLocked(failure: unknown): boolean {
  return failure instanceof ScrapError && failure.details?.reason === 'locked';
}
