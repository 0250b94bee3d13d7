import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { Failure, get } from '../api.ts';
import { useData } from '../data.ts';
import type { Listed } from '../shapes.ts';

/** A list that is longer than what is shown of it. */
export interface LongList<E> {
  readonly elements: readonly E[];
  readonly first: Listed | undefined;
  readonly failure: Failure | undefined;
  /** Absent where there is no more. */
  readonly more: (() => void) | undefined;
}

/**
 * The list that the API gives at `path`, and on demand what follows. `elementsOf` takes the
 * elements out of an answer, `nameOf` tells two of them apart; `holds` as in `useData`.
 */
export function useList<L extends Listed, E>(
  path: string | undefined,
  elementsOf: (list: L) => readonly E[],
  nameOf: (element: E) => string,
  holds = false,
): LongList<E> {
  const { data, failure } = useData<L>(path, holds);
  const [rest, setRest] = useState<readonly L[]>([]);
  const [trouble, setTrouble] = useState<Failure>();
  useEffect(() => {
    setRest([]);
    setTrouble(undefined);
  }, [path]);

  const last = rest.at(-1) ?? data;
  const elements = new Map<string, E>();
  for (const element of [data, ...rest].flatMap((list) => (list ? elementsOf(list) : []))) {
    const name = nameOf(element);
    if (!elements.has(name)) elements.set(name, element);
  }
  const cursor = last?.next_cursor;
  const more = async () => {
    if (path === undefined || cursor === undefined) return;
    const join = path.includes('?') ? '&' : '?';
    try {
      const next = await get<L>(`${path}${join}cursor=${encodeURIComponent(cursor)}`);
      setRest((before) => [...before, next]);
      setTrouble(undefined);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setTrouble(error);
    }
  };
  return {
    elements: [...elements.values()],
    first: data,
    failure: trouble ?? failure,
    more: cursor === undefined ? undefined : () => void more(),
  };
}

/** What stands around the rows: why there are none, what is odd, and the way to more of them. */
export function ListFrame<E>({
  list,
  empty,
  children,
}: {
  list: LongList<E>;
  empty: ComponentChildren;
  children: ComponentChildren;
}) {
  const { elements, first, failure, more } = list;
  return (
    <>
      {failure !== undefined && <Trouble failure={failure} />}
      {first?.warnings?.map((warning) => (
        <p key={warning} class="hint">
          {warning}
        </p>
      ))}
      {children}
      {first !== undefined && elements.length === 0 && <p class="empty">{empty}</p>}
      {more !== undefined && (
        <button class="quiet more" type="button" onClick={more}>
          More
        </button>
      )}
    </>
  );
}

/** Why something cannot be shown. */
export function Trouble({ failure }: { failure: Failure }) {
  // A question that is not finished yet: a hint beside what is being typed, no alarm.
  if (failure.status === 400) return <p class="hint">{failure.message}</p>;
  const away = failure.status === 0 ? ' What you write is kept here and sent later.' : '';
  return (
    <p class="trouble" role="alert">
      {failure.message}
      {away}
    </p>
  );
}
