import type { ListEnd } from '../format.ts';
import type { Review } from '../review.ts';
import type { Todo } from '../todos.ts';
import type { Effect, Fetched } from './effect.ts';
import type { Host } from './host.ts';
import type { Entry, ListedPage } from './state.ts';

type Ask = Extract<Effect, { does: 'list' }>;

/** Fetches a part of one of the lists. */
export function fetchList(host: Host, ask: Ask): Promise<Fetched> {
  switch (ask.tab) {
    case 'pages':
      return fetchPages(host, ask);
    case 'todos':
      return fetchTodos(host, ask);
    case 'tags':
      return fetchTags(host, ask);
    default:
      return fetchReview(host);
  }
}

/** What was searched for; with nothing typed, what was changed last. */
async function fetchPages(host: Host, { query, ...ask }: Ask): Promise<Fetched> {
  const found =
    query.trim() === ''
      ? await host.perform<{ pages: ListedPage[] } & ListEnd>('recent', part(ask))
      : await host.perform<{ pages: ListedPage[] } & ListEnd>('search', {
          ...part(ask),
          query,
          complete: true,
        });
  return fetched(
    found.pages.map((page) => ({ is: 'page', page })),
    found,
    'page',
  );
}

async function fetchTodos(host: Host, { query, ...ask }: Ask): Promise<Fetched> {
  const tag = query.trim().replace(/^#/, '');
  const found = await host.perform<{ todos: Todo[] } & ListEnd>('todos', {
    ...part(ask),
    ...(tag === '' ? {} : { tag }),
  });
  return fetched(
    found.todos.map((todo) => ({ is: 'todo', todo })),
    found,
    'todo',
  );
}

async function fetchTags(host: Host, { query, ...ask }: Ask): Promise<Fetched> {
  const prefix = query.trim().replace(/^#/, '');
  const found = await host.perform<{ tags: { tag: string; pages: number }[] } & ListEnd>('tags', {
    ...part(ask),
    ...(prefix === '' ? {} : { prefix }),
  });
  return fetched(
    found.tags.map((tag) => ({ is: 'tag', ...tag })),
    found,
    'tag',
  );
}

/** Each agent, and below it the pages it changed. */
async function fetchReview(host: Host): Promise<Fetched> {
  const { groups, latest } = await host.perform<Review>('review', {});
  const entries = groups.flatMap((group): Entry[] => [
    { is: 'group', group, latest },
    ...group.pages.map((page) => ({ is: 'changed', group, latest, page }) as const),
  ]);
  return { entries, count: '', warnings: [] };
}

function part({ limit, cursor }: Pick<Ask, 'limit' | 'cursor'>): object {
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
}

function fetched(entries: readonly Entry[], end: ListEnd, what: string): Fetched {
  const { next_cursor, warnings = [] } = end;
  return {
    entries,
    count: countOf(end, what),
    warnings,
    ...(next_cursor === undefined ? {} : { cursor: next_cursor }),
  };
}

/** `12 pages`, `more than 2000 pages`. */
export function countOf({ total, more_than }: ListEnd, what: string): string {
  if (total === undefined) return `more than ${more_than} ${what}s`;
  return `${total} ${total === 1 ? what : `${what}s`}`;
}
