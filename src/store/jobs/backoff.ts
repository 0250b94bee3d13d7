import type { Random } from './job.ts';

/** The first wait, how much longer each is than the one before, and the longest, in ms. */
const WAITS = {
  failure: { first: 60_000, times: 5, most: 60 * 60_000 },
  outage: { first: 30_000, times: 2, most: 30 * 60_000 },
} as const;

/**
 * How long to wait after the nth failure or outage in a row, in ms: longer each time, and by
 * chance between half and one and a half of that, so that many do not come back at once.
 */
export function sleepAfter(what: keyof typeof WAITS, nth: number, random: Random): number {
  const { first, times, most } = WAITS[what];
  return Math.round(Math.min(most, first * times ** (nth - 1)) * (0.5 + random()));
}
