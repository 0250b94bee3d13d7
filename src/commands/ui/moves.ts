import { helpRows } from './help-rows.ts';
import { inSight } from './list-rows.ts';
import { layPage } from './page-rows.ts';
import { readRows } from './read-rows.ts';
import { bodyRows, type List, type State, type View } from './state.ts';
import { A_PART, askOn, saying, type Step, step, withList, withTop } from './step.ts';
import { typedText } from './typed.ts';

type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

/** Moves the mark of a list, or scrolls what is read; the next part of a list comes by itself. */
export function move(state: State, where: Move): Step {
  if (state.help !== undefined) {
    return step({ ...state, help: scrolled(state, helpRows(state).length, state.help, where) });
  }
  const view = state.over.at(-1);
  if (view === undefined) return moveInTab(state, where);
  if (view.is === 'history') return moveInHistory(state, view, where);
  const total = readRows(view, state).length;
  return step(withTop(state, { ...view, top: scrolled(state, total, view.top, where) }));
}

function scrolled(state: State, total: number, top: number, where: Move): number {
  const height = bodyRows(state);
  return within(top, where, height, Math.max(0, total - height));
}

function within(at: number, where: Move, screen: number, last: number): number {
  const to = {
    up: at - 1,
    down: at + 1,
    'page-up': at - screen,
    'page-down': at + screen,
    first: 0,
    last,
  }[where];
  return Math.max(0, Math.min(to, last));
}

function moved<L extends List>(list: L, where: Move, state: State): L {
  const at = within(list.at, where, bodyRows(state), list.entries.length - 1);
  return { ...list, at };
}

function moveInTab(state: State, where: Move): Step {
  const { tab } = state;
  // From the first row one more up is the line above it.
  if (where === 'up' && state.lists[tab].at === 0) return step(typing(state, true));
  const list = moved(state.lists[tab], where, state);
  if (!askOn(list)) return step(withList(state, tab, list));
  const { cursor, query } = list;
  const next = withList(state, tab, { ...list, isLoading: true });
  return step(next, { does: 'list', tab, query: typedText(query), limit: A_PART, cursor });
}

function moveInHistory(state: State, view: Extract<View, { is: 'history' }>, where: Move): Step {
  const list = inSight(moved(view.list, where, state), state);
  if (!askOn(list)) return step(withTop(state, { ...view, list }));
  const next = withTop(state, { ...view, list: { ...list, isLoading: true } });
  return step(next, { does: 'revisions', slug: view.slug, cursor: list.cursor });
}

/** Marks the next box of the page, or the one before, and brings it into sight. */
export function nextBox(state: State, by: 1 | -1): Step {
  const view = state.over.at(-1);
  if (view?.is !== 'page' || view.page === undefined) return step(state);
  const { rows, boxes } = layPage(view.page, state);
  const at = boxes.findIndex(({ line }) => line === view.box);
  const to = at === -1 && by === -1 ? boxes.length - 1 : (at + by + boxes.length) % boxes.length;
  const box = boxes[to];
  if (box === undefined) return step(saying(state, 'there is no box on this page'));
  return step(
    withTop(state, { ...view, box: box.line, top: topFor(state, rows, box.line, view.top) }),
  );
}

/** Where to begin so that a line of the text is on the screen. */
export function topFor(
  state: State,
  rows: readonly { readonly line?: number }[],
  line: number,
  top: number,
): number {
  const height = bodyRows(state);
  const row = rows.findIndex((each) => each.line === line);
  if (row >= top && row < top + height) return top;
  return Math.max(0, Math.min(row - Math.floor(height / 3), rows.length - height));
}

/** Into the line above the list, or out of it. */
export function typing(state: State, isTyping: boolean): State {
  return state.tab === 'review' ? { ...state, isTyping: false } : { ...state, isTyping };
}

export function help(state: State): State {
  return { ...state, help: 0 };
}

/** Away from what lies on top: the help, a question, a page. */
export function leave(state: State): State {
  const { help, asking, ...rest } = state;
  if (help !== undefined) return asking === undefined ? rest : { ...rest, asking };
  if (asking !== undefined) return rest;
  return { ...state, over: state.over.slice(0, -1) };
}
