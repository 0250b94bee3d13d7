import * as fc from 'fast-check';

import type { Caller } from '../../src/store/index.ts';
import { agent, APP } from './callers.ts';
import type { Actor } from './history-model.ts';
import { OWNER } from './pages.ts';

const CALLERS: readonly (readonly [Actor, Caller])[] = [
  ['me', OWNER],
  ['me', APP],
  ['a', agent('a')],
  ['b', { ...OWNER, author: 'claude', client: 'b' }],
];

const TAGS = ['x', 'x/1', 'y', 'z'];
const word = fc.constantFrom('milk', 'tea', ...TAGS.map((tag) => `#${tag}`));
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const tag = fc.constantFrom(...TAGS);
const index = fc.nat({ max: 40 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** One thing somebody does; pages and changes are named by a number that wraps around. */
export const step = fc.record({
  caller: fc.constantFrom(...CALLERS),
  keyed: fc.boolean(),
  act: fc.oneof(
    fc.record({ does: fc.constant('add' as const), text }),
    fc.record({ does: fc.constant('append' as const), page: index, text }),
    fc.record({ does: fc.constant('edit' as const), page: index, text, stale: fc.boolean() }),
    fc.record({
      does: fc.constant('edit_meta' as const),
      pages: fc.uniqueArray(index, { minLength: 1, maxLength: 3 }),
      due: maybe(fc.constantFrom('2026-12-01', '2026-12-24', 'none')),
      priority: maybe(fc.constantFrom('1', '5', 'none')),
      status: maybe(fc.constantFrom('waiting', 'cancelled', 'none')),
      add: maybe(tag),
      remove: maybe(tag),
    }),
    fc.record({ does: fc.constant('rename_tag' as const), from: tag, to: tag }),
    fc.record({ does: fc.constant('trash' as const), page: index }),
    fc.record({ does: fc.constant('untrash' as const), page: index }),
    fc.record({ does: fc.constant('revert one' as const), change: index }),
    fc.record({
      does: fc.constant('revert all' as const),
      by: fc.constantFrom('me', 'claude', 'a', 'b'),
      since: index,
    }),
    fc.record({ does: fc.constant('retry' as const), which: index, body: fc.boolean() }),
  ),
});

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Act = Step['act'];
export type ActOf<D extends Act['does']> = Extract<Act, { does: D }>;
