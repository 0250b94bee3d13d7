/** Background Sync, which only some browsers have. */
interface Syncing {
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
}

export const SYNC = 'outbox';

/** Asks the browser to wake the worker when there is a network; elsewhere nothing is asked. */
export async function registerSync(worker: ServiceWorkerRegistration): Promise<void> {
  // Refused in private windows and by some settings: the next open sends as well.
  await (worker as Syncing).sync?.register(SYNC).catch(() => {});
}
