import { HEADINGS } from '../todos.ts';
import { entryRow } from './entry-row.ts';
import { type Row, span } from './spans.ts';
import { bodyRows, type List, type State } from './state.ts';

/** What stands on a row: an entry, by its index, or the heading of those below it. */
type Place = number | string;

/** All rows of a list: its entries, and among todos the headings by day. */
export function places(list: List): Place[] {
  let heading = '';
  return list.entries.flatMap((entry, i): Place[] => {
    if (entry.is !== 'todo') return [i];
    const its = HEADINGS[entry.todo.group];
    if (its === heading) return [i];
    heading = its;
    return [its, i];
  });
}

/** The list with the marked entry among the rows that are on the screen. */
export function inSight<L extends List>(list: L, state: State): L {
  const all = places(list);
  const at = Math.max(0, Math.min(list.at, list.entries.length - 1));
  const line = at === 0 ? 0 : all.indexOf(at);
  const height = bodyRows(state);
  const last = at === 0 ? all.indexOf(0) : line;
  const top = Math.min(
    Math.max(list.top, last - height + 1),
    line,
    Math.max(0, all.length - height),
  );
  return { ...list, at, top: Math.max(0, top) };
}

/** The rows of a list that are on the screen. */
export function visibleRows(list: List, state: State): Row[] {
  if (list.entries.length === 0) return [[span(emptyText(list, state), 'dim')]];
  return places(list)
    .slice(list.top, list.top + bodyRows(state))
    .map((place) => {
      if (typeof place === 'string') return [span(place, 'strong')];
      const entry = list.entries[place];
      return entry === undefined ? [] : entryRow(entry, state, place === list.at);
    });
}

function emptyText(list: List, { tab, lists, over }: State): string {
  if (list.isLoading) return '';
  if (over.length > 0) return '  nothing was done to it yet';
  if (lists[tab].query.text.length > 0) return '  nothing found';
  switch (tab) {
    case 'pages':
      return '  no pages yet; scrap add "…" makes one';
    case 'todos':
      return '  nothing to do';
    case 'tags':
      return '  no tags yet; #tag anywhere in a text makes one';
    default:
      return '  nothing new by agents';
  }
}
