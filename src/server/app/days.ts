/* Days are strings, `YYYY-MM-DD`, in the zone of this device; instants are RFC 3339. */

const DAY = 86_400_000;

/** Today where this device is. */
export function today(now = new Date()): string {
  return dayOf(now);
}

function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How many days `day` lies after `from`; negative before it. */
function daysFrom(from: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(from)) / DAY);
}

/** A day as people say it: `tomorrow`, `Friday`, `24 Dec`, `3 days ago`. */
export function sayDay(day: string, from = today()): string {
  const distance = daysFrom(from, day);
  if (Number.isNaN(distance)) return day;
  if (Math.abs(distance) <= 1) return ['yesterday', 'today', 'tomorrow'][distance + 1] ?? day;
  if (distance < 0 && distance >= -6) return `${-distance} days ago`;
  const date = new Date(`${day}T12:00:00`);
  if (distance > 0 && distance <= 6) return date.toLocaleDateString('en-GB', { weekday: 'long' });
  const year = day.slice(0, 4) === from.slice(0, 4) ? undefined : 'numeric';
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year });
}

/** An instant as people say it: `just now`, `14:05`, `yesterday`, `2 Nov`. */
export function sayTime(time: string, now = new Date()): string {
  const date = new Date(time);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (dayOf(date) !== dayOf(now)) return sayDay(dayOf(date), dayOf(now));
  return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** An instant in full, for who wants to know exactly. */
export function fullTime(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' });
}
