import { useState } from 'preact/hooks';

import { Failure, post } from './api.ts';
import { somethingChanged } from './news.ts';
import { newKey } from './outbox/entry.ts';

/** Something that is looked at before it is done. */
export interface Proposal<T> {
  /** What the dry run said; undefined where none is being looked at. */
  readonly plan: T | undefined;
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  /** Asks what would become of it. */
  readonly look: (input: object) => Promise<void>;
  /** Does what was looked at, and gives the answer; undefined where it failed. */
  readonly act: () => Promise<T | undefined>;
  readonly drop: () => void;
}

/**
 * An operation that has a dry run, in its two steps. Its key is made with the plan, so that
 * pressing again after a lost answer does it once.
 */
export function useProposal<T>(operation: 'revert' | 'rename_tag'): Proposal<T> {
  const [proposed, setProposed] = useState<{ input: object; answer: T }>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);

  async function asked<R>(act: () => Promise<R>): Promise<R | undefined> {
    setFailure(undefined);
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return {
    plan: proposed?.answer,
    failure,
    isBusy,
    async look(input) {
      setProposed(undefined);
      const answer = await asked(() => post<T>(operation, { ...input, dry_run: true }));
      if (answer !== undefined) setProposed({ input: { ...input, key: newKey() }, answer });
    },
    async act() {
      if (proposed === undefined) return undefined;
      const answer = await asked(() => post<T>(operation, proposed.input));
      if (answer === undefined) return undefined;
      setProposed(undefined);
      somethingChanged();
      return answer;
    },
    drop() {
      setProposed(undefined);
      setFailure(undefined);
    },
  };
}
