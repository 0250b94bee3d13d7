import { invalid } from '../errors.ts';
import {
  type Day,
  lastOf,
  monthOf,
  plusDays,
  readDay,
  twoDigits,
  weekdayOf,
  WEEKDAYS,
  writeDay,
} from './calendar.ts';

const WRITTEN = /^\d{4}-\d{2}-\d{2}$/;
const STEP = /^([+-]?)(\d{1,4})([dwmy])$/;
/** Numbers alone are read as `YYYY-MM-DD` or not at all: 05/01/2024 is two days. */
const ONLY_NUMBERS = /^[\d\s./-]+$/;

/** Whether a text is a day that exists, written `YYYY-MM-DD`, from the year 1 on. */
export function isDay(text: string): boolean {
  return readDay(text) !== undefined;
}

/**
 * The day that short words mean, seen from `today`: `today tomorrow yesterday`, a weekday or its
 * first three letters, `+3d 2w +1m 1y -1d`, `eow eom eoy` (the Sunday, the last of the month, of
 * the year), `2026-12-24`. A weekday is always a later day than today: said on a Friday, `fri` is
 * a week away. A month or year later keeps the day of the month, or takes the last one there is.
 * Undefined for all else.
 */
export function parseDay(words: string, today: string): string | undefined {
  const word = words.trim().toLowerCase();
  const now = readDay(today);
  if (now === undefined) return undefined;
  if (WRITTEN.test(word)) return isDay(word) ? word : undefined;
  switch (word) {
    case 'today':
      return today;
    case 'tomorrow':
      return plusDays(now, 1);
    case 'yesterday':
      return plusDays(now, -1);
    case 'eow':
      return plusDays(now, (7 - weekdayOf(now)) % 7);
    case 'eom':
      return writeDay({ ...now, day: lastOf(now) });
    case 'eoy':
      return writeDay({ ...now, month: 12, day: 31 });
  }
  const weekday = WEEKDAYS.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (weekday !== -1) return plusDays(now, ((weekday - weekdayOf(now) + 6) % 7) + 1);
  const step = STEP.exec(word);
  return step === null ? undefined : stepFrom(now, step);
}

/**
 * The same, and whatever English the day parser takes as a whole (`next month`, `24 dec`).
 * Throws `invalid` for words that are no day, and for a time of day, which no due date has.
 */
export async function understandDay(words: string, today: string): Promise<string> {
  const day = parseDay(words, today) ?? (await parseEnglish(words.trim(), today));
  if (day !== undefined) return day;
  throw invalid(`"${words}" is not a day. Try today, friday or 2026-12-24.`);
}

/**
 * The calendar day it is at an instant in an IANA time zone (`Europe/Berlin`), or in the
 * system's where none is given. Throws `invalid` for a zone that does not exist.
 */
export function dayIn(zone: string | undefined, now: Date): string {
  if (zone === undefined) {
    return writeDay({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  }
  try {
    // Sweden writes its dates in the order of ISO 8601
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now);
  } catch {
    throw invalid(`"${zone}" is not a time zone. Use a name such as Europe/Berlin.`);
  }
}

/** The time of day it is then there, `14:05`. */
export function timeIn(zone: string | undefined, now: Date): string {
  if (zone === undefined) return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`;
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(now);
}

async function parseEnglish(words: string, today: string): Promise<string | undefined> {
  if (words === '' || words.length > 60 || ONLY_NUMBERS.test(words)) return undefined;
  const { casual } = await import('chrono-node/en');
  const [found, ...others] = casual.parse(
    words,
    { instant: new Date(`${today}T12:00:00Z`), timezone: 0 },
    { forwardDate: !/\b(?:last|past|ago)\b/i.test(words) },
  );
  if (found === undefined || others.length > 0 || found.text !== words) return undefined;
  const { start, end } = found;
  const isDayOnly = !start.isCertain('hour') && (end ?? null) === null;
  const isSaid = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('year');
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  if (!isDayOnly || !isSaid || year === null || month === null || day === null) return undefined;
  const said = writeDay({ year, month, day });
  return isDay(said) ? said : undefined;
}

function stepFrom(now: Day, [, sign, digits, unit]: RegExpExecArray): string | undefined {
  const count = Number(digits) * (sign === '-' ? -1 : 1);
  if (unit === 'd' || unit === 'w') return plusDays(now, unit === 'w' ? 7 * count : count);
  const month = monthOf(now, unit === 'y' ? 12 * count : count);
  const later = writeDay({ ...month, day: Math.min(now.day, lastOf(month)) });
  return isDay(later) ? later : undefined;
}
