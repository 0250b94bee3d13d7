import { isDay } from './days.ts';
import { priorityOf } from './items.ts';
import { onThe } from './repeat-words.ts';

/** The days an item may have. */
export const DAY_FIELDS = ['due', 'scheduled', 'start'] as const;
type DayField = (typeof DAY_FIELDS)[number];

/** What an item's text says about it. Days are `YYYY-MM-DD`; what it does not say is absent. */
export interface ItemFields {
  readonly due?: string;
  readonly scheduled?: string;
  readonly start?: string;
  /** 1 (highest) to 5. */
  readonly priority?: number;
  /** The rule as written, `every week`. */
  readonly repeat?: string;
  /** Dates the text gives that do not exist or are not written `YYYY-MM-DD`. */
  readonly unread: readonly DayField[];
}

/**
 * `anchor` is ours, beside todo.txt's `rec:`, whose value cannot have blanks: `on:31` says the day
 * of the month that a short month cut.
 */
type Name = DayField | 'priority' | 'repeat' | 'done' | 'anchor';

/** In which way a field is written. */
type Manner = 'sign' | 'brackets' | 'colon' | 'letter';

/** A field where it stands in an item's text. */
export interface Place {
  readonly name: Name;
  readonly manner: Manner;
  readonly value: string;
  /** Of the value. */
  readonly start: number;
  readonly end: number;
  /** Of all that is the field: its sign, key or brackets too. */
  readonly from: number;
  readonly to: number;
}

const PRIORITY_EMOJI = ['🔺', '⏫', '🔼', '🔽', '⏬'];
const VALUE_EMOJI: ReadonlyMap<string, Name> = new Map([
  ['📅', 'due'],
  ['📆', 'due'],
  ['🗓', 'due'],
  ['⏳', 'scheduled'],
  ['⌛', 'scheduled'],
  ['🛫', 'start'],
  ['🔁', 'repeat'],
  ['✅', 'done'],
]);
/** The signs of Obsidian Tasks; those whose meaning is not read here only end a repeat rule. */
const SIGN = /(🔺|⏫|🔼|🔽|⏬|📅|📆|🗓|⏳|⌛|🛫|🔁|✅|❌|➕|🆔|⛔|🏁)\uFE0F?[ \t]*/gu;
const BRACKETED = /[[(]([A-Za-z]+)::[ \t]*([^[\]()]*)[\])]/g;
const COLON = /(?:^|[ \t])(due|t|rec|scheduled|start|on):([^\s:]\S*)/g;
const LETTER = /^\(([A-E])\)[ \t]/;
const NAMES: ReadonlyMap<string, Name> = new Map([
  ['due', 'due'],
  ['scheduled', 'scheduled'],
  ['start', 'start'],
  ['t', 'start'],
  ['repeat', 'repeat'],
  ['rec', 'repeat'],
  ['priority', 'priority'],
  ['completion', 'done'],
  ['on', 'anchor'],
]);

/**
 * The fields of an item's text, in the three ways people write them: the signs of Obsidian Tasks
 * (`📅 2026-12-01`), Dataview's (`[due:: 2026-12-01]`) and todo.txt's (`(A)`, `due:2026-12-01`),
 * in this order of ways. Where a text says a thing twice, the first of them counts.
 */
export function fieldPlaces(text: string): Place[] {
  return [...signs(text), ...brackets(text), ...colons(text), ...letter(text)];
}

function* signs(text: string): Generator<Place> {
  const all = [...text.matchAll(SIGN)];
  for (const [i, { 0: sign, 1: emoji = '', index: from }] of all.entries()) {
    const start = from + sign.length;
    const priority = PRIORITY_EMOJI.indexOf(emoji);
    if (priority !== -1) {
      const value = String(priority + 1);
      yield { name: 'priority', manner: 'sign', value, start, end: start, from, to: start };
      continue;
    }
    const name = VALUE_EMOJI.get(emoji);
    if (name === undefined) continue;
    const rest = text.slice(start, all[i + 1]?.index);
    const until = name === 'repeat' ? /^[^#[(]*/ : /^[^\s,;)\]]*/;
    const place = valueAt(until.exec(rest)?.[0] ?? '', start);
    yield { name, manner: 'sign', ...place, from, to: place.end };
  }
}

function* brackets(text: string): Generator<Place> {
  for (const { 0: all, 1: key = '', 2: inside = '', index: from } of text.matchAll(BRACKETED)) {
    const name = NAMES.get(key.toLowerCase());
    if (name === undefined || name === 'anchor') continue;
    const to = from + all.length;
    yield { name, manner: 'brackets', ...valueAt(inside, to - 1 - inside.length), from, to };
  }
}

/** A value without the blanks around it; `at` is where those begin. */
function valueAt(written: string, at: number): Pick<Place, 'value' | 'start' | 'end'> {
  const value = written.trim();
  const start = at + written.length - written.trimStart().length;
  return { value, start, end: start + value.length };
}

function* colons(text: string): Generator<Place> {
  for (const { 0: all, 1: key = '', 2: value = '', index } of text.matchAll(COLON)) {
    const name = NAMES.get(key);
    const to = index + all.length;
    const start = to - value.length;
    const from = start - 1 - key.length;
    if (name !== undefined) yield { name, manner: 'colon', value, start, end: to, from, to };
  }
}

function* letter(text: string): Generator<Place> {
  const value = LETTER.exec(text)?.[1];
  if (value === undefined) return;
  yield { name: 'priority', manner: 'letter', value, start: 1, end: 2, from: 0, to: 3 };
}

/** What an item's text says. */
export function fieldsOf(text: string): ItemFields {
  return fieldsIn(fieldPlaces(text));
}

/** What the fields of a text say together. */
export function fieldsIn(places: readonly Place[]): ItemFields {
  const said = new Map<Name, string>();
  for (const { name, value } of places) if (!said.has(name)) said.set(name, value);
  const days: Partial<Record<DayField, string>> = {};
  const unread: DayField[] = [];
  for (const field of DAY_FIELDS) {
    const value = said.get(field);
    if (value === undefined) continue;
    if (isDay(value)) days[field] = value;
    else unread.push(field);
  }
  const priority = priorityOf(said.get('priority') ?? '');
  const repeat = ruleIn(places);
  return {
    ...days,
    ...(priority === undefined ? {} : { priority }),
    ...(repeat === undefined || repeat === '' ? {} : { repeat }),
    unread,
  };
}

/**
 * An item's text without the fields that are read out of it, for where those are shown beside it;
 * what could not be read stays. The whole text where nothing else is in it.
 */
export function itemWords(text: string): string {
  const places = fieldPlaces(text);
  const isRepeating = places.some(({ name }) => name === 'repeat');
  const isShown = ({ name, value }: Place) => {
    if (name === 'done') return false;
    if (name === 'anchor') return isRepeating;
    return name === 'repeat' ? value !== '' : name === 'priority' || isDay(value);
  };
  let words = '';
  let at = 0;
  for (const { from, to } of places.filter(isShown).toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    words = `${words}${text.slice(at, from).trim()} `;
    at = to;
  }
  const left = `${words}${text.slice(at).trim()}`.replaceAll(/ {2,}/g, ' ').trim();
  return left === '' ? text : left;
}

function ruleIn(places: readonly Place[]): string | undefined {
  const rule = places.find(({ name }) => name === 'repeat');
  const anchor = places.find(({ name }) => name === 'anchor')?.value;
  const isAnchored = rule?.manner === 'colon' && anchor !== undefined && /^\d{1,2}$/.test(anchor);
  return isAnchored ? rule.value + onThe(Number(anchor)) : rule?.value;
}
