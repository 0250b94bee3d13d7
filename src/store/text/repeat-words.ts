import { invalid } from '../errors.ts';
import { WEEKDAYS } from './calendar.ts';
import type { Rule } from './repeat.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

type Unit = Rule['unit'];
type Often = Pick<Rule, 'every' | 'unit'>;

const NAMED: Readonly<Record<string, Often>> = {
  daily: { every: 1, unit: 'day' },
  weekly: { every: 1, unit: 'week' },
  fortnightly: { every: 2, unit: 'week' },
  monthly: { every: 1, unit: 'month' },
  quarterly: { every: 3, unit: 'month' },
  yearly: { every: 1, unit: 'year' },
  annually: { every: 1, unit: 'year' },
};
const UNITS: Readonly<Record<string, Unit>> = {
  day: 'day',
  weekday: 'workday',
  workday: 'workday',
  week: 'week',
  month: 'month',
  year: 'year',
};
/** todo.txt's: `rec:+1m` counts from the due day, `rec:1m` from the day it was done. */
const SHORT = /^(\+?)(\d{1,3})([dbwmy])$/;
const SHORT_UNITS: Readonly<Record<string, Unit>> = {
  d: 'day',
  b: 'workday',
  w: 'week',
  m: 'month',
  y: 'year',
};
const FILLERS: ReadonlySet<string> = new Set(['on', 'in', 'of', 'the', 'and', 'day']);
/** A rule is a short sentence; what is longer is none. */
const LONGEST = 200;

/**
 * Reads a rule as people and Obsidian Tasks write it: `every day`, `every 2 weeks on mon and fri`,
 * `every month on the 31st`, `every month on the last friday`, `every january on the 15th`,
 * `every weekday`, `monthly`, todo.txt's `+1m`, each perhaps with `when done` behind it.
 * Undefined where any of its words is not understood.
 */
export function parseRule(text: string): Rule | undefined {
  if (text.length > LONGEST) return undefined;
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const whenDone = words.at(-2) === 'when' && words.at(-1) === 'done';
  if (whenDone) words.splice(-2);
  const [first = ''] = words;
  const short = SHORT.exec(first);
  if (short !== null) {
    const [, plus = '', count = '', letter = ''] = short;
    const often = { every: Number(count), unit: SHORT_UNITS[letter] ?? 'day' };
    return withParts(often, words.slice(1), whenDone || plus === '');
  }
  const named = Object.hasOwn(NAMED, first) ? NAMED[first] : undefined;
  if (named !== undefined) return withParts(named, words.slice(1), whenDone);
  if (first === 'every') words.shift();
  const count = countOf(words[0] ?? '');
  if (count !== undefined) words.shift();
  const word = (words[0] ?? '').replace(/s$/, '');
  const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : impliedUnit(words[0] ?? '');
  if (unit === undefined) return undefined;
  const rest = Object.hasOwn(UNITS, word) ? words.slice(1) : words;
  return withParts({ every: count ?? 1, unit }, rest, whenDone);
}

function countOf(word: string): number | undefined {
  if (word === 'other') return 2;
  return /^\d{1,3}$/.test(word) ? Number(word) : undefined;
}

/** `every friday` is of a week, `every january` of a year. */
function impliedUnit(word: string): Unit | undefined {
  if (nameIn(WEEKDAYS, word) !== undefined) return 'week';
  return nameIn(MONTHS, word) === undefined ? undefined : 'year';
}

/** The place of a name, given whole or by its first three letters or more. */
function nameIn(names: readonly string[], word: string): number | undefined {
  const at = word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
  return at === -1 ? undefined : at;
}

/** Puts in which days of the week, the month or the year; undefined where that makes no sense. */
function withParts(
  { every, unit }: Often,
  words: readonly string[],
  whenDone: boolean,
): Rule | undefined {
  const weekdays = new Set<number>();
  const months = new Set<number>();
  const days = new Set<number>();
  for (const word of words.filter((each) => !FILLERS.has(each))) {
    const weekday = nameIn(WEEKDAYS, word);
    const month = nameIn(MONTHS, word);
    const day = word === 'last' ? -1 : ordinalOf(word);
    if (weekday !== undefined) weekdays.add(weekday);
    else if (month !== undefined) months.add(month + 1);
    else if (day !== undefined) days.add(day);
    else return undefined;
  }
  const says = weekdays.size + months.size + days.size > 0;
  if (every < 1 || says === (words.length === 0)) return undefined;
  const [nth = 0] = days;
  const isNth = weekdays.size > 0 && days.size === 1 && nth <= 5;
  const fits = {
    day: !says,
    workday: !says,
    week: months.size === 0 && days.size === 0,
    month: months.size === 0 && (weekdays.size === 0 || isNth),
    year: weekdays.size === 0 || isNth,
  }[unit];
  if (!fits) return undefined;
  return {
    every,
    unit,
    whenDone,
    ...(weekdays.size > 0 ? { weekdays: sorted(weekdays) } : {}),
    ...(isNth ? { nth } : days.size > 0 ? { days: sorted(days) } : {}),
    ...(months.size > 0 ? { months: sorted(months) } : {}),
  };
}

function ordinalOf(word: string): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  const day = Number(digits ?? 0);
  return day >= 1 && day <= 31 ? day : undefined;
}

/** In order, the last day (-1) behind all others. */
function sorted(numbers: ReadonlySet<number>): number[] {
  const rank = (number: number) => (number === -1 ? 32 : number);
  return [...numbers].sort((a, b) => rank(a) - rank(b));
}

/** A rule in the one spelling that scrap writes; `parseRule` reads the same rule out of it. */
export function printRule(rule: Rule): string {
  const { every, unit, weekdays = [], nth, days = [], months = [], whenDone } = rule;
  const word = unit === 'workday' ? 'weekday' : unit;
  const names = weekdays.map((weekday) => WEEKDAYS[weekday] ?? '').join(', ');
  const ordinals = (nth === undefined ? days : [nth]).map(ordinal).join(', ');
  return [
    every === 1 ? `every ${word}` : `every ${every} ${word}s`,
    months.length === 0 ? '' : `in ${months.map((month) => MONTHS[month - 1]).join(', ')}`,
    ordinals === '' && names === '' ? '' : 'on',
    ordinals === '' ? '' : `the ${ordinals}`,
    names,
    whenDone ? 'when done' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `31st`; -1 is `last`. */
export function ordinal(day: number): string {
  if (day === -1) return 'last';
  const isTeen = day >= 11 && day <= 13;
  const ending = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10];
  return `${day}${ending ?? 'th'}`;
}

/** The words under which a day of the month is added to a rule that names none. */
export function onThe(day: number): string {
  return ` on the ${ordinal(day)}`;
}

/**
 * The rule that a caller's words say, in its one spelling; undefined for `none`. Throws `invalid`
 * where they say no rule.
 */
export function understandRepeat(words: string): string | undefined {
  const trimmed = words.trim();
  if (['', 'none'].includes(trimmed.toLowerCase())) return undefined;
  const rule = parseRule(trimmed);
  if (rule !== undefined) return printRule(rule);
  throw invalid(
    `"${trimmed.slice(0, 60)}" is not a repetition. Try every week, every 2 weeks on mon, every month on the 31st, or every month when done.`,
    { field: 'repeat' },
  );
}
