import { latestChange, type Store } from '../store/index.ts';
import type { Log } from './status.ts';

/** How often the store is asked while somebody listens, in ms. Other programs write to it too. */
const EVERY = 500;

/** Told, again and again while it listens, the number of the store's latest change. */
export type Listener = (latest: number) => void;

/** One look at the store for all who want to hear what is new in it. */
export interface Watch {
  /** Gives what ends it, which may be called more than once. */
  readonly listen: (listener: Listener) => () => void;
}

/**
 * The store is asked only while somebody listens, and for its latest change: what this process
 * wrote is then seen like what a terminal wrote, which SQLite's data_version is not.
 */
export function createWatch(
  store: Store,
  { log, every = EVERY }: { readonly log: Log; readonly every?: number },
): Watch {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let failed = false;

  return {
    listen(listener) {
      // A function of its own, so that one who listens twice is told twice.
      const own: Listener = (latest) => listener(latest);
      listeners.add(own);
      timer ??= setInterval(look, every);
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };

  function look(): void {
    try {
      const latest = latestChange(store);
      for (const listener of listeners) listener(latest);
      failed = false;
    } catch (error) {
      // The store may be busy; the next look is soon. Told once, since it may stay so.
      if (!failed) log('The store could not be asked what is new.', error);
      failed = true;
    }
  }
}
