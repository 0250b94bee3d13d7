import {
  type Day,
  daysBetween,
  lastOf,
  monthOf,
  plusDays,
  readDay,
  weekdayOf,
  writeDay,
} from './calendar.ts';

/** When something comes again. */
export interface Rule {
  readonly every: number;
  /** `workday`: Monday to Friday, one by one. */
  readonly unit: 'day' | 'workday' | 'week' | 'month' | 'year';
  /** Counted from the day it was done, not from the day it was due. */
  readonly whenDone: boolean;
  /** Of a week: 0 is Sunday. With `nth`, of a month. */
  readonly weekdays?: readonly number[];
  /** Which of the weekday in a month, 1 to 5; -1 is the last. */
  readonly nth?: number;
  /** Of a month: 1 to 31, where a shorter month has its last day instead; -1 is the last. */
  readonly days?: readonly number[];
  /** Of a year. */
  readonly months?: readonly number[];
}

/** The days of a todo, each `YYYY-MM-DD`. */
export interface Days {
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
}

/** What comes after a todo that is done; the days it has are those that this had. */
export interface Following {
  readonly due?: string;
  readonly scheduled?: string;
  readonly start?: string;
  /**
   * The day of the month that was aimed at and is not in this one: written into the rule, so that
   * after 28 February comes 31 March again.
   */
  readonly anchor?: number;
}

/**
 * The days of what follows: the due day, or the day it is planned for or may begin where there is
 * none, is moved by the rule, and the others keep their distance from it. With no day at all it is
 * due, counted from `today`. Undefined where the calendar ends before that.
 */
export function following(rule: Rule, days: Days, today: string): Following | undefined {
  const reference = days.due ?? days.scheduled ?? days.start;
  const from = readDay(rule.whenDone ? today : (reference ?? today));
  const next = from === undefined ? undefined : readDay(nextDay(rule, from) ?? '');
  if (from === undefined || next === undefined) return undefined;
  const was = readDay(reference ?? '');
  if (was === undefined) return { due: writeDay(next) };
  const isCut = !rule.whenDone && isPlain(rule) && next.day < from.day;
  const anchor = isCut ? { anchor: from.day } : {};
  const distance = daysBetween(was, next);
  const moved: Record<string, string> = {};
  for (const name of ['due', 'scheduled', 'start'] as const) {
    const at = readDay(days[name] ?? '');
    const then = at === undefined ? undefined : plusDays(at, distance);
    if (then !== undefined) moved[name] = then;
  }
  return { ...moved, ...anchor };
}

/** A rule that says no more than how many months or years lie between. */
function isPlain({ unit, days, nth, months }: Rule): boolean {
  const isLong = unit === 'month' || unit === 'year';
  return isLong && days === undefined && nth === undefined && months === undefined;
}

/** How far a rule looks for a month that has its day, such as a fifth Friday: 28 years of months. */
const FARTHEST = 28 * 12;

/** The first day after `from` that a rule names. */
function nextDay(rule: Rule, from: Day): string | undefined {
  const { every, unit } = rule;
  if (unit === 'day') return plusDays(from, every);
  if (unit === 'workday') return plusWorkdays(from, every);
  if (unit === 'week') return nextInWeek(rule, from);
  const step = unit === 'year' ? 12 : every;
  const isTurn = ({ year, month }: Pick<Day, 'year' | 'month'>) => {
    if (unit !== 'year') return true;
    const isYear = (year - from.year) % every === 0;
    return isYear && (rule.months ?? [from.month]).includes(month);
  };
  const stride = unit === 'year' && rule.months !== undefined ? 1 : step;
  for (let i = 0; i <= FARTHEST * every; i += stride) {
    const month = monthOf(from, i);
    if (month.year > 9999) return undefined;
    if (!isTurn(month)) continue;
    const day = daysIn(rule, month, from.day).find((each) => i > 0 || each > from.day);
    if (day !== undefined) return writeDay({ ...month, day });
  }
  return undefined;
}

/** The days of a month that a rule names, in order; `usual` where it names none. */
function daysIn(rule: Rule, month: Pick<Day, 'year' | 'month'>, usual: number): number[] {
  const last = lastOf(month);
  const { nth, weekdays = [] } = rule;
  if (nth === undefined) {
    const days = (rule.days ?? [usual]).map((day) => (day === -1 ? last : Math.min(day, last)));
    return days.toSorted((a, b) => a - b);
  }
  const first = weekdayOf({ ...month, day: 1 });
  const days = weekdays.map((weekday) => {
    const one = ((weekday - first + 7) % 7) + 1;
    return nth === -1 ? one + 7 * Math.floor((last - one) / 7) : one + 7 * (nth - 1);
  });
  return days.filter((day) => day <= last).toSorted((a, b) => a - b);
}

/** Weeks begin on Monday: `every 2 weeks on mon, fri` skips a week after the Friday. */
function nextInWeek({ every, weekdays }: Rule, from: Day): string | undefined {
  if (weekdays === undefined) return plusDays(from, 7 * every);
  const sinceMonday = (weekday: number) => (weekday + 6) % 7;
  const today = sinceMonday(weekdayOf(from));
  const order = weekdays.map(sinceMonday).toSorted((a, b) => a - b);
  const later = order.find((day) => day > today);
  return plusDays(from, (later ?? (order[0] ?? 0) + 7 * every) - today);
}

function plusWorkdays(from: Day, count: number): string | undefined {
  const weekday = weekdayOf(from);
  // as if from the Friday before, where it is a weekend
  const isWeekend = weekday === 0 || weekday === 6;
  const back = isWeekend ? (weekday === 6 ? 1 : 2) : 0;
  const place = (isWeekend ? 5 : weekday) - 1 + count;
  const weeks = Math.floor(place / 5);
  return plusDays(from, 7 * weeks + (place % 5) + 1 - (isWeekend ? 5 : weekday) - back);
}
