import { dayIn, isDay, parseDay } from '../text/days.ts';

/** A stretch of days, both ends included; an end that is absent is open. */
export interface Period {
  readonly first?: string;
  readonly last?: string;
}

/** What one day word or number stands for: `2026` is a year, `2026-11` a month. */
interface Span {
  readonly first: string;
  readonly last: string;
}

/**
 * Reads the value of a date operator: `2026`, `2026-11`, `2026-11-30`, `today` and the other day
 * words, each alone, with `> >= < <=` before it or as `a..b` (one end may be open). `7d 2w 3m 1y`
 * alone is the stretch up to today, or from today where the dates `lie` ahead; `+3d` and `-3d`
 * are days. Undefined where it is none of these.
 */
export function parsePeriod(
  value: string,
  today: string,
  lie: 'behind' | 'ahead',
): Period | undefined {
  const range = value.indexOf('..');
  if (range !== -1) return between(value.slice(0, range), value.slice(range + 2), today);
  const [, sign = '', rest = ''] = /^([<>]=?|)(.*)$/.exec(value) ?? [];
  if (sign === '' && /^\d{1,4}[dwmy]$/i.test(rest)) {
    const other = parseDay(lie === 'ahead' ? `+${rest}` : `-${rest}`, today);
    if (other === undefined) return undefined;
    return lie === 'ahead' ? { first: today, last: other } : { first: other, last: today };
  }
  const span = parseSpan(rest, today);
  if (span === undefined) return undefined;
  switch (sign) {
    case '>=':
      return { first: span.first };
    case '>':
      return { first: parseDay('+1d', span.last) ?? span.last };
    case '<=':
      return { last: span.last };
    case '<':
      return { last: parseDay('-1d', span.first) ?? span.first };
    default:
      return span;
  }
}

function between(from: string, to: string, today: string): Period | undefined {
  const first = from === '' ? undefined : parseSpan(from, today)?.first;
  const last = to === '' ? undefined : parseSpan(to, today)?.last;
  const isBad = (from !== '' && first === undefined) || (to !== '' && last === undefined);
  if (isBad || (first === undefined && last === undefined)) return undefined;
  return {
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  };
}

function parseSpan(written: string, today: string): Span | undefined {
  const words = written.trim();
  const year = /^\d{4}$/.test(words);
  if (year || /^\d{4}-\d{2}$/.test(words)) {
    const first = year ? `${words}-01-01` : `${words}-01`;
    const last = isDay(first) ? parseDay(year ? 'eoy' : 'eom', first) : undefined;
    return last === undefined ? undefined : { first, last };
  }
  const day = parseDay(words, today);
  return day === undefined ? undefined : { first: day, last: day };
}

/**
 * The instants of a period in an IANA zone (the system's where it is undefined): from `from` on,
 * before `until`, as RFC 3339 UTC.
 */
export function instantsOf(
  { first, last }: Period,
  zone: string | undefined,
): { from?: string; until?: string } {
  const after = last === undefined ? undefined : parseDay('+1d', last);
  return {
    ...(first === undefined ? {} : { from: startOf(first, zone) }),
    ...(after === undefined ? {} : { until: startOf(after, zone) }),
  };
}

/** The first instant of a calendar day: not always midnight, where clocks change at night. */
function startOf(day: string, zone: string | undefined): string {
  const asUtc = Date.parse(`${day}T00:00:00.000Z`);
  const starts = [-DAY, DAY]
    .map((around) => asUtc - offsetAt(asUtc + around, zone))
    .toSorted((a, b) => a - b);
  const start = starts.find((ms) => dayIn(zone, new Date(ms)) === day) ?? asUtc;
  return new Date(start).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;

/** How far a zone's clock is ahead of UTC at an instant, in ms. */
function offsetAt(ms: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(ms).getTimezoneOffset() * 60_000;
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${clock.format(new Date(ms)).replace(' ', 'T')}Z`) - ms;
}
