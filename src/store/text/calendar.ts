/*
 * Calendar days: `YYYY-MM-DD` from the year 1 to 9999, and arithmetic on them. No time of day and
 * no zone comes into it, so that a day on which clocks change is a day like any other.
 */

/** A calendar day as parts; months and days count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** In the order of `weekdayOf`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A written day; undefined where it does not exist. */
export function readDay(text: string): Day | undefined {
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const exists =
    year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastOf({ year, month });
  return exists ? { year, month, day } : undefined;
}

export function writeDay({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
}

export function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** So many days later; undefined after the year 9999 and before the year 1. */
export function plusDays({ year, month, day }: Day, days: number): string | undefined {
  const written = utc(year, month, day + days)
    .toISOString()
    .slice(0, 10);
  return readDay(written) === undefined ? undefined : written;
}

/** The same of a written day, which is given back where the calendar ends. */
export function addDays(day: string, days: number): string {
  const from = readDay(day);
  return (from === undefined ? undefined : plusDays(from, days)) ?? day;
}

/** How many days `to` is after `from`. */
export function daysBetween(from: Day, to: Day): number {
  const at = ({ year, month, day }: Day) => utc(year, month, day).getTime();
  return Math.round((at(to) - at(from)) / 86_400_000);
}

/** The month so many months later. */
export function monthOf(
  { year, month }: Pick<Day, 'year' | 'month'>,
  later: number,
): Pick<Day, 'year' | 'month'> {
  const months = year * 12 + (month - 1) + later;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: Day): number {
  return utc(year, month, day).getUTCDay();
}

/** The last day of a month. */
export function lastOf({ year, month }: Pick<Day, 'year' | 'month'>): number {
  return utc(year, month + 1, 0).getUTCDate();
}

/** `Date.UTC` takes the years 0 to 99 for the 1900s; this does not. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}
