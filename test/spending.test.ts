import { describe, expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import {
  type NotEnough,
  release,
  type Reservation,
  reserve,
  settle,
} from '../src/store/spending/ledger.ts';
import { SETTINGS } from '../src/commands/settings/table.ts';
import { costOf, mostOf, USUAL_MODEL } from '../src/store/spending/prices.ts';
import { doing, newStore } from './kit/pages.ts';

const CALL = { kind: 'text', model: 'claude-haiku-5-5', most: 400_000 } as const;
const DOLLAR = 1_000_000;

/** A store in New York whose clock stands at an instant that can be set. */
function storeAt(first: string): { store: Store; at: (instant: string) => void } {
  let now = new Date(first);
  const store = newStore({ zone: 'America/New_York', now: () => now });
  return { store, at: (instant) => (now = new Date(instant)) };
}

function reserved(found: Reservation | NotEnough): Reservation {
  if ('short' in found) throw new Error(`not enough ${found.short}`);
  return found;
}

interface Told {
  day: string;
  today: { usd: number; calls: number; unknown_usd?: number };
  month: { usd: number; calls: number; by_kind: object[] };
}
const told = (store: Store) => doing<Told>(store, 'budget', {});

describe('a budget', () => {
  test('is not passed, and what a call did cost frees the rest', async () => {
    const { store } = storeAt('2026-11-30T15:00:00Z');
    const first = reserved(reserve(store, CALL, DOLLAR));
    reserved(reserve(store, CALL, DOLLAR));
    expect(reserve(store, CALL, DOLLAR)).toEqual({
      short: 'today',
      until: '2026-12-01T05:00:00.000Z',
    });
    settle(store, first, 100_000);
    reserved(reserve(store, CALL, DOLLAR));
    expect(await told(store)).toMatchObject({
      day: '2026-11-30',
      today: { usd: 0.9, calls: 3, unknown_usd: 0.8 },
    });
  });

  test('that one call alone would pass is told apart', () => {
    const { store } = storeAt('2026-11-30T15:00:00Z');
    expect(reserve(store, CALL, 300_000)).toMatchObject({ short: 'ever' });
    expect(reserve(store, CALL, 0)).toMatchObject({ short: 'ever' });
  });

  test('is for the owner’s day, wherever midnight is', async () => {
    const { store, at } = storeAt('2026-12-01T04:59:59.999Z');
    for (let n = 0; n < 2; n++) reserved(reserve(store, CALL, DOLLAR));
    expect(reserve(store, CALL, DOLLAR)).toMatchObject({ until: '2026-12-01T05:00:00.000Z' });
    at('2026-12-01T05:00:00Z');
    reserved(reserve(store, CALL, DOLLAR));
    expect(await told(store)).toMatchObject({
      day: '2026-12-01',
      today: { usd: 0.4, calls: 1 },
      month: { usd: 0.4, calls: 1 },
    });
  });

  test.each([
    ['23 hours', '2026-03-08T06:00:00Z', '2026-03-09T04:00:00.000Z'],
    ['25 hours', '2026-11-01T05:00:00Z', '2026-11-02T05:00:00.000Z'],
  ])('is for a day of %s when the clocks change', (_, now, until) => {
    const { store } = storeAt(now);
    expect(reserve(store, CALL, 1)).toMatchObject({ until });
  });

  test('counts nothing for a call that was turned away', async () => {
    const { store } = storeAt('2026-11-30T15:00:00Z');
    release(store, reserved(reserve(store, CALL, DOLLAR)));
    expect(await told(store)).toMatchObject({ today: { usd: 0, calls: 0 } });
  });

  test('is told by what was read', async () => {
    const { store, at } = storeAt('2026-11-03T15:00:00Z');
    settle(store, reserved(reserve(store, CALL, DOLLAR)), 1234);
    at('2026-11-30T15:00:00Z');
    settle(store, reserved(reserve(store, { ...CALL, kind: 'photo' }, DOLLAR)), 77);
    expect(await told(store)).toEqual({
      day: '2026-11-30',
      today: { usd: 0.000077, calls: 1, by_kind: [{ kind: 'photo', usd: 0.000077, calls: 1 }] },
      month: {
        usd: 0.001311,
        calls: 2,
        by_kind: [
          { kind: 'text', usd: 0.001234, calls: 1 },
          { kind: 'photo', usd: 0.000077, calls: 1 },
        ],
      },
    });
  });
});

test('the usual model is the one that the settings name', () => {
  expect(SETTINGS.model.usual).toBe(USUAL_MODEL);
});

describe('a call costs, in millionths of a dollar', () => {
  const usage = { input: 1000, cacheWrite: 2000, cacheRead: 4000, output: 500 };
  test.each([
    ['claude-haiku-5-5', usage, 100 + 250 + 40 + 250],
    ['claude-haiku-4-5', usage, 1000 + 2500 + 400 + 2500],
    ['claude-sonnet-5-5', usage, 2000 + 5000 + 400 + 5000],
    ['claude-haiku-5-5', { input: 1, cacheWrite: 0, cacheRead: 0, output: 0 }, 1],
    // over 100,000 tokens each costs five times as much, those read from the cache too
    ['claude-haiku-5-5', { ...usage, cacheRead: 97_000 }, 640 - 40 + 970],
    ['claude-haiku-5-5', { ...usage, cacheRead: 97_001 }, 5 * (640 - 40 + 970) + 1],
  ] as const)('by %s %j', (model, used, cost) => {
    expect(costOf(model, used)).toBe(cost);
  });

  test('never more than is set aside for it', () => {
    for (const prompt of [1, 100_000, 100_001]) {
      const most = mostOf('claude-haiku-5-5', prompt, 700);
      for (const part of [0, 0.3, 1]) {
        const cached = Math.floor(prompt * part);
        const kinds = { input: prompt - cached, cacheWrite: 0, cacheRead: 0, output: 700 };
        expect(costOf('claude-haiku-5-5', { ...kinds, cacheWrite: cached })).toBeLessThanOrEqual(
          most,
        );
        expect(costOf('claude-haiku-5-5', { ...kinds, cacheRead: cached })).toBeLessThanOrEqual(
          most,
        );
      }
    }
  });
});
