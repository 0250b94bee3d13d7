import { useEffect, useRef, useState } from 'preact/hooks';

import { readDraft, writeDraft } from './storage.ts';

/** A reload finds what was written until this long before it, in ms. */
const DELAY = 200;

/**
 * Something that is being written at `place`, kept over reloads. `isEmpty` says when there is
 * nothing to keep. What is typed before the kept draft was read is never overwritten by it;
 * `isRead` says that it was.
 */
export function useDraft<T>(place: string, empty: T, isEmpty: (draft: T) => boolean) {
  const [draft, setDraft] = useState(empty);
  const [isRead, setRead] = useState(false);
  const touched = useRef(false);
  const latest = useRef<{ place: string; draft: T } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = () => {
    clearTimeout(timer.current);
    const { current } = latest;
    if (current === undefined) return;
    latest.current = undefined;
    void writeDraft(current.place, isEmpty(current.draft) ? undefined : current.draft);
  };

  useEffect(() => {
    touched.current = false;
    setDraft(empty);
    setRead(false);
    void readDraft<T>(place).then((kept) => {
      if (kept !== undefined && !touched.current) setDraft(kept);
      setRead(true);
    });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [place]);

  const change = (next: T) => {
    touched.current = true;
    latest.current = { place, draft: next };
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, DELAY);
  };
  const clear = () => {
    change(empty);
    keep();
  };
  return { draft, change, clear, isRead };
}
