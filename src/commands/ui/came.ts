import type { Event, Fetched, Wrote } from './effect.ts';
import { inSight } from './list-rows.ts';
import { topFor } from './moves.ts';
import { layPage } from './page-rows.ts';
import { renamingRows, revertRows } from './answer-rows.ts';
import { readRows } from './read-rows.ts';
import { bodyRows, type Entry, entryId, type List, type State, type TabList } from './state.ts';
import { askAll, saying, type Step, step, withList, withOver } from './step.ts';
import { typedText } from './typed.ts';

/** The state after an answer came. */
export function came(state: State, event: Exclude<Event, { is: 'pressed' }>): Step {
  switch (event.is) {
    case 'resized':
      return step(resized({ ...state, columns: event.columns, rows: event.rows }));
    case 'time':
      return step({ ...state, now: event.now, today: event.today });
    case 'listed': {
      const list = state.lists[event.tab];
      // An answer to what is not asked any more.
      if (typedText(list.query) !== event.query) return step(state);
      const filled = { ...receive(list, event.fetched, event.after), query: list.query };
      return step(withList(state, event.tab, filled));
    }
    case 'read':
      return step(whenRead(state, event));
    case 'revisions': {
      const fetched = { ...event, entries: event.revisions.map(revisionEntry), warnings: [] };
      const over = state.over.map((view) =>
        view.is === 'history' && view.slug === event.slug
          ? { ...view, list: inSight(receive(view.list, fetched, event.after), state) }
          : view,
      );
      return step({ ...state, over });
    }
    case 'diff':
      return step(withOver(state, { is: 'diff', diff: event.diff, top: 0 }));
    case 'would': {
      const { reverted, wanted, what } = event;
      const effect = { does: 'revert', wanted, what, as: 'real' } as const;
      const view = { title: `Take back ${what}?`, rows: revertRows(reverted), top: 0 };
      return step(
        withOver(state, { is: 'sure', ...view, ...(reverted.count > 0 ? { effect } : {}) }),
      );
    }
    case 'would rename': {
      const effect = { does: 'rename', from: event.from, to: event.to, really: true } as const;
      const view = {
        title: `Rename #${event.from} to #${event.to}?`,
        rows: renamingRows(event),
        top: 0,
      };
      return step(withOver(state, { is: 'sure', ...view, ...(event.count > 0 ? { effect } : {}) }));
    }
    case 'wrote':
      return wrote(state, event.wrote);
    case 'said':
      return step(saying(state, event.text));
    case 'failed':
      return step(failed(state, event));
    default:
      return step(state, ...askAll(state));
  }
}

function revisionEntry(revision: Extract<Entry, { is: 'revision' }>['revision']): Entry {
  return { is: 'revision', revision };
}

/** The list with what came, in place of what it had or behind it; the marked row stays marked. */
function receive(list: List, fetched: Fetched, after: string | undefined): List {
  const { entries, count, warnings, cursor } = fetched;
  const isNext = after !== undefined;
  if (isNext && after !== list.cursor) return list;
  const marked = list.entries[list.at];
  const found =
    isNext || list.isLoading || marked === undefined
      ? list.at
      : entries.findIndex((entry) => entryId(entry) === entryId(marked));
  const { cursor: _, ...rest } = list;
  return {
    ...rest,
    entries: isNext ? [...list.entries, ...entries] : entries,
    at: found === -1 ? Math.min(list.at, entries.length - 1) : found,
    count,
    warnings,
    isLoading: false,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Pages that are shown are read anew after every write, and stay where they were scrolled to. */
function whenRead(state: State, { page }: Extract<Event, { is: 'read' }>): State {
  const over = state.over.map((view) => {
    if (view.is !== 'page' || (view.slug !== page.slug && view.page !== undefined)) return view;
    const { rows, boxes } = layPage(page, state);
    const { box, ...rest } = view;
    const isThere = box !== undefined && boxes.some(({ line }) => line === box);
    const isFirst = view.page === undefined;
    return {
      ...rest,
      slug: page.slug,
      page,
      top:
        isFirst && isThere ? topFor(state, rows, box, 0) : clampTop(state, view.top, rows.length),
      ...(isThere ? { box } : {}),
    };
  });
  return { ...state, over };
}

function resized(state: State): State {
  const over = state.over.map((view) => {
    if (view.is === 'history') return { ...view, list: inSight(view.list, state) };
    return { ...view, top: clampTop(state, view.top, readRows(view, state).length) };
  });
  return withList({ ...state, over }, state.tab, state.lists[state.tab]);
}

function clampTop(state: State, top: number, total: number): number {
  return Math.max(0, Math.min(top, total - bodyRows(state)));
}

/** What was written is shown where it stands: no row moves under the cursor. */
function wrote(
  state: State,
  { what, change, page, marked, wide = false, isUndo = false }: Wrote,
): Step {
  if (change === undefined) return step(saying(state, what));
  const undoable = isUndo ? state.undoable : [...state.undoable, { change, what }];
  const renew = (list: TabList): TabList => ({
    ...list,
    entries: list.entries.map((entry) => renewed(entry, page, marked)),
  });
  const { pages, todos, tags, review } = state.lists;
  const lists = { pages: renew(pages), todos: renew(todos), tags, review };
  const hint = isUndo ? '' : ' · u undoes it';
  const next = saying({ ...state, undoable, lists }, `${what}${hint}`);
  const [list, ...views] = askAll(next);
  return step(next, ...(wide && list !== undefined ? [list] : []), ...views);
}

function renewed(entry: Entry, page: Wrote['page'], marked: Wrote['marked']): Entry {
  if (page === undefined) return entry;
  if (entry.is === 'page' && entry.page.slug === page.slug) {
    const { snippet } = entry.page;
    return { is: 'page', page: snippet === undefined ? page : { ...page, snippet } };
  }
  if (entry.is !== 'todo' || entry.todo.slug !== page.slug || marked === undefined) return entry;
  if (entry.todo.line !== marked.line) return entry;
  return { is: 'todo', todo: { ...entry.todo, status: marked.status } };
}

function failed(state: State, { text, of }: Extract<Event, { is: 'failed' }>): State {
  if (of.does === 'list') {
    const list = state.lists[of.tab];
    if (typedText(list.query) !== of.query) return state;
    // Half an operator is no mistake yet; what it could become is said all the same.
    const told = saying(state, text, !state.isTyping);
    return withList(told, of.tab, { ...list, isLoading: false });
  }
  const told = saying(state, text, true);
  if (of.does !== 'read') return told;
  const over = told.over.filter((view) => view.is !== 'page' || view.page !== undefined);
  return { ...told, over };
}
