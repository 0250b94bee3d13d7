import { diffRows } from './answer-rows.ts';
import { layPage, type PageRow } from './page-rows.ts';
import type { State, View } from './state.ts';

/** All rows of what is read from top to bottom: a page, what changed, what would become of it. */
export function readRows(view: Exclude<View, { is: 'history' }>, state: State): readonly PageRow[] {
  switch (view.is) {
    case 'page':
      return view.page === undefined ? [] : layPage(view.page, state).rows;
    case 'diff':
      return diffRows(view.diff, state.columns).map((row) => ({ row }));
    default:
      return view.rows.map((row) => ({ row }));
  }
}
