import { clean } from '../width.ts';
import { fit } from './cells.ts';
import type { Effect } from './effect.ts';
import { inSight } from './list-rows.ts';
import { bodyRows, type List, type State, type Tab, type TabList, type View } from './state.ts';
import { type Typed, typedText } from './typed.ts';

/** The state that follows, and what is asked of the world. */
export type Step = readonly [State, readonly Effect[]];

export function step(state: State, ...effects: readonly Effect[]): Step {
  return [state, effects];
}

/** So many rows are asked for at once as one comes near the end; first only what is seen. */
export const A_PART = 50;
/** So many at most are read anew to keep one's place. */
const ANEW = 100;

/** The state with another list on a tab, its marked row in sight. */
export function withList(state: State, tab: Tab, list: TabList): State {
  return { ...state, lists: { ...state.lists, [tab]: inSight(list, { ...state, over: [] }) } };
}

/** The state with another view on top of the others. */
export function withTop(state: State, view: View): State {
  return { ...state, over: [...state.over.slice(0, -1), view] };
}

export function withOver(state: State, view: View): State {
  return { ...state, over: [...state.over, view] };
}

export function saying(state: State, text: string, failed = false): State {
  return { ...state, message: { text: fit(clean(text), 500), failed } };
}

/** Asks for the list of the tab from its beginning: for a screen of it, or as much as was loaded. */
export function askList(state: State): Effect {
  const { tab, lists } = state;
  const { query, entries, isLoading } = lists[tab];
  const screen = Math.min(ANEW, bodyRows(state) + 5);
  const limit = isLoading ? screen : Math.min(ANEW, Math.max(screen, entries.length));
  return { does: 'list', tab, query: typedText(query), limit };
}

/** The state with something else asked of the list of the tab; its rows stay until that comes. */
export function withQuery(state: State, query: Typed): Step {
  const list = { ...state.lists[state.tab], query, at: 0, top: 0, isLoading: true };
  const next = withList(state, state.tab, list);
  return step(next, askList(next));
}

/** The state on another list, which is read anew. */
export function onTab(state: State, tab: Tab): Step {
  const next = withList({ ...state, tab, over: [], isTyping: false }, tab, state.lists[tab]);
  return step(next, askList(next));
}

/** Asks for the next part of a list whose marked row is near its end. */
export function askOn(list: List): list is List & { readonly cursor: string } {
  return (
    list.cursor !== undefined && !list.isLoading && list.at >= list.entries.length - A_PART / 2
  );
}

/** Asks anew for all that is on the screen or below it. */
export function askAll(state: State): Effect[] {
  const views = state.over.flatMap((view): Effect[] => {
    if (view.is === 'page') return [{ does: 'read', slug: view.slug }];
    return view.is === 'history' ? [{ does: 'revisions', slug: view.slug }] : [];
  });
  return [askList(state), ...views];
}
