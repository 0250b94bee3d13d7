import { sayDay, sayWhen } from '../dates.ts';
import { fewTags } from '../format.ts';
import { BOXES, type Todo } from '../todos.ts';
import { clean } from '../width.ts';
import { fit, pad } from './cells.ts';
import { differencesRow, whoSpan } from './differences-row.ts';
import { fitRow, type Row, span } from './spans.ts';
import type { Entry, State } from './state.ts';

/** So many columns a row needs to say more than its title and its day. */
const WIDE = 60;

type Around = Pick<State, 'columns' | 'now' | 'today'>;

/** The row of one entry of a list, in the width of the screen; marked where the cursor is on it. */
export function entryRow(entry: Entry, around: Around, isMarked: boolean): Row {
  const row = [span(isMarked ? '› ' : '  ', 'accent'), ...bodyOf(entry, around, isMarked)];
  return fitRow(row, around.columns);
}

function bodyOf(entry: Entry, around: Around, isMarked: boolean): Row {
  const name = isMarked ? 'accent' : 'plain';
  switch (entry.is) {
    case 'page':
    case 'todo':
      return columnsOf(factsOf(entry, around), around.columns, isMarked);
    case 'tag':
      return [span(String(entry.pages).padStart(6), 'dim'), span(`  #${clean(entry.tag)}`, name)];
    case 'group': {
      const { group } = entry;
      const why = group.origin === undefined ? '' : `for ${fit(clean(group.origin), 50)}  `;
      const pages = group.count === 1 ? '1 page' : `${group.count} pages`;
      return [
        whoSpan({ author: 'claude', ...group }),
        span(`  ${why}`),
        span(`${pages}, ${sayWhen(group.until, around.now)}`, 'dim'),
      ];
    }
    case 'changed': {
      const { added, title, slug } = entry.page;
      return [
        span(added ? '  added    ' : '  changed  ', added ? 'added' : 'dim'),
        span(fit(clean(title), 60), name),
        span(`  ${slug}`, 'dim'),
      ];
    }
    default: {
      const { change, at, operation, made, ...rest } = entry.revision;
      const what = made === true ? { ...rest, fields: [] } : rest;
      const isWide = around.columns >= WIDE;
      const when = sayWhen(at, around.now);
      return [
        span(String(change).padStart(isWide ? 5 : 3), name),
        span(`  ${isWide ? pad(when, 11) : when}  `, 'dim'),
        span(`${isWide ? pad(operation, 9) : operation}  `),
        whoSpan(rest),
        span('  '),
        ...differencesRow(what),
      ];
    }
  }
}

/** What the columns of a page or a todo say. */
interface Facts {
  readonly box: string;
  readonly isAgents: boolean;
  readonly name: string;
  readonly isOver: boolean;
  readonly kind: string;
  readonly day: string;
  readonly isLate: boolean;
  readonly rest: string;
}

function factsOf(entry: Extract<Entry, { is: 'page' | 'todo' }>, { now, today }: Around): Facts {
  const one = entry.is === 'page' ? entry.page : entry.todo;
  const isTodo = entry.is === 'todo' || entry.page.kind === 'todo';
  const isOver = one.status === 'done' || one.status === 'cancelled';
  const tags = fewTags(one.tags.map(clean)).join(' ');
  const kind = entry.is === 'page' && !isTodo ? entry.page.kind : '';
  return {
    box: isTodo ? `${BOXES[one.status ?? ''] ?? '[ ]'} ` : '',
    isAgents: one.author === 'claude',
    name: clean(entry.is === 'page' ? entry.page.title : entry.todo.text),
    isOver: isOver || (entry.is === 'page' && entry.page.trashed !== undefined),
    kind: one.priority === undefined ? kind : `!${one.priority}`,
    day: dayOf(entry, { now, today }),
    isLate: one.due !== undefined && one.due < today && !isOver,
    rest: entry.is === 'todo' ? `${placeOf(entry.todo)}${tags}` : tags,
  };
}

function dayOf(
  entry: Extract<Entry, { is: 'page' | 'todo' }>,
  { now, today }: Omit<Around, 'columns'>,
): string {
  if (entry.is === 'page' && entry.page.trashed !== undefined) return 'in the trash';
  const say = (day: string) => sayDay(day, today).replace(/ \(.*\)$/, '');
  const { due } = entry.is === 'page' ? entry.page : entry.todo;
  if (due !== undefined) return `due ${say(due)}`;
  if (entry.is === 'page') return sayWhen(entry.page.updated, now);
  return entry.todo.scheduled === undefined ? '' : `on ${say(entry.todo.scheduled)}`;
}

/** That a todo comes again, and the page it is on where it is a line of one. */
function placeOf({ repeat, line, title }: Todo): string {
  return `${repeat === undefined ? '' : '↻ '}${line === undefined ? '' : `in ${clean(title)} `}`;
}

/** Name, kind or priority, day and tags, each below the one of the row before. */
function columnsOf(facts: Facts, columns: number, isMarked: boolean): Row {
  const { box, isAgents, name, isOver, kind, day, isLate, rest } = facts;
  const isWide = columns >= WIDE;
  const dayWidth = isWide ? 13 : 11;
  const restWidth = isWide ? Math.min(40, Math.max(12, Math.floor(columns * 0.22))) : 0;
  const after = isWide ? 2 + 5 + 2 + dayWidth + 2 + restWidth : 2 + dayWidth;
  const narrow = isWide || !kind.startsWith('!') ? '' : `${kind} `;
  const front = box + narrow;
  const badge = isAgents ? '◆ ' : '';
  const nameWidth = Math.max(8, columns - 2 - after - front.length - badge.length);
  const look = isMarked ? 'accent' : isOver ? 'dim' : 'plain';
  const shownDay = isWide ? day : day.replace(/^(?:due|on) /, '');
  return [
    span(front, isOver ? 'dim' : 'plain'),
    span(badge, 'accent'),
    span(pad(name, nameWidth), look),
    ...(isWide ? [span(`  ${pad(kind, 5)}`, 'dim')] : []),
    span(`  ${pad(shownDay, dayWidth)}`, isLate ? 'late' : 'dim'),
    ...(isWide ? [span(`  ${fit(rest, restWidth)}`, 'dim')] : []),
  ];
}
