import { type Caller, dayIn, operations, perform, type Store } from '../../store/index.ts';
import { askWithin, type Fields } from './budget.ts';

/*
 * The resources that are lists: what an operation answers, as JSON, and where it goes on.
 */

/** A list as far as it fits into a reply. */
export interface ListPart {
  readonly text: string;
  /** The query that goes on where it ends. */
  readonly next?: string;
}

/** Who reads a resource: any agent. Nothing that is read depends on which. */
const READER: Caller = { door: 'mcp', author: 'claude', source: 'mcp', here: false };

/** How many entries are asked for at once. */
const LIMIT = 50;

/** What was changed, the latest first. */
export async function changesPart(store: Store, cursor: string | undefined): Promise<ListPart> {
  const changes = await operations.changes();
  return partOf((input) => perform(changes, store, input, READER), cursor);
}

/** What is to be done today or should have been, the longest overdue first. */
export async function duePart(store: Store, cursor: string | undefined): Promise<ListPart> {
  const operation = await operations.todos();
  return partOf(async (input) => {
    const { todos, next_cursor } = await perform(operation, store, input, READER);
    const due = todos.filter((item) => ['overdue', 'today'].includes(item.group ?? ''));
    // They come by day: where one is left out, so are all after it.
    const more = due.length === todos.length && next_cursor !== undefined;
    return { todos: due, ...(more ? { next_cursor } : {}) };
  }, cursor);
}

/** The owner's day, `YYYY-MM-DD`. */
export function todayIn(store: Store): string {
  return dayIn(store.setting.zone, store.setting.now());
}

async function partOf(
  ask: (input: Fields) => Promise<object>,
  cursor: string | undefined,
): Promise<ListPart> {
  const asked = { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) };
  const answer = await askWithin(async (input) => ({ ...(await ask(input)) }), asked, 'limit');
  const next = answer['next_cursor'];
  const text = JSON.stringify(answer);
  return typeof next === 'string' ? { text, next: `cursor=${encodeURIComponent(next)}` } : { text };
}
