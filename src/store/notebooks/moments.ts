import { isDay } from '../text/days.ts';

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;
/** `2026-11-30 Walk.md`, and `2026_11_30.md` of a Logseq journal. */
const DAY_IN_NAME = /(?<!\d)\d{4}([-_])\d{2}\1\d{2}(?!\d)/;

/**
 * When a page of a notebook was made, RFC 3339: what its front matter says, else the day in its
 * file's name, else `made`, the file's own time.
 */
export function createdOf(written: string | undefined, path: string, made: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return momentOf(written) ?? momentOf(DAY_IN_NAME.exec(name)?.[0].replaceAll('_', '-')) ?? made;
}

/**
 * The instant that a day, or a day and a time, stands for; undefined where it is none. A time
 * without a zone is taken as UTC and a day alone as its noon there, which is that day from Alaska
 * to New Zealand: the same notebook gives the same pages wherever it is imported.
 */
function momentOf(written: string | undefined): string | undefined {
  const found = MOMENT.exec(written ?? '');
  if (found === null) return undefined;
  const [, day = '', time = '12:00', seconds = ':00', zone = 'Z'] = found;
  if (!isDay(day)) return undefined;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const moment = new Date(`${day}T${time}${seconds}${offset}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
