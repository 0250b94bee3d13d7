import type { Status } from '../pages/words.ts';
import { isDay } from './days.ts';

/** A checkbox line of a text. Days are `YYYY-MM-DD`; what the line does not say is absent. */
export interface Item {
  /** From 1, in the whole text. */
  readonly line: number;
  /** What stands after the box, as written. */
  readonly text: string;
  /** The character in the box. */
  readonly state: string;
  readonly status: Status;
  readonly due?: string;
  readonly scheduled?: string;
  readonly start?: string;
  /** 1 (highest) to 5. */
  readonly priority?: number;
  /** The rule as written, `every week`. */
  readonly repeat?: string;
  /** As written, without `#`. */
  readonly tags: readonly string[];
  /** Dates the line gives that do not exist or are not written `YYYY-MM-DD`. */
  readonly unread: readonly DateField[];
}

type DateField = 'due' | 'scheduled' | 'start';

/** What an item's text says about it. */
export type ItemFields = Pick<
  Item,
  'due' | 'scheduled' | 'start' | 'priority' | 'repeat' | 'unread'
>;

const BOX = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(.)\](?=[ \t]|$)/u;

/** The box at the beginning of a line: its character, and where the text after it begins. */
export function boxOf(line: string): { state: string; textStart: number } | undefined {
  const found = BOX.exec(line);
  if (found === null) return undefined;
  return { state: found[1] ?? ' ', textStart: found[0].length };
}

/** The status a box stands for; characters that no tool gives a meaning are open, as in Tasks. */
export function statusOf(state: string): Status {
  switch (state) {
    case 'x':
    case 'X':
      return 'done';
    case '/':
      return 'doing';
    case '-':
      return 'cancelled';
    case 'w':
    case 'h':
      return 'waiting';
    default:
      return 'open';
  }
}

/** The words and letters for priorities: Obsidian Tasks' names, todo.txt's letters, 1 to 5. */
export function priorityOf(word: string): number | undefined {
  const known = ['highest', 'high', 'medium', 'low', 'lowest'].indexOf(word.toLowerCase());
  if (known !== -1) return known + 1;
  const letter = /^[A-E]$/.test(word) ? 'ABCDE'.indexOf(word) : -1;
  if (letter !== -1) return letter + 1;
  return /^[1-5]$/.test(word) ? Number(word) : undefined;
}

const PRIORITY_EMOJI = ['🔺', '⏫', '🔼', '🔽', '⏬'];
const DATE_EMOJI: ReadonlyMap<string, DateField> = new Map([
  ['📅', 'due'],
  ['📆', 'due'],
  ['🗓', 'due'],
  ['⏳', 'scheduled'],
  ['⌛', 'scheduled'],
  ['🛫', 'start'],
]);
/** The signs of Obsidian Tasks; those whose meaning is not read here only end a repeat rule. */
const SIGN = /(🔺|⏫|🔼|🔽|⏬|📅|📆|🗓|⏳|⌛|🛫|🔁|✅|❌|➕|🆔|⛔|🏁)\uFE0F?[ \t]*/gu;
const BRACKETED = /[[(]([A-Za-z]+)::[ \t]*([^[\]()]*)[\])]/g;
const COLON = /(?:^|[ \t])(due|t|rec|scheduled|start):([^\s:]\S*)/g;
const LETTER = /^\(([A-E])\)[ \t]/;
const FIELD_NAMES: ReadonlyMap<string, DateField | 'repeat' | 'priority'> = new Map([
  ['due', 'due'],
  ['scheduled', 'scheduled'],
  ['start', 'start'],
  ['t', 'start'],
  ['repeat', 'repeat'],
  ['rec', 'repeat'],
  ['priority', 'priority'],
]);

/**
 * Reads an item's text in the three ways people write fields: the signs of Obsidian Tasks
 * (`📅 2026-12-01`), Dataview's (`[due:: 2026-12-01]`) and todo.txt's (`(A)`, `due:2026-12-01`).
 * Where a line says a thing twice, the first of them counts, in this order.
 */
export function fieldsOf(text: string): ItemFields {
  const said = new Map<string, string>();
  const say = (name: string | undefined, value: string): void => {
    if (name !== undefined && !said.has(name)) said.set(name, value.trim());
  };
  const signs = [...text.matchAll(SIGN)];
  for (const [i, { 0: sign, 1: emoji = '', index }] of signs.entries()) {
    const value = text.slice(index + sign.length, signs[i + 1]?.index);
    const priority = PRIORITY_EMOJI.indexOf(emoji);
    if (priority !== -1) say('priority', String(priority + 1));
    else if (emoji === '🔁') say('repeat', /^[^#[(]*/.exec(value)?.[0] ?? '');
    else say(DATE_EMOJI.get(emoji), /^[^\s,;)\]]*/.exec(value)?.[0] ?? '');
  }
  for (const { 1: name = '', 2: value = '' } of text.matchAll(BRACKETED)) {
    say(FIELD_NAMES.get(name.toLowerCase()), value);
  }
  for (const { 1: name = '', 2: value = '' } of text.matchAll(COLON))
    say(FIELD_NAMES.get(name), value);
  say('priority', LETTER.exec(text)?.[1] ?? '');

  const days: Partial<Record<DateField, string>> = {};
  const unread: DateField[] = [];
  for (const field of ['due', 'scheduled', 'start'] as const) {
    const value = said.get(field);
    if (value === undefined) continue;
    if (isDay(value)) days[field] = value;
    else unread.push(field);
  }
  const priority = priorityOf(said.get('priority') ?? '');
  const repeat = said.get('repeat');
  return {
    ...days,
    ...(priority === undefined ? {} : { priority }),
    ...(repeat === undefined || repeat === '' ? {} : { repeat }),
    unread,
  };
}
