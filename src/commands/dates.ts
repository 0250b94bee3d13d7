const DAY = 24 * 60 * 60 * 1000;

/** A calendar day as people say it beside today: `today`, `Fri 4 Dec`, `24 Nov (6 days ago)`. */
export function sayDay(day: string, today: string): string {
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY);
  if (distance === 0) return 'today';
  if (distance === 1) return 'tomorrow';
  if (distance === -1) return 'yesterday';
  if (distance < 0) return `${dayAndMonth(day, today)} (${-distance} days ago)`;
  const weekday = new Date(day).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });
  return distance < 7 ? `${weekday} ${dayAndMonth(day, today)}` : dayAndMonth(day, today);
}

function dayAndMonth(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
  const month = new Date(day).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
  return `${Number(day.slice(8))} ${month}${year}`;
}

/** A moment as people say it: `just now`, `5 min ago`, `3 days ago`, `2 Nov`, `2 Nov 2024`. */
export function sayWhen(time: string, now: Date): string {
  const passed = now.getTime() - Date.parse(time);
  if (passed >= 0 && passed < 60_000) return 'just now';
  if (passed >= 0 && passed < 60 * 60_000) return `${Math.floor(passed / 60_000)} min ago`;
  if (passed >= 0 && passed < DAY) return `${Math.floor(passed / (60 * 60_000))} h ago`;
  if (passed >= 0 && passed < 2 * DAY) return 'yesterday';
  if (passed >= 0 && passed < 7 * DAY) return `${Math.floor(passed / DAY)} days ago`;
  return dayAndMonth(time.slice(0, 10), now.toISOString());
}

/** A moment to come as people say it: `for a moment`, `for 5 min`, `for 3 h`, `until 2 Dec`. */
export function sayUntil(time: string, now: Date): string {
  const left = Date.parse(time) - now.getTime();
  if (left < 60_000) return 'for a moment';
  if (left < 60 * 60_000) return `for ${Math.ceil(left / 60_000)} min`;
  if (left < DAY) return `for ${Math.ceil(left / (60 * 60_000))} h`;
  return `until ${dayAndMonth(time.slice(0, 10), now.toISOString())}`;
}

/** Today in the terminal's zone, or in the one named (`SCRAP_TZ`). */
export function todayOf(now: Date, zone: string | undefined): string {
  return now.toLocaleDateString('sv-SE', zone === undefined ? {} : { timeZone: zone });
}
