import type { Store } from '../database/store.ts';
import { sayings } from './by-model.ts';
import { clipOf } from './clip.ts';

/** Text about a page that is not its own, and who says it. */
export interface Beside {
  readonly from: 'by_model' | 'clip';
  readonly text: string;
}

/**
 * Everything that stands beside a page and is searched with it, below its own words: the one
 * place that knows what that is.
 */
export function besideOf(store: Store, id: number): Beside[] {
  const clip = clipOf(store, id)?.quote;
  return [
    ...(clip === undefined ? [] : [{ from: 'clip', text: clip } as const]),
    ...sayings(store, id).map((text) => ({ from: 'by_model', text }) as const),
  ];
}
