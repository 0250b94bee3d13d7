import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  allOperations,
  type Caller,
  nameAt,
  type OperationName,
  ScrapError,
} from '../src/store/index.ts';
import { KEYED } from '../src/store/history/keys.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';

const long = process.env['SCRAP_LONG'] === '1';

const TEXTS = [
  'plain #x',
  '---\ntags: [x, y]\ndue: 2026-12-01\nstatus: open\n---\n- [ ] item #x\n',
  '# Head\n\n## Part\n\ntext #x/1\r\n',
];

const page = fc.constantFrom('one', 'two', 'head', 'theirs', 'shared', 'plain-x');
const words = fc.constantFrom('a', 'x', 'y', 'x/1', 'new');

/** Any call of any tool that writes, right or wrong. */
const call = fc.oneof(
  fc.record({
    name: fc.constant<OperationName>('add'),
    input: fc.record(
      {
        text: fc.constantFrom(...TEXTS),
        to: page,
        section: fc.constantFrom('Part', 'Neu'),
        title: fc.constantFrom('theirs', 'one'),
      },
      { requiredKeys: ['text'] },
    ),
  }),
  fc.record({
    name: fc.constant<OperationName>('edit_meta'),
    input: fc.record(
      {
        pages: fc.array(page, { minLength: 1, maxLength: 3 }),
        due: fc.constantFrom('today', 'none'),
        status: fc.constantFrom('done', 'none'),
        title: fc.constantFrom('Other', 'none'),
        add_tags: fc.array(words, { maxLength: 2 }),
        remove_tags: fc.array(words, { maxLength: 2 }),
        fields: fc.constant(['a=b']),
      },
      { requiredKeys: ['pages'] },
    ),
  }),
  fc.record({
    name: fc.constant<OperationName>('rename_tag'),
    input: fc.record({ from: words, to: words }),
  }),
  fc.record({
    name: fc.constant<OperationName>('revert'),
    input: fc.oneof(
      fc.record({ change: fc.integer({ min: 1, max: 30 }) }),
      fc.record({
        author: fc.constantFrom('claude', 'me'),
        since: fc.constantFrom('1', '8', '2h'),
      }),
      fc.record({ client: fc.constantFrom('laptop', 'phone') }),
      fc.record({ source: fc.constantFrom('cli', 'mcp') }),
    ),
  }),
  fc.record({
    name: fc.constantFrom<OperationName>('edit', 'done', 'trash', 'untrash', 'purge'),
    input: fc.record({
      page,
      text: fc.constant('mine now'),
      revision: fc.integer({ min: 1, max: 30 }),
    }),
  }),
);

const agents = fc.constantFrom<Caller>(
  agent('laptop'),
  agent('phone'),
  agent(),
  { ...OWNER, author: 'claude', client: 'laptop' },
  { ...APP, author: 'claude' },
);

describe('whatever agents call', () => {
  /** What the owner wrote or edited, and one page that is an agent's alone. */
  async function filled() {
    const store = newStore();
    for (const [i, text] of TEXTS.entries()) {
      await doing(store, 'add', { text, title: ['one', 'two', 'head'][i] });
    }
    await doing(store, 'add', { text: 'theirs', title: 'shared' }, agent('laptop'));
    await doing(store, 'edit', { page: 'shared', text: 'mine #x', revision: 4 });
    await doing(store, 'add', { text: 'by an agent', title: 'theirs' }, agent('phone'));
    const owners = store.all<{ id: number }>("SELECT id FROM pages WHERE slug <> 'theirs'");
    const texts = () =>
      owners.map(({ id }) => store.get('SELECT text FROM texts WHERE page_id = ?', id));
    const states = () =>
      store.all(
        `SELECT slug, title, kind, status, due, priority, fields, overlay, trashed, done, sha256
       FROM pages WHERE id IN (${owners.map(({ id }) => id).join(',')}) ORDER BY id`,
      );
    return { store, texts, states };
  }

  test(
    'no character of a text that the owner wrote or edited changes, and all of it is undone by a revert',
    async () => {
      let wrote = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(agents, call), { minLength: 1, maxLength: 15 }),
          async (calls) => {
            const { store, texts, states } = await filled();
            const [before, was] = [texts(), states()];
            for (const [caller, { name, input }] of calls) {
              try {
                await doing(store, name, input, caller);
                wrote += 1;
              } catch (error) {
                if (!(error instanceof ScrapError)) throw error;
              }
            }
            expect(texts()).toEqual(before);
            const { left } = await doing<{ left: object[] }>(store, 'revert', {
              author: 'claude',
              since: '6',
            });
            expect(left).toEqual([]);
            expect([texts(), states()]).toEqual([before, was]);
            const added = store.get(
              "SELECT count(*) AS n FROM pages WHERE author = 'claude' AND trashed IS NULL",
            );
            expect(added).toEqual({ n: 1 }); // the page both wrote, which the owner has edited
            store.close();
          },
        ),
        { numRuns: long ? 2_000 : 60 },
      );
      expect(wrote).toBeGreaterThan(50);
    },
    long ? 3_600_000 : 60_000,
  );
});

test('an agent that adds cannot do more than add', async () => {
  const edits = (await allOperations()).filter(({ effect }) => effect === 'edits');
  const offered = edits.flatMap((one) => nameAt(one, 'mcp') ?? []);
  expect(offered.toSorted()).toEqual(['edit_meta', 'rename_tag', 'revert']);
});

test('every operation that takes a key is one that history looks for keys of', async () => {
  const keyed = (await allOperations()).filter((one) => 'key' in one.input().shape);
  // accept_tags hands its key to edit_meta, which keeps it
  const names = keyed.map(({ name }) => name).filter((name) => name !== 'accept_tags');
  expect([...KEYED].toSorted()).toEqual([...names, 'append'].toSorted());
});
