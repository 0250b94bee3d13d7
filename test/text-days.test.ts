import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dayIn, isDay, parseDay, understandDay } from '../src/store/text/days.ts';

// a Monday
const TODAY = '2026-11-30';

describe('short words', () => {
  test.each([
    ['today', '2026-11-30'],
    ['Tomorrow', '2026-12-01'],
    ['yesterday', '2026-11-29'],
    ['fri', '2026-12-04'],
    ['sunday', '2026-12-06'],
    ['mon', '2026-12-07'],
    ['+3d', '2026-12-03'],
    ['2w', '2026-12-14'],
    ['-1d', '2026-11-29'],
    ['+1m', '2026-12-30'],
    ['1y', '2027-11-30'],
    ['3m', '2027-02-28'],
    ['eow', '2026-12-06'],
    ['eom', '2026-11-30'],
    ['eoy', '2026-12-31'],
    [' 2026-12-24 ', '2026-12-24'],
    ['2028-02-29', '2028-02-29'],
  ])('%s', (words, day) => {
    expect(parseDay(words, TODAY)).toBe(day);
  });

  test.each([
    ['eow', '2026-12-06', '2026-12-06'],
    ['+1m', '2028-01-31', '2028-02-29'],
    ['+1y', '2028-02-29', '2029-02-28'],
    ['-1m', '2026-03-31', '2026-02-28'],
    ['+1d', '2026-12-31', '2027-01-01'],
  ])('%s on %s', (words, today, day) => {
    expect(parseDay(words, today)).toBe(day);
  });

  test.each([
    '',
    'blursday',
    'none',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2024-1-5',
    '20240105',
    '+3',
    '3 d',
    '+9999y',
  ])('not %j', (words) => expect(parseDay(words, TODAY)).toBeUndefined());

  test('a weekday is within the next seven days and never today', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom('sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'),
        (days, weekday) => {
          const today = new Date(days * 86_400_000).toISOString().slice(0, 10);
          const found = Date.parse(parseDay(weekday, today) ?? '');
          const ahead = found / 86_400_000 - days;
          expect(ahead).toBeGreaterThanOrEqual(1);
          expect(ahead).toBeLessThanOrEqual(7);
          expect(new Date(found).toUTCString().slice(0, 3).toLowerCase()).toBe(weekday);
        },
      ),
    );
  });
});

describe('English', () => {
  test.each([
    ['next month', '2026-12-30'],
    ['in 2 weeks', '2026-12-14'],
    ['24 dec', '2026-12-24'],
    ['the day after tomorrow', '2026-12-02'],
    ['last friday', '2026-11-27'],
    ['3 days ago', '2026-11-27'],
    ['fri', '2026-12-04'],
  ])('%s', async (words, day) => {
    expect(await understandDay(words, TODAY)).toBe(day);
  });

  test.each([
    'blursday',
    'friday or so',
    '5pm',
    'friday at 5pm',
    'mon - fri',
    'december',
    'feb 30',
    '05/01/2024',
    '2024-1-5',
    '20240105',
    '2026-02-30',
    'in 9000 years',
    '3000 years ago',
    '',
  ])('refuses %j', async (words) => {
    await expect(understandDay(words, TODAY)).rejects.toMatchObject({
      code: 'invalid',
      message: `"${words}" is not a day. Try today, friday or 2026-12-24.`,
    });
  });
});

describe('the day in a zone', () => {
  // shortly before midnight in London, long after it in Auckland, in daylight saving time there
  const now = new Date('2026-11-30T23:30:00Z');
  test.each([
    ['Europe/London', '2026-11-30'],
    ['Pacific/Auckland', '2026-12-01'],
    ['America/Los_Angeles', '2026-11-30'],
    ['UTC', '2026-11-30'],
  ])('%s', (zone, day) => {
    expect(dayIn(zone, now)).toBe(day);
  });

  test("is the system's without one", () => {
    expect(dayIn(undefined, new Date(2026, 10, 30, 23, 59))).toBe('2026-11-30');
  });

  test('refuses a zone that does not exist', () => {
    expect(() => dayIn('Mars/Olympus', now)).toThrow(
      '"Mars/Olympus" is not a time zone. Use a name such as Europe/Berlin.',
    );
  });
});

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['9999-12-31', true],
  ['0001-01-01', true],
  ['2024-04-31', false],
])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected));
