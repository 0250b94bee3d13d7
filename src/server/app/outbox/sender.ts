import { Failure, failureOf, ownHeaders, reachable } from '../api.ts';
import type { Answer } from '../shapes.ts';
import type { Entry, Refused } from './entry.ts';

/** What became of an entry that was sent. */
export type Outcome =
  | { readonly kind: 'taken'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** Nobody knows whether it was written; the key makes sending it again safe. */
  | { readonly kind: 'later'; readonly trouble: string };

/** How long an answer may take, in ms: 200 KB over a bad network. */
const PATIENCE = 60_000;

/** Sends an entry once. It is taken only when the server has said which page it became. */
export async function send(entry: Entry): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(`/api/${entry.operation}`, {
      method: 'POST',
      headers: { ...ownHeaders(), 'scrap-zone': entry.zone, 'content-type': 'application/json' },
      body: JSON.stringify({ ...entry.input, key: entry.key }),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    reachable.set(false);
    return { kind: 'later', trouble: 'The server does not answer.' };
  }
  reachable.set(true);
  if (response.ok) {
    const answer: unknown = await response.json().catch(() => undefined);
    if (isAnswer(answer)) return { kind: 'taken', answer };
    return { kind: 'later', trouble: 'The answer was not one of scrap’s.' };
  }
  const failure = await failureOf(response);
  if (mayPass(failure)) return { kind: 'later', trouble: failure.message };
  const { message, status, details } = failure;
  const reason = typeof details['reason'] === 'string' ? details['reason'] : undefined;
  return { kind: 'refused', refused: { message, status, reason } };
}

/** Whether a refusal is of the moment rather than of the entry. */
function mayPass({ status }: Failure): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'slug' in answer && 'revision' in answer;
}

let last: Promise<void> = Promise.resolve();

/**
 * Runs `act` when no other tab of the app does. Over plain http browsers have no locks: then two
 * tabs may send the same entry, and its key makes that one page.
 */
export function alone(act: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks !== undefined) return locks.request('scrap-outbox', act);
  last = last.then(act, act);
  return last;
}
