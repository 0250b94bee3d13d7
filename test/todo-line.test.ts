import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readTodoLine } from '../src/store/text/todo-line.ts';
import { APP } from './kit/callers.ts';
import { doing, newStore } from './kit/pages.ts';

// a Monday
const TODAY = '2026-11-30';

describe('the line of a todo', () => {
  test.each([
    ['call Ann', { text: 'call Ann' }],
    [
      'call Ann due:friday p1 +home #tel',
      { text: 'call Ann', due: '2026-12-04', priority: 1, tags: ['home', 'tel'] },
    ],
    ['due:2026-12-24 P3 call  Ann', { text: 'call  Ann', due: '2026-12-24', priority: 3 }],
    ['a scheduled:+3d start:tomorrow', { text: 'a', scheduled: '2026-12-03', start: '2026-12-01' }],
    ['a DUE:"24 december" b', { text: 'a b', due: '2026-12-24' }],
    ['a repeat:week', { text: 'a', repeat: 'every week' }],
    ['a repeat:every-2-weeks', { text: 'a', repeat: 'every 2 weeks' }],
    [
      'rent repeat:"every month on the 31st" due:eom',
      { text: 'rent', repeat: 'every month on the 31st', due: '2026-11-30' },
    ],
    ['a repeat:3d', { text: 'a', repeat: 'every 3 days when done' }],
    // what only looks like its words stays
    ['add 2 + 3, +1 #123 #fff', { text: 'add 2 + 3, +1 #123 #fff' }],
    [
      'p0 p6 sp1 p1x residue:x http://x/?due:y',
      { text: 'p0 p6 sp1 p1x residue:x http://x/?due:y' },
    ],
    ["+home, that's #all.", { text: "+home, that's #all." }],
    ['read "The Day After Tomorrow" friday', { text: 'read "The Day After Tomorrow" friday' }],
    ['- [ ] buy milk +shop', { text: '- [ ] buy milk', tags: ['shop'] }],
    // further lines are its text
    ['a p1\r\n\r\nbring due:never +x', { text: 'a\r\n\r\nbring due:never +x', priority: 1 }],
    ['日本語 +買い物', { text: '日本語', tags: ['買い物'] }],
  ])('%j', async (line, expected) => {
    expect(await readTodoLine(line, TODAY)).toEqual({ tags: [], ...expected });
  });

  test.each([
    ['call due:blursday p1', 'due:blursday', '"due:blursday" is not a day. Try due:friday'],
    ['call due: friday', 'due:', '"due:" is not a day.'],
    ['a start:2026-02-30', 'start:2026-02-30', '"start:2026-02-30" is not a day. Try start:friday'],
    ['a due:"monday 9am"', 'due:"monday 9am"', 'is not a day'],
    ['a repeat:often', 'repeat:often', 'is not a repetition. Try repeat:week'],
    ['a p1 b p2', 'p2', '"p2" says its priority a second time'],
    ['a due:fri due:sat', 'due:sat', '"due:sat" says its due a second time'],
  ])('%j is refused by its word', async (line, word, message) => {
    const read = readTodoLine(line, TODAY);
    await expect(read).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(message),
      details: { field: 'text', word },
    });
  });

  test.each(['', '  ', 'p1 +home', 'due:friday\nmore'])('%j says nothing to do', async (line) => {
    await expect(readTodoLine(line, TODAY)).rejects.toThrow('Say what is to be done');
  });

  test('its words are taken out wherever they stand, and nothing else', async () => {
    const plain = fc.constantFrom('call', 'Ann', 'p9', '+', '-', 'a:b', 'é', '👨‍👩‍👧', '"q"');
    const own = fc.constantFrom('due:2026-12-24', 'p2', '+home', 'start:2026-12-01', 'repeat:year');
    await fc.assert(
      fc.asyncProperty(
        fc.array(plain, { minLength: 1, maxLength: 6 }),
        fc.uniqueArray(own, { maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        async (words, said, places) => {
          const line: string[] = [...words];
          for (const word of said)
            line.splice((places.next().value ?? 0) % (line.length + 1), 0, word);
          const { text, due, priority, start, repeat, tags } = await readTodoLine(
            line.join(' '),
            TODAY,
          );
          expect(text).toBe(words.join(' '));
          const has = (word: string) => said.some((each) => each === word);
          expect([due, start]).toEqual([
            has('due:2026-12-24') ? '2026-12-24' : undefined,
            has('start:2026-12-01') ? '2026-12-01' : undefined,
          ]);
          expect(priority).toBe(has('p2') ? 2 : undefined);
          expect(repeat).toBe(has('repeat:year') ? 'every year' : undefined);
          expect(tags).toEqual(has('+home') ? ['home'] : []);
        },
      ),
    );
  });
});

describe('adding a todo by its line', () => {
  const shelf = () =>
    newStore({ now: () => new Date(`${TODAY}T22:30:00Z`), zone: 'Europe/Berlin' });

  test("echoes the day it understood, in the caller's zone", async () => {
    const store = shelf();
    const line = { text: 'call Ann due:today p1 +home' };
    expect(await doing(store, 'todo', line)).toMatchObject({
      slug: 'call-ann',
      title: 'call Ann',
      kind: 'todo',
      status: 'open',
      due: '2026-11-30',
      priority: 1,
      tags: ['home'],
    });
    const inTokyo = { ...APP, zone: 'Asia/Tokyo' };
    expect(await doing(store, 'todo', line, inTokyo)).toMatchObject({ due: '2026-12-01' });
  });

  test('is a todo also where it says nothing more, and once for a key', async () => {
    const store = shelf();
    const first = await doing(store, 'todo', { text: 'call Ann', key: 'k' }, APP);
    expect(first).toMatchObject({ kind: 'todo', created: true });
    expect(await doing(store, 'todo', { text: 'call Ann', key: 'k' })).toMatchObject({
      slug: first['slug'],
      created: false,
    });
    const other = doing(store, 'todo', { text: 'call Ann p1', key: 'k' });
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
  });

  test('takes what is said beside it, but nothing twice', async () => {
    const store = shelf();
    expect(
      await doing(store, 'todo', { text: 'call Ann +home', due: 'fri', tags: ['tel'] }),
    ).toMatchObject({ due: '2026-12-04', tags: ['home', 'tel'] });
    const twice = doing(store, 'todo', { text: 'call Ann due:fri', due: 'sat' });
    await expect(twice).rejects.toMatchObject({ code: 'invalid', details: { field: 'due' } });
  });
});
