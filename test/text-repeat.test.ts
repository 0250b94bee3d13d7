import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isDay } from '../src/store/text/days.ts';
import { following } from '../src/store/text/repeat.ts';
import { parseRule, printRule, understandRepeat } from '../src/store/text/repeat-words.ts';

const TODAY = '2026-11-30';

/** The due days that follow one another when each is done, the anchor kept as it would be. */
function dues(words: string, first: string, count: number, today = TODAY): string[] {
  const said = parseRule(words);
  if (said === undefined) throw new Error(`${words} is no rule`);
  let anchor: { days?: number[] } = {};
  const all = [first];
  for (let due = first; all.length <= count;) {
    const next = following({ ...said, ...anchor }, { due }, today);
    if (next?.due === undefined) break;
    if (next.anchor !== undefined) anchor = { days: [next.anchor] };
    due = next.due;
    all.push(due);
  }
  return all.slice(1);
}

describe('what comes after', () => {
  test.each([
    ['every day', '2026-10-31', ['2026-11-01', '2026-11-02']],
    ['every day', '2026-03-07', ['2026-03-08', '2026-03-09']],
    ['every day', '2026-09-05', ['2026-09-06', '2026-09-07']],
    ['every 3 days', '2026-12-30', ['2027-01-02']],
    ['every week', '2026-10-24', ['2026-10-31', '2026-11-07']],
    ['every month', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['every month', '2028-01-30', ['2028-02-29', '2028-03-30']],
    ['every 6 months', '2026-08-30', ['2027-02-28', '2027-08-30']],
    ['every 6 months', '2026-08-31', ['2027-02-28', '2027-08-31']],
    [
      'every year',
      '2028-02-29',
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ],
    ['every month on the 31st', '2026-02-28', ['2026-03-31', '2026-04-30']],
    ['every month on the 31st', '2026-03-15', ['2026-03-31']],
    ['every month on the 1st and 15th', '2026-12-01', ['2026-12-15', '2027-01-01']],
    ['every month on the last', '2026-01-31', ['2026-02-28', '2026-03-31']],
    ['every month on the last friday', '2026-11-27', ['2026-12-25', '2027-01-29']],
    ['every month on the 2nd tuesday', '2026-11-10', ['2026-12-08']],
    ['every month on the 5th friday', '2026-11-27', ['2027-01-29', '2027-04-30']],
    ['every weekday', '2026-11-27', ['2026-11-30', '2026-12-01']],
    ['every 2 weekdays', '2026-11-28', ['2026-12-01', '2026-12-03', '2026-12-07']],
    ['+5b', '2026-11-29', ['2026-12-04']],
    ['every mon, thu', '2026-11-30', ['2026-12-03', '2026-12-07']],
    ['every 2 weeks on mon and fri', '2026-11-30', ['2026-12-04', '2026-12-14']],
    ['every sunday', '2026-11-29', ['2026-12-06']],
    ['every other friday', '2026-11-27', ['2026-12-11']],
    ['every january on the 15th', '2026-11-30', ['2027-01-15', '2028-01-15']],
    ['every april and december on the 1st', '2026-11-30', ['2026-12-01', '2027-04-01']],
    ['every 2 years', '2026-05-01', ['2028-05-01']],
    ['+1m', '2026-01-31', ['2026-02-28', '2026-03-31']],
    ['every year', '9999-01-01', []],
  ])('%s after %s', (words, first, expected) => {
    expect(dues(words, first, expected.length || 1)).toEqual(expected);
  });

  test.each([
    ['every week when done', TODAY, '2026-12-07'],
    ['1w', TODAY, '2026-12-07'],
    ['every month when done', '2027-01-31', '2027-02-28'],
    ['every month on the 31st when done', '2027-02-10', '2027-02-28'],
  ])('%s, done on %s', (words, today, next) => {
    const rule = parseRule(words);
    expect(rule && following(rule, { due: '2026-01-31' }, today)).toEqual({ due: next });
  });

  test('the other days keep their distance, and the due day is the one that is moved', () => {
    const rule = parseRule('every month');
    const days = { due: '2026-12-24', scheduled: '2026-12-20', start: '2026-12-31' };
    expect(rule && following(rule, days, TODAY)).toEqual({
      due: '2027-01-24',
      scheduled: '2027-01-20',
      start: '2027-01-31',
    });
    expect(rule && following(rule, { start: '2026-12-31' }, TODAY)).toEqual({
      start: '2027-01-31',
    });
    expect(rule && following(rule, {}, TODAY)).toEqual({ due: '2026-12-30' });
  });
});

const some = (min: number, max: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 });
const parts = fc.oneof(
  fc.constantFrom('day', 'workday').map((unit) => ({ unit })),
  fc.record({ unit: fc.constant('week'), weekdays: some(0, 6) }, { requiredKeys: ['unit'] }),
  fc.record(
    { unit: fc.constantFrom('month', 'year'), days: some(1, 31) },
    { requiredKeys: ['unit'] },
  ),
  fc.record({ unit: fc.constant('year'), months: some(1, 12), days: some(1, 31) }),
  fc.record({
    unit: fc.constantFrom('month', 'year'),
    nth: fc.constantFrom(1, 2, 3, 4, 5, -1),
    weekdays: some(0, 6),
  }),
);
const rules = fc
  .tuple(parts, fc.integer({ min: 1, max: 999 }), fc.boolean())
  .map(([part, every, whenDone]) => {
    const lists = Object.entries(part).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.toSorted((a, b) => a - b) : value,
    ]);
    return { every, whenDone, ...Object.fromEntries(lists) } as Parameters<typeof printRule>[0];
  });
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('whatever the rule', () => {
  test('its words are read back as the same rule', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(parseRule(printRule(rule))).toEqual(rule);
      }),
    );
  });

  test('what follows is a day that exists, and a later one', () => {
    fc.assert(
      fc.property(rules, day, (rule, from) => {
        const next = following({ ...rule, whenDone: false }, { due: from }, TODAY)?.due;
        expect(next === undefined || (isDay(next) && next > from)).toBe(true);
      }),
    );
  });
});

test.each([
  '',
  'every',
  'every blue moon',
  'every 0 days',
  'every day on monday',
  'every week on the 1st',
  'every month on friday',
  'every month on the 32nd',
  'every month on the',
  'every month on the 1st until june 5',
  'when done',
  '1000d',
  'every day '.repeat(30),
  'every __proto__',
])('%j is no rule', (words) => expect(parseRule(words)).toBeUndefined());

test.each([
  ['weekly', 'every week'],
  ['2w', 'every 2 weeks when done'],
  ['+2w', 'every 2 weeks'],
  ['Every Other Friday', 'every 2 weeks on friday'],
  ['month', 'every month'],
  ['every july on the last', 'every year in july on the last'],
  ['none', undefined],
])('%s is understood as %s', (words, rule) => expect(understandRepeat(words)).toBe(rule));

test('what is no rule is refused by name', () => {
  expect(() => understandRepeat('now and then')).toThrow('"now and then" is not a repetition.');
});
