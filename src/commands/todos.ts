import { itemWords } from '../store/index.ts';
import { LIST_FLAGS, printChosen } from './chosen.ts';
import type { Call, Command } from './command.ts';
import { todayOf } from './dates.ts';
import { zone } from './environment.ts';
import {
  dayFacts,
  type Fact,
  fewTags,
  fitting,
  leastWidth,
  type ListEnd,
  printEnd,
} from './format.ts';
import { inputOf } from './input.ts';
import { rememberList } from './numbers.ts';
import type { Terminal } from './terminal.ts';
import { clean, fit, widthOf } from './width.ts';

/** An entry of the todos; the shape is the store's. */
export interface Todo {
  slug: string;
  title: string;
  line?: number;
  text: string;
  status: string;
  group: keyof typeof HEADINGS;
  due?: string;
  scheduled?: string;
  start?: string;
  repeat?: string;
  priority?: number;
  tags: string[];
  author: string;
}

/** What each group is called on a screen. */
export const HEADINGS = {
  overdue: 'Overdue',
  today: 'Today',
  this_week: 'This week',
  later: 'Later',
  no_date: 'No date',
  done: 'Done',
} as const;

export const command: Command = {
  group: 'Find and read',
  operation: 'todos',
  flags: [
    ...LIST_FLAGS,
    {
      field: 'interactive',
      long: '--interactive',
      short: '-i',
      description: 'On one screen, to tick, read and edit them (scrap ui)',
    },
  ],
  examples: ['scrap todos', 'scrap todos --tag work', 'scrap done 3'],
  async run(call) {
    const { interactive, ...input } = inputOf(call.flags);
    if (interactive === true) {
      const tag = typeof input['tag'] === 'string' ? input['tag'] : '';
      return (await import('./ui.ts')).openScreen(call, 'todos', tag);
    }
    const { todos, ...end } = await call.perform<{ todos: Todo[] } & ListEnd>('todos', input);
    const { terminal } = call;
    if (printChosen(call, todos)) {
      printEnd(terminal, todos.length, end, 'todo');
      return undefined;
    }
    if (terminal.manner === 'columns') printGroups(call, todos);
    else {
      for (const todo of todos) {
        if (terminal.manner === 'json') terminal.json(todo);
        else terminal.print(todoLine(todo));
      }
    }
    printEnd(terminal, todos.length, end, 'todo');
    return undefined;
  },
};

/** In a pipe: slug, line (empty for a page), status, due, priority, author, text. */
function todoLine(todo: Todo): string {
  const { slug, line = '', status, due = '', priority = '', author, text } = todo;
  return [slug, line, status, due, priority, author, clean(text)].join('\t');
}

function printGroups({ terminal }: Call, todos: readonly Todo[]): void {
  const today = todayOf(terminal.now, zone().zone);
  let group = '';
  for (const [i, todo] of todos.entries()) {
    if (todo.group !== group) terminal.print(terminal.style('underline', HEADINGS[todo.group]));
    group = todo.group;
    printTodo(terminal, todo, i + 1, today);
  }
  rememberList(
    terminal,
    todos.map(({ slug, title, line, text }) =>
      line === undefined ? { page: slug, title } : { page: slug, title: text, line, expect: text },
    ),
  );
}

/** As Obsidian Tasks draws them, by status; what is open has an empty one. */
export const BOXES: Readonly<Record<string, string>> = {
  doing: '[/]',
  waiting: '[w]',
  done: '[x]',
  cancelled: '[-]',
};

function printTodo(terminal: Terminal, todo: Todo, number: number, today: string): void {
  const box = BOXES[todo.status] ?? '[ ]';
  const facts: Fact[] = [];
  if (todo.author === 'claude') facts.push(['◆claude', 'magenta']);
  if (todo.priority !== undefined) facts.push([`!${todo.priority}`, 'yellow']);
  facts.push(...dayFacts(todo, today));
  for (const tag of fewTags(todo.tags)) facts.push([tag, 'cyan']);
  if (todo.line !== undefined) facts.push([`in ${fit(clean(todo.title), 24)}`, 'dim']);
  const words = clean(todo.line === undefined ? todo.text : itemWords(todo.text));
  const width = terminal.width - 3 - box.length - 1;
  const least = Math.min(leastWidth(terminal), widthOf(words));
  const behind = fitting(terminal, facts, width - least - 2);
  const text = fit(words, width - widthOf(behind.plain) - 2);
  terminal.print(`${String(number).padStart(2)} ${box} ${text}  ${behind.styled}`.trimEnd());
}
