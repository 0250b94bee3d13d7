import { clean } from '../width.ts';
import { fit } from './cells.ts';
import { layPage } from './page-rows.ts';
import type { Entry, State } from './state.ts';

/** The page that a key is about. */
export interface Target {
  readonly slug: string;
  readonly title: string;
  readonly url?: string;
  /** Absent where the row does not say them all. */
  readonly tags?: readonly string[];
  readonly isTrashed?: boolean;
}

/** The entry that is marked in the list on the screen. */
export function markedEntry(state: State): Entry | undefined {
  const view = state.over.at(-1);
  const list =
    view?.is === 'history' ? view.list : view === undefined ? state.lists[state.tab] : undefined;
  return list?.entries[list.at];
}

/** The page on the screen, or the one whose row is marked. */
export function target(state: State): Target | undefined {
  const view = state.over.at(-1);
  if (view?.is === 'page') return view.page && ofPage(view.page);
  if (view?.is === 'history') return { slug: view.slug, title: view.title };
  const entry = markedEntry(state);
  switch (entry?.is) {
    case 'page':
      return ofPage(entry.page);
    case 'todo':
      return entry.todo;
    case 'changed':
      return entry.page;
    default:
      return undefined;
  }
}

function ofPage(page: Extract<Entry, { is: 'page' }>['page']): Target {
  const { slug, title, url, tags, trashed } = page;
  return { slug, title, url, tags, isTrashed: trashed !== undefined };
}

/** What a tick would mark, and what it is now. */
export interface Tickable {
  readonly slug: string;
  readonly line?: number;
  readonly expect?: string;
  readonly isDone: boolean;
  /** In a few words, for the message. */
  readonly what: string;
}

/** What a tick is about: the marked todo, the marked box of a page, the page as a todo. */
export function tickable(state: State): Tickable | undefined {
  const view = state.over.at(-1);
  if (view?.is === 'page') {
    if (view.page === undefined) return undefined;
    const { slug } = view.page;
    const box = layPage(view.page, state).boxes.find(({ line }) => line === view.box);
    if (box === undefined) return ofTodoPage(view.page);
    return { slug, line: box.line, expect: box.text, isDone: box.isDone, what: few(box.text) };
  }
  const entry = markedEntry(state);
  if (entry?.is === 'page') return ofTodoPage(entry.page);
  if (entry?.is !== 'todo') return undefined;
  const { slug, line, text, status } = entry.todo;
  const place = line === undefined ? {} : { line, expect: text };
  return { slug, ...place, isDone: status === 'done', what: few(text) };
}

function ofTodoPage(page: Extract<Entry, { is: 'page' }>['page']): Tickable | undefined {
  const { slug, kind, status, title } = page;
  return kind === 'todo' ? { slug, isDone: status === 'done', what: few(title) } : undefined;
}

function few(text: string): string {
  return fit(clean(text), 40);
}
