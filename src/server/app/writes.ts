import { Failure, post } from './api.ts';
import { Cell } from './cell.ts';
import { somethingChanged } from './news.ts';
import { type Entry, newKey } from './outbox/entry.ts';
import { write } from './outbox/outbox.ts';
import type { Settled } from './outbox/queue.ts';
import type { SavedSearch } from './shapes.ts';
import { say } from './toast.ts';

/* What a press of a button writes, and how it is taken back. */

/** A checkbox line of a page, or a todo page where there is no line. */
export interface Ticked {
  readonly page: string;
  readonly line?: number;
  /** The text after the box as it is seen, so that a line that moved is not ticked in its place. */
  readonly expect?: string;
}

/** How boxes were set here, by `boxName`, until the lists drawn from the server say the same. */
export const marks = new Cell<ReadonlyMap<string, boolean>>(new Map());

/** The lists are asked again when a write was answered; by then they have come. In ms. */
const LISTS_CAME = 2_000;

export function boxName({ page, line }: Ticked): string {
  return `${page}:${line ?? 0}`;
}

/** How the writes that still wait leave a box; undefined where none is about it. */
export function waitingMark(waiting: readonly Entry[], what: Ticked): boolean | undefined {
  const last = waiting.findLast(
    ({ operation, input, refused }) =>
      (operation === 'done' || operation === 'reopen') &&
      refused === undefined &&
      input['page'] === what.page &&
      input['line'] === what.line,
  );
  return last === undefined ? undefined : last.operation === 'done';
}

/** Ticks or unticks, and offers to take that back. */
export function tick(what: Ticked, done: boolean, label: string): Promise<Settled> {
  say(`${done ? 'Done' : 'Open again'}: ${label}`, () => {
    void set(what, !done, label);
    say(`${done ? 'Open again' : 'Done'}: ${label}`);
  });
  return set(what, done, label);
}

function set(what: Ticked, done: boolean, label: string): Promise<Settled> {
  const name = boxName(what);
  marks.set(new Map(marks.value).set(name, done));
  const { settled } = write(done ? 'done' : 'reopen', { ...what }, label);
  void settled.then(({ kind }) => setTimeout(unmark, kind === 'refused' ? 0 : LISTS_CAME));
  return settled;

  function unmark(): void {
    if (marks.value.get(name) !== done) return;
    const rest = new Map(marks.value);
    rest.delete(name);
    marks.set(rest);
  }
}

/** Moves a page to the trash, and offers to put it back. */
export function trash(slug: string, title: string): void {
  write('trash', { page: slug }, title);
  say(`In the trash: ${title}`, () => untrash(slug, title));
}

export function untrash(slug: string, title: string): void {
  write('untrash', { page: slug }, title);
  say(`Put back: ${title}`);
}

/** Makes a tag that a model proposed the page's own. */
export function acceptTag(slug: string, title: string, tag: string): void {
  write('accept_tags', { page: slug, tags: [tag] }, `#${tag} on ${title}`);
  say(`#${tag} is a tag of this page now.`);
}

/** Takes back one change: what was just said to be done. */
export async function takeBackChange(change: number): Promise<void> {
  const taken = await now(() => post<object>('revert', { change, key: newKey() }));
  if (taken !== undefined) say('As it was before.');
}

/** Notes what agents did, all or that of one agent for one purpose, as seen up to a change. */
export async function keep(which: {
  readonly client?: string;
  readonly origin?: string;
  readonly upto: number;
}): Promise<void> {
  const kept = await now(() => post<object>('keep', which));
  if (kept !== undefined) say('Kept.');
}

/** Saves a search under a name; without a query, removes what is saved under it. */
export async function saveSearch(name: string, query?: string): Promise<boolean> {
  const saved = await now(() => post<SavedSearch>('save_search', { name, query: query ?? null }));
  if (saved === undefined) return false;
  if (query !== undefined) say(`Saved as @${saved.name}`);
  else say(`Removed: @${saved.name}`, () => void saveSearch(saved.name, saved.query));
  return true;
}

/** Has what is to be done behind a page tried again now. */
export async function jobAgain(page: string, kind: string): Promise<void> {
  const asked = await now(() => post<object>('jobs_retry', { page, kind }));
  if (asked !== undefined) say('It is tried again now.');
}

/** Takes what is to be done behind a page off the queue. */
export async function jobNever(page: string, kind: string): Promise<void> {
  const left = await now(() => post<object>('jobs_cancel', { page, kind }));
  if (left !== undefined) say('Left as it is.');
}

/** What is written at once or not at all, with the reason said where it was not. */
async function now<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    const answer = await act();
    somethingChanged();
    return answer;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    return undefined;
  }
}
