import { Failure, failureOf, ownHeaders, reachable } from '../api.ts';
import type { Answer } from '../shapes.ts';
import type { Attached, Entry, Refused } from './entry.ts';

/** What became of an entry that was sent. */
export type Outcome =
  | { readonly kind: 'taken'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** Nobody knows whether it was written; the key makes sending it again safe. */
  | { readonly kind: 'later'; readonly trouble: string };

/** How long an answer may take, in ms: 200 KB over a bad network, and a photo of 25 MB. */
const PATIENCE = 60_000;
const PATIENCE_FOR_A_FILE = 300_000;

/**
 * Sends an entry once, its files first. It is taken only when the server has said which page it
 * became. `keep` stores what was reached; the entry as it was last is given back.
 */
export async function send(
  entry: Entry,
  keep: (entry: Entry) => Promise<void>,
): Promise<{ readonly outcome: Outcome; readonly entry: Entry }> {
  const files = [...(entry.files ?? [])];
  for (const [at, file] of files.entries()) {
    if (file.id !== undefined) continue;
    const upload = await ask<{ id: string }>(uploadOf(file), isUpload);
    if (upload.kind !== 'taken') return { outcome: upload, entry: withFiles(entry, files) };
    files[at] = { ...file, id: upload.answer.id };
    await keep(withFiles(entry, files));
  }
  const sent = withFiles(entry, files);
  const outcome = await ask<Answer>(requestOf(sent), isAnswer);
  if (outcome.kind !== 'refused' || outcome.refused.reason !== 'file') {
    return { outcome, entry: sent };
  }
  // What no page took up is not kept for ever by the server: it is uploaded anew.
  const fresh = files.map(({ name, bytes }) => ({ name, bytes }));
  const { message } = outcome.refused;
  return { outcome: { kind: 'later', trouble: message }, entry: withFiles(entry, fresh) };
}

function withFiles(entry: Entry, files: readonly Attached[]): Entry {
  return files.length === 0 ? entry : { ...entry, files: [...files] };
}

function uploadOf({ name, bytes }: Attached): Request {
  return new Request(`/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...ownHeaders(), 'content-type': 'application/octet-stream' },
    body: bytes,
    signal: AbortSignal.timeout(PATIENCE_FOR_A_FILE),
  });
}

function requestOf({ operation, input, key, at, zone, files, isShared }: Entry): Request {
  const ids = files?.map(({ id }) => id);
  return new Request(`/api/${operation}`, {
    method: 'POST',
    headers: {
      ...ownHeaders(),
      ...(isShared === true ? { 'scrap-source': 'share' } : {}),
      'scrap-zone': zone,
      'scrap-said': at,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...input, ...(ids === undefined ? {} : { files: ids }), key }),
    signal: AbortSignal.timeout(PATIENCE),
  });
}

type Asked<T> =
  | { readonly kind: 'taken'; readonly answer: T }
  | Exclude<Outcome, { kind: 'taken' }>;

async function ask<T>(request: Request, isIt: (answer: unknown) => answer is T): Promise<Asked<T>> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch {
    reachable.set(false);
    return { kind: 'later', trouble: 'The server does not answer.' };
  }
  reachable.set(true);
  if (response.ok) {
    const answer: unknown = await response.json().catch(() => undefined);
    if (isIt(answer)) return { kind: 'taken', answer };
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

function isUpload(answer: unknown): answer is { id: string } {
  return typeof answer === 'object' && answer !== null && 'id' in answer;
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
