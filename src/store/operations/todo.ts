import { invalid } from '../errors.ts';
import { fields, text } from '../fields.ts';
import { retryKey } from '../history/keys.ts';
import { operation } from '../operation.ts';
import { addPages } from '../pages/add.ts';
import { writtenShape } from '../pages/shape.ts';
import { todayOf } from '../pages/today.ts';
import { LIMITS } from '../pages/words.ts';
import { readTodoLine } from '../text/todo-line.ts';
import { givenFields } from './add.ts';

const LINE =
  'What is to be done; in its first line due:friday scheduled:… start:… repeat:week p1 to p5 +tag #tag are read';

export const todo = operation({
  name: 'todo',
  summary: 'Add a todo in one line, with its day, priority and tags in it.',
  effect: 'adds',
  doors: { cli: true, http: true, mcp: false },
  words: 'text',
  input: () => {
    const { kind: _, ...given } = givenFields();
    return fields({ text: text(LINE, LIMITS.text), ...given });
  },
  output: writtenShape,
  async run(store, { key, ...input }, caller) {
    const wanted = retryKey(caller, 'todo', key, input);
    const { text: line, tags = [], ...given } = input;
    const said = await readTodoLine(line, todayOf(store, caller));
    for (const name of ['due', 'scheduled', 'start', 'repeat', 'priority'] as const) {
      if (given[name] === undefined || said[name] === undefined) continue;
      throw invalid(`Its ${name} is said in the line and beside it. Leave one of them out.`, {
        field: name,
      });
    }
    const { text, ...fields } = said;
    const whole = { ...given, ...fields, tags: [...fields.tags, ...tags], kind: 'todo' } as const;
    const [page] = await addPages(store, caller, [{ text }], whole, wanted);
    if (page === undefined) throw new Error('one line gave no page');
    return page;
  },
});
