import { type Bound, KEYS } from './keys.ts';
import { layPage } from './page-rows.ts';
import { type Row, rowWidth, span } from './spans.ts';
import { modeOf, type State } from './state.ts';

/** What always has its place on the line of hints: how to see all keys, and how to leave. */
const LASTING = new Set(['help', 'quit', 'interrupt', 'back']);

/** The keys that can be pressed now, as many as there is room for. */
export function hintsRow(state: State): Row {
  const shown = KEYS[modeOf(state)].filter(
    (bound) => bound.hint !== undefined && isOf(bound, state),
  );
  const lasting = shown.filter(({ act }) => LASTING.has(act)).map(hint);
  let room = state.columns - lasting.reduce((sum, row) => sum + rowWidth(row) + 2, -2);
  const others: Row[] = [];
  for (const bound of shown.filter(({ act }) => !LASTING.has(act))) {
    const row = hint(bound);
    room -= rowWidth(row) + 2;
    if (room < 0) break;
    others.push(row);
  }
  return [...others, ...lasting].flatMap((row, i) => (i === 0 ? row : [span('  '), ...row]));
}

function hint({ keys, shown, hint = '' }: Bound): Row {
  return [span(shown ?? keys[0] ?? '', 'accent'), span(` ${hint}`, 'dim')];
}

/** Whether the key does anything now. */
function isOf({ act }: Bound, state: State): boolean {
  if (act === 'undo') return state.undoable.length > 0;
  const view = state.over.at(-1);
  if (act === 'yes') return view?.is === 'sure' && view.effect !== undefined;
  if (act !== 'next-box' && act !== 'tick') return true;
  if (view?.is !== 'page') return true;
  if (view.page === undefined) return false;
  const hasBoxes = layPage(view.page, state).boxes.length > 0;
  return hasBoxes || (act === 'tick' && view.page.kind === 'todo');
}
