import { choice, fields, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { asTag } from '../pages/add.ts';
import { chooser, chosenShape, choosing } from '../pages/chosen-fields.ts';
import { pagingFields } from '../pages/list.ts';
import { itemShape, listShape } from '../pages/shape.ts';
import { doneTodos, type Item, openTodos } from '../pages/todos.ts';
import { todayOf } from '../pages/today.ts';
import { LIMITS } from '../pages/words.ts';

export const todos = operation({
  name: 'todos',
  summary: 'List what is to be done, the soonest due first: todos, and checkbox lines of any page.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  input: () =>
    fields({
      status: optional(choice('Which: those still open unless said', ['open', 'done'])),
      tag: optional(text('Only with this tag, or one below it', LIMITS.tag)),
      ...pagingFields(200, 50),
      ...choosing(),
    }),
  output: () => listShape('todos', chosenShape(itemShape(), ['slug', 'line'])),
  run(store, { status = 'open', tag, limit = 50, cursor, fields: chosen }, caller) {
    const choose = chooser<Item, 'slug' | 'line'>(chosen, itemShape, ['slug', 'line']);
    const list = status === 'open' ? openTodos : doneTodos;
    const today = todayOf(store, caller);
    const found = list(store, {
      tag: tag === undefined ? undefined : asTag(tag),
      limit,
      cursor,
      today,
    });
    return { ...found, todos: found.todos.map(choose) };
  },
});
