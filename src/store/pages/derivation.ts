import type { Store } from '../database/store.ts';

/**
 * The way in which scrap reads texts. To be raised with every change of what is read out of them,
 * or how it is indexed: stores that were read another way are then read anew.
 */
export const DERIVATION = 3;

/** Whether a store's pages were last read by a scrap that did it another way. */
export function isReadAnotherWay(store: Store): boolean {
  return derivationOf(store) < DERIVATION;
}

/** Notes that all pages have been read this scrap's way. */
export function markDerived(store: Store): void {
  store.run('UPDATE derivation SET version = max(version, ?)', DERIVATION);
}

function derivationOf(store: Store): number {
  return store.get<{ version: number }>('SELECT version FROM derivation')?.version ?? 0;
}
