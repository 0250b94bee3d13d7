import { fitRow, type Row, span } from './spans.ts';
import { helpRows } from './help-rows.ts';
import { visibleRows } from './list-rows.ts';
import { readRows } from './read-rows.ts';
import { bodyRows, type State } from './state.ts';

/** The rows between head and foot: of a list, of a page, of what is asked. */
export function middleRows(state: State): Row[] {
  const height = bodyRows(state);
  if (state.help !== undefined) return helpRows(state).slice(state.help, state.help + height);
  const view = state.over.at(-1);
  if (view === undefined) return visibleRows(state.lists[state.tab], state);
  if (view.is === 'history') return visibleRows(view.list, state);
  const box = view.is === 'page' ? view.box : undefined;
  return readRows(view, state)
    .slice(view.top, view.top + height)
    .map(({ row, line }) => {
      const isMarked = line !== undefined && line === box;
      return fitRow(isMarked ? row.map(({ text }) => span(text, 'accent')) : row, state.columns);
    });
}
