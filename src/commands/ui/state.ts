import type { ByModel } from '../by-model.ts';
import type { Diff } from '../diff.ts';
import type { Listed } from '../format.ts';
import type { Linked } from '../linked.ts';
import type { Revision } from '../revisions.ts';
import type { Group } from '../review.ts';
import type { Todo } from '../todos.ts';
import type { Effect } from './effect.ts';
import type { Mode } from './keys.ts';
import type { Row } from './spans.ts';
import { type Typed, typed } from './typed.ts';

/** The four lists, in the order of their number keys. */
export const TABS = ['pages', 'todos', 'tags', 'review'] as const;
export type Tab = (typeof TABS)[number];

/** A page in a list. */
export interface ListedPage extends Listed {
  readonly url: string;
}

/** What one row of a list stands for. */
export type Entry =
  | { readonly is: 'page'; readonly page: ListedPage }
  | { readonly is: 'todo'; readonly todo: Todo }
  | { readonly is: 'tag'; readonly tag: string; readonly pages: number }
  | { readonly is: 'group'; readonly group: Group; readonly latest: number }
  | {
      readonly is: 'changed';
      readonly group: Group;
      readonly latest: number;
      readonly page: Group['pages'][number];
    }
  | { readonly is: 'revision'; readonly revision: Revision };

/** Rows that are loaded, and which of them is marked. */
export interface List {
  readonly entries: readonly Entry[];
  readonly at: number;
  /** The first of its rows on the screen, headings counted. */
  readonly top: number;
  /** How many there are in all, in words; empty until it is known. */
  readonly count: string;
  readonly warnings: readonly string[];
  /** Where there are more than the loaded ones. */
  readonly cursor?: string;
  readonly isLoading: boolean;
}

/** One of the four lists, with what was typed above it. */
export interface TabList extends List {
  readonly query: Typed;
}

/** A page as it is read. */
export interface WholePage extends ListedPage, Partial<Linked> {
  readonly text?: string;
  readonly truncated?: boolean;
  readonly by_model?: ByModel;
  readonly revision: number;
  readonly warnings?: readonly string[];
}

/** What lies over the lists; the last one is on the screen. */
export type View =
  | {
      readonly is: 'page';
      readonly slug: string;
      /** Absent until it has been read. */
      readonly page?: WholePage;
      readonly top: number;
      /** The line in its text of the box that is marked. */
      readonly box?: number;
    }
  | { readonly is: 'history'; readonly slug: string; readonly title: string; readonly list: List }
  | { readonly is: 'diff'; readonly diff: Diff; readonly top: number }
  | {
      readonly is: 'sure';
      readonly title: string;
      readonly rows: readonly Row[];
      readonly top: number;
      /** What is done once it is agreed to; absent where there is nothing to do. */
      readonly effect?: Effect;
    };

/** A line that is asked for, in place of the search. */
export interface Asking {
  readonly label: string;
  readonly line: Typed;
  readonly about:
    | { readonly is: 'tags'; readonly slug: string; readonly tags: readonly string[] }
    | { readonly is: 'rename'; readonly tag: string };
}

export interface Message {
  readonly text: string;
  readonly failed: boolean;
}

/** A change that was made here and can be taken back. */
export interface Undoable {
  readonly change: number;
  readonly what: string;
}

/** All that the screen shows. */
export interface State {
  readonly columns: number;
  readonly rows: number;
  readonly now: Date;
  /** The calendar day in the owner's zone. */
  readonly today: string;
  readonly tab: Tab;
  readonly lists: Readonly<Record<Tab, TabList>>;
  /** Keys go into the line above the list. */
  readonly isTyping: boolean;
  readonly over: readonly View[];
  readonly asking?: Asking;
  /** The first row of the help, while it is shown. */
  readonly help?: number;
  readonly message?: Message;
  readonly undoable: readonly Undoable[];
}

/** A list of which nothing is known yet. */
export const EMPTY: List = {
  entries: [],
  at: 0,
  top: 0,
  count: '',
  warnings: [],
  isLoading: true,
};

/** The state at the start: on a list, with what is typed above it. */
export function begin(
  how: Pick<State, 'columns' | 'rows' | 'now' | 'today' | 'tab'> & { readonly query?: string },
): State {
  const { query = '', ...rest } = how;
  const empty: TabList = { ...EMPTY, query: typed('') };
  const lists = { pages: empty, todos: empty, tags: empty, review: empty };
  return {
    ...rest,
    lists: { ...lists, [rest.tab]: { ...empty, query: typed(query) } },
    isTyping: rest.tab === 'pages',
    over: [],
    undoable: [],
  };
}

/** What is on the screen, and so what keys mean. */
export function modeOf(state: State): Mode {
  if (state.help !== undefined) return 'help';
  if (state.asking !== undefined) return 'asking';
  const view = state.over.at(-1);
  if (view !== undefined) return view.is;
  return state.isTyping ? 'typing' : state.tab;
}

/** How many rows of the screen are a list's or a text's: all but two above and two below. */
export function bodyRows({ rows }: Pick<State, 'rows'>): number {
  return Math.max(1, rows - 1 - 4);
}

/** What tells an entry from the others, so that it is found again in a list read anew. */
export function entryId(entry: Entry): string {
  switch (entry.is) {
    case 'page':
      return entry.page.slug;
    case 'todo':
      return `${entry.todo.slug} ${entry.todo.line ?? ''}`;
    case 'tag':
      return entry.tag;
    case 'group':
      return groupId(entry.group);
    case 'changed':
      return `${groupId(entry.group)} ${entry.page.slug}`;
    default:
      return String(entry.revision.change);
  }
}

function groupId({ client = '', origin = '' }: Group): string {
  return JSON.stringify([client, origin]);
}
