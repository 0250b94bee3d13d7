import { clean } from '../width.ts';
import { cells } from './cells.ts';
import { hintsRow } from './hints-row.ts';
import { helpRows } from './help-rows.ts';
import { lineRow } from './line-row.ts';
import { readRows } from './read-rows.ts';
import { between, fitRow, marked, type Row, span } from './spans.ts';
import { bodyRows, type State } from './state.ts';
import { markedEntry } from './target.ts';

/** The two rows below: what was said or is asked, and the keys. */
export function footRows(state: State): readonly [Row, Row] {
  return [fitRow(saidRow(state), state.columns), fitRow(hintsRow(state), state.columns)];
}

function saidRow(state: State): Row {
  const { asking, message, columns } = state;
  if (asking !== undefined) {
    const label = `${clean(asking.label)}: `;
    return [span(label, 'accent'), ...lineRow(asking.line, columns - cells(label), true)];
  }
  if (message !== undefined) return [span(message.text, message.failed ? 'late' : 'plain')];
  const total = rowsRead(state);
  if (total !== undefined) return between([], [span(placeIn(total, state), 'dim')], columns);
  const { warnings } = state.lists[state.tab];
  if (state.over.length === 0 && warnings[0] !== undefined) return [span(clean(warnings[0]))];
  const entry = markedEntry(state);
  if (entry?.is === 'page') {
    const { slug, snippet = '' } = entry.page;
    return snippet === '' ? [span(slug, 'dim')] : marked(clean(snippet));
  }
  return entry?.is === 'todo' ? [span(entry.todo.slug, 'dim')] : [];
}

/** How many rows there are of what is read; undefined for a list. */
function rowsRead(state: State): { top: number; total: number } | undefined {
  if (state.help !== undefined) return { top: state.help, total: helpRows(state).length };
  const view = state.over.at(-1);
  if (view === undefined || view.is === 'history') return undefined;
  return { top: view.top, total: readRows(view, state).length };
}

function placeIn({ top, total }: { top: number; total: number }, state: State): string {
  const height = bodyRows(state);
  if (total <= height) return '';
  const percent = Math.round((100 * Math.min(total, top + height)) / total);
  return `${percent} %`;
}
