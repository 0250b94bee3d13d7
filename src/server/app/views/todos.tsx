import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { sayDay } from '../days.ts';
import { Badge } from '../parts/badge.tsx';
import { Composer } from '../parts/composer.tsx';
import { ListFrame, useList } from '../parts/list.tsx';
import { Due, pagePath, Tags } from '../parts/row.tsx';
import { Tick } from '../parts/tick.tsx';
import type { Item, ItemList } from '../shapes.ts';

/** An item that was ticked here, and where it stood: it stays in sight until one leaves. */
interface Kept {
  readonly item: Item;
  readonly index: number;
}

/** What is to be done, by when. */
export function Todos() {
  const { query } = useLocation();
  const isDone = query['status'] === 'done';
  const list = useList(
    `/api/todos?limit=100${isDone ? '&status=done' : ''}`,
    ({ todos }: ItemList) => todos,
    nameOf,
  );
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const items = withKept(list.elements, kept);
  const keep = (item: Item, index: number) => () => {
    if (!isDone) setKept(new Map(kept).set(nameOf(item), { item, index }));
  };

  return (
    <>
      <div class="dock">
        <Composer is="todo" placeholder="To do, due:friday p1 +home" />
      </div>
      <div class="view">
        <header class="view-head">
          <h1 tabIndex={-1}>{isDone ? 'Done' : 'Todos'}</h1>
          <a class="chip" href={isDone ? '/todos' : '/todos?status=done'}>
            {isDone ? 'Still to do' : 'Done'}
          </a>
        </header>
        <ListFrame
          list={{ ...list, elements: items }}
          empty={isDone ? 'Nothing is done yet.' : 'Nothing to do.'}
        >
          {groups(items, isDone).map(([name, group]) => (
            <section key={name} aria-label={name}>
              {!isDone && <h2 class={name === 'Overdue' ? 'group is-late' : 'group'}>{name}</h2>}
              <ul class="rows">
                {group.map((item) => (
                  <ItemRow
                    key={nameOf(item)}
                    item={item}
                    pressed={keep(item, items.indexOf(item))}
                  />
                ))}
              </ul>
            </section>
          ))}
        </ListFrame>
      </div>
    </>
  );
}

function ItemRow({ item, pressed }: { item: Item; pressed: () => void }) {
  const { slug, line, text, status, due, scheduled, repeat, priority, title } = item;
  const done = status === 'done';
  const what = { page: slug, ...(line === undefined ? {} : { line, expect: text }) };
  return (
    <li class="row todo" data-row>
      <Tick what={what} done={done} label={text} pressed={pressed} />
      <div>
        <a class="row-title" href={pagePath(slug)}>
          {text}
        </a>
        <p class="meta">
          <Badge of={item} />
          {priority !== undefined && <span class="priority">priority {priority}</span>}
          {status !== 'open' && !done && <span>{status}</span>}
          {due !== undefined && <Due day={due} isDone={done} />}
          {scheduled !== undefined && <span>planned {sayDay(scheduled)}</span>}
          {repeat !== undefined && <span>↻ {repeat}</span>}
          {line !== undefined && <span>in {title}</span>}
          <Tags tags={item.tags} />
        </p>
      </div>
    </li>
  );
}

function nameOf({ slug, line }: Item): string {
  return `${slug}:${line ?? 0}`;
}

function withKept(items: readonly Item[], kept: ReadonlyMap<string, Kept>): Item[] {
  const names = new Set(items.map(nameOf));
  const all = [...items];
  for (const [name, { item, index }] of kept) {
    if (!names.has(name)) all.splice(index, 0, { ...item, status: 'done' });
  }
  return all;
}

const GROUPS: Readonly<Record<string, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  this_week: 'This week',
  later: 'Later',
  no_date: 'No date',
};

/** The server gives them in the order of the groups, the undated last. */
function groups(items: readonly Item[], isDone: boolean): [name: string, items: Item[]][] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const name = isDone ? 'Done' : (GROUPS[item.group] ?? item.group);
    found.set(name, [...(found.get(name) ?? []), item]);
  }
  return [...found];
}
