import { Cell } from './cell.ts';
import type { ErrorBody } from './shapes.ts';

/** Whether the server answers: false while it is away or the network is. */
export const reachable = new Cell(true);

/** Set by the service worker on what it kept from earlier. */
const KEPT = 'x-scrap-kept';

/** How long an answer may take, in ms. */
const PATIENCE = 60_000;

/** A request that got no answer, or one that says why not; `message` is for a person. */
export class Failure extends Error {
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, status: number, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The headers by which the server knows the app, and the zone its days are meant in. */
export function ownHeaders(): Record<string, string> {
  return {
    'scrap-source': 'pwa',
    'scrap-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Asks the API. Throws `Failure`; aborted requests throw what fetch throws. */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answered<T>(path, { headers: ownHeaders(), ...(signal ? { signal } : {}) });
}

/**
 * Performs an operation now, where what was asked for is nothing without its answer: a dry run,
 * or what was decided on after one. What must not be lost goes through the outbox instead.
 */
export function post<T>(operation: string, input: object): Promise<T> {
  const headers = { ...ownHeaders(), 'content-type': 'application/json' };
  return answered<T>(`/api/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(PATIENCE),
  });
}

async function answered<T>(path: string, request: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (isLeft(error)) throw error;
    reachable.set(false);
    throw new Failure('The server does not answer.', 0);
  }
  reachable.set(!response.headers.has(KEPT));
  if (!response.ok) throw await failureOf(response);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (isLeft(error)) throw error;
    throw new Failure('The answer broke off. Try again.', 0);
  }
}

/** Whether nobody waits for the answer any more. */
function isLeft(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The reason in a refusal; something between the app and scrap may have answered instead. */
export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (!isErrorBody(body)) {
    return new Failure(`Something else than scrap answered, with status ${status}.`, status);
  }
  return new Failure(body.error.message, status, body.error.details);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'message' in error;
}
