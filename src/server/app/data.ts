import { useEffect, useReducer, useRef } from 'preact/hooks';

import { Failure, get } from './api.ts';
import { news } from './news.ts';
import { useCell } from './use-cell.ts';

/** Answers by path, so that going back shows at once what stood there. */
const seen = new Map<string, unknown>();
const MOST_SEEN = 60;

/** What is known of an answer: the last one there was, and why there is no newer one. */
export interface Data<T> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
}

interface Held<T> {
  readonly path: string | undefined;
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
}

/**
 * The answer of the API at `path`, asked again whenever something changed in the store. While
 * the next answer is awaited the last one of this path stays; with `holds`, that of the path
 * before it too. No path: nothing is asked.
 */
export function useData<T>(path: string | undefined, holds = false): Data<T> {
  const latest = useCell(news);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const held = useRef<Held<T>>({ path: undefined, data: undefined, failure: undefined });
  if (held.current.path !== path) {
    const data = path === undefined ? undefined : (seen.get(path) as T | undefined);
    const before = holds ? held.current.data : undefined;
    held.current = { path, data: data ?? before, failure: undefined };
  }

  useEffect(() => {
    if (path === undefined) return undefined;
    const abort = new AbortController();
    get<T>(path, abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return;
        remember(path, data);
        held.current = { path, data, failure: undefined };
        redraw(0);
      },
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        if (!(failure instanceof Failure)) throw failure;
        held.current = { path, data: held.current.data, failure };
        redraw(0);
      },
    );
    return () => abort.abort();
  }, [path, latest]);

  return held.current;
}

function remember(path: string, data: unknown): void {
  seen.delete(path);
  seen.set(path, data);
  const oldest = seen.keys().next().value;
  if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest);
}
