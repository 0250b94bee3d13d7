import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type OperationName, ScrapError } from '../src/store/index.ts';
import { tick, untick } from '../src/store/text/tick.ts';
import { agent, APP } from './kit/callers.ts';
import { kept } from './kit/files.ts';
import { doing, exported, folderOf, newStore, OWNER } from './kit/pages.ts';

const TODAY = '2026-11-30';

interface Marked {
  readonly slug: string;
  readonly next?: { readonly slug: string; readonly line?: number; readonly due?: string };
  readonly warnings?: readonly string[];
  readonly change: number;
}
interface Listed {
  readonly todos: readonly Record<string, unknown>[];
}

/** The same key with another status is refused, and nothing is written. */
function keyConflict(error: unknown): void {
  if (!(error instanceof ScrapError) || error.code !== 'conflict') throw error;
}

const clock = () => new Date(`${TODAY}T12:00:00Z`);
const shelf = () => newStore({ now: clock, zone: 'Europe/Berlin' });

describe('a line that repeats', () => {
  test.each([
    ['Water 🔁 every day 📅 2026-10-31', 'Water 🔁 every day 📅 2026-11-01'],
    [
      'Rent 🔁 every month 📅 2026-01-31 #home',
      'Rent 🔁 every month on the 31st 📅 2026-02-28 #home',
    ],
    [
      'Rent 🔁 every month on the 31st 📅 2026-02-28',
      'Rent 🔁 every month on the 31st 📅 2026-03-31',
    ],
    ['leap 🔁 every year 📅 2028-02-29', 'leap 🔁 every year on the 29th 📅 2029-02-28'],
    ['a ⏳ 2026-12-01 🔁 every week ⏫', 'a ⏳ 2026-12-08 🔁 every week ⏫'],
    ['a 🛫 2026-12-01 📅 2026-12-03 🔁 every week', 'a 🛫 2026-12-08 📅 2026-12-10 🔁 every week'],
    ['a 🔁 every day 📅 2026-12-01 ✅ 2026-11-30', 'a 🔁 every day 📅 2026-12-02'],
    ['a 🔁 every week when done 📅 2026-01-01', 'a 🔁 every week when done 📅 2026-12-07'],
    ['a 🔁 every week', 'a 🔁 every week 📅 2026-12-07'],
    [
      'a [repeat:: every month] [due:: 2026-01-31]',
      'a [repeat:: every month on the 31st] [due:: 2026-02-28]',
    ],
    ['a [repeat:: every week]', 'a [repeat:: every week] [due:: 2026-12-07]'],
    ['a (due:: 2026-12-01 ) (repeat::every day)', 'a (due:: 2026-12-02 ) (repeat::every day)'],
    [
      '(A) a due:2026-01-31 t:2026-01-28 rec:+1m',
      '(A) a due:2026-02-28 t:2026-02-25 rec:+1m on:31',
    ],
    ['a due:2026-02-28 rec:+1m on:31', 'a due:2026-03-31 rec:+1m on:31'],
    ['a due:2026-01-01 rec:1w', 'a due:2026-12-07 rec:1w'],
    ['a rec:1w', 'a rec:1w due:2026-12-07'],
  ])('%s', (text, next) => {
    const line = `- [ ] ${text}`;
    const ticked = tick(line, 1, TODAY);
    expect(ticked).toEqual({ text: `- [x] ${text}\n- [ ] ${next}`, nextLine: 2 });
    expect(tick(ticked?.text ?? '', 1, TODAY)).toEqual({ text: ticked?.text });
    expect(untick(ticked?.text ?? '', 1)).toEqual({ text: line });
  });

  test.each([
    ['a 🔁 every blue moon 📅 2026-12-01', true],
    ['a 🔁 every day 📅 2026-02-30', true],
    ['a 🔁 every year 📅 9999-06-01', true],
    ['a 📅 2026-12-01', undefined],
  ])('%s is only ticked', (text, unread) => {
    const ticked = tick(`* [/] ${text}\n`, 1, TODAY);
    expect(ticked).toEqual({ text: `* [x] ${text}\n`, ...(unread && { unread }) });
  });

  test.each([
    [
      '> 1. [ ] a 🔁 every day 📅 2026-12-01\r\n>    - [x] under\r\n> 2. [ ] b\r\n',
      1,
      '> 1. [x] a 🔁 every day 📅 2026-12-01\r\n>    - [x] under\r\n> 1. [ ] a 🔁 every day 📅 2026-12-02\r\n> 2. [ ] b\r\n',
    ],
    [
      'x\n  - [ ] a due:2026-12-01 rec:+1d  \n\n  - [ ] b',
      2,
      'x\n  - [x] a due:2026-12-01 rec:+1d  \n  - [ ] a due:2026-12-02 rec:+1d\n\n  - [ ] b',
    ],
    [
      '- [ ] a rec:+1d due:2026-12-01\n\t- [ ] under',
      1,
      '- [x] a rec:+1d due:2026-12-01\n\t- [ ] under\n- [ ] a rec:+1d due:2026-12-02',
    ],
    [
      '- [ ] a rec:+1d due:2026-12-01\n\n  under\n\n- [ ] b',
      1,
      '- [x] a rec:+1d due:2026-12-01\n\n  under\n- [ ] a rec:+1d due:2026-12-02\n\n- [ ] b',
    ],
    [
      '> - [ ] a rec:+1d due:2026-12-01\n>\n>   under\n>\n> b\n',
      1,
      '> - [x] a rec:+1d due:2026-12-01\n>\n>   under\n> - [ ] a rec:+1d due:2026-12-02\n>\n> b\n',
    ],
  ])('is followed below what is under it: %j', (text, line, after) => {
    expect(tick(text, line, TODAY)?.text).toBe(after);
    expect(untick(after, line)?.text).toBe(text);
  });

  test('keeps what follows when that is no longer as it was made', () => {
    const text =
      '- [x] a 🔁 every day 📅 2026-12-01\n- [ ] a, in the evening 🔁 every day 📅 2026-12-02\n';
    expect(untick(text, 1)?.text).toBe(text.replace('[x]', '[ ]'));
    const later = '- [x] a 🔁 every day 📅 2026-12-01\n- [ ] a 🔁 every day 📅 2026-12-09\n';
    expect(untick(later, 1)?.text).toBe(later.replace('[x]', '[ ]'));
  });

  const field = fc.constantFrom(
    '📅 2026-01-31',
    '⏳ 2026-02-01',
    '🛫 2026-01-01',
    '🔁 every month',
    '🔁 every 2 weeks when done',
    '[due:: 2026-12-31]',
    '(start:: 2026-12-01)',
    '[repeat:: every weekday]',
    '[priority:: high]',
    'due:2026-12-31',
    't:2026-12-01',
    'rec:+1m',
    'rec:3d',
    'on:31',
    '⏫',
    '#tag',
    '[[link]]',
    'words',
    '📅 soon',
    'é日本',
  );
  const written = fc
    .record({
      before: fc.constantFrom('', 'head\n', '- [ ] other\r\n'),
      marker: fc.constantFrom('- [ ] ', '  * [ ]  ', '> 3) [ ]\t', '+ [ ] (B) '),
      fields: fc.array(field, { minLength: 1, maxLength: 6 }),
      blanks: fc.constantFrom('', '  '),
      after: fc.constantFrom('', '\n', '\r\n', '\n- [ ] next\n', '\n    under\n\nend'),
    })
    .map(({ before, marker, fields, blanks, after }) => ({
      text: `${before}${marker}${fields.join(' ')}${blanks}${after}`,
      line: before === '' ? 1 : 2,
    }));

  test('ticked and opened again is byte for byte what it was, and ticking twice is once', () => {
    fc.assert(
      fc.property(written, ({ text, line }) => {
        const ticked = tick(text, line, TODAY);
        expect(ticked).toBeDefined();
        expect(tick(ticked?.text ?? '', line, '2027-01-01')?.text).toBe(ticked?.text);
        expect(untick(ticked?.text ?? '', line)?.text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('answers with what follows; every door and every retry gets one', async () => {
    const store = shelf();
    const text = '# Home\n\n- [ ] Water 🔁 every day 📅 2026-11-29\n- [ ] call Ann\n';
    await doing(store, 'add', { text });
    const expectText = 'Water 🔁 every day 📅 2026-11-29';
    const tickIt = { page: 'home', line: 3, expect: expectText };
    const first = await doing<Marked>(store, 'done', { ...tickIt, key: 'k' }, APP);
    expect(first.next).toEqual({ slug: 'home', line: 4, due: '2026-11-30' });
    await Promise.all([
      doing(store, 'done', { ...tickIt, key: 'k' }, APP),
      doing(store, 'done', tickIt),
      doing(store, 'done', { page: 'home', line: 3 }),
    ]);
    const { todos } = await doing<Listed>(store, 'todos', {});
    expect(todos).toMatchObject([
      { line: 4, text: 'Water 🔁 every day 📅 2026-11-30', group: 'today', repeat: 'every day' },
      { line: 5, text: 'call Ann', group: 'no_date' },
    ]);
    const moved = doing(store, 'done', { page: 'home', line: 4, expect: 'call Ann' });
    await expect(moved).rejects.toMatchObject({ code: 'conflict', details: { line: 5 } });
    await doing(store, 'reopen', { page: 'home', line: 3 });
    expect((await doing(store, 'read', { page: 'home' }))['text']).toBe(text);
  });

  test('says when nothing follows, since the rule is not understood', async () => {
    const store = shelf();
    await doing(store, 'add', { text: '# A\n- [ ] x 🔁 now and then\n' });
    const { next, warnings } = await doing<Marked>(store, 'done', { page: 'a', line: 2 });
    expect(next).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('Nothing follows it')]);
  });

  test('in a mirrored file that may be ticked is followed in the file', async () => {
    const store = shelf();
    const folder = folderOf({ 'todo.md': '# A\n- [ ] prune 🔁 every week 📅 2026-11-30\n- [ ] b' });
    await doing(store, 'notebook_add', { dir: folder, name: 'n', ticks: true });
    const ticked = await doing<Marked>(store, 'done', { page: 'a', line: 2 });
    expect(ticked.next).toEqual({ slug: 'a', line: 3, due: '2026-12-07' });
    const file = () => readFileSync(join(folder, 'todo.md'), 'utf8');
    expect(file()).toBe(
      '# A\n- [x] prune 🔁 every week 📅 2026-11-30\n- [ ] prune 🔁 every week 📅 2026-12-07\n- [ ] b',
    );
    expect(await doing(store, 'notebook_sync', { name: 'n' })).toMatchObject({
      notebooks: [{ changed: 0, unchanged: 1 }],
    });
    await doing(store, 'reopen', { page: 'a', line: 2 });
    expect(file()).toBe('# A\n- [ ] prune 🔁 every week 📅 2026-11-30\n- [ ] b');
  });
});

describe('a page that repeats', () => {
  const RENT = { text: 'Rent', due: '2026-01-31', repeat: 'monthly', tags: ['home'] };
  const open = async (store: ReturnType<typeof shelf>) =>
    (await doing<Listed>(store, 'todos', {})).todos;

  test('is followed by a page of its own, on the anchor day', async () => {
    const store = shelf();
    await doing(store, 'add', RENT);
    const { next } = await doing<Marked>(store, 'done', { page: 'rent' });
    expect(next).toEqual({ slug: 'rent-2', due: '2026-02-28' });
    await doing(store, 'done', { page: 'rent-2' });
    expect(await open(store)).toEqual([
      expect.objectContaining({
        slug: 'rent-3',
        due: '2026-03-31',
        repeat: 'every month on the 31st',
        status: 'open',
        tags: ['home'],
      }),
    ]);
  });

  test('is followed once, whoever says it is done and however often', async () => {
    const store = shelf();
    await doing(store, 'add', RENT);
    await Promise.all([
      doing(store, 'done', { page: 'rent', key: 'a' }, APP),
      doing(store, 'done', { page: 'rent', key: 'a' }, APP),
      doing(store, 'done', { page: 'rent' }, OWNER),
      doing(store, 'edit_meta', { pages: ['rent'], status: 'done' }, agent('phone')),
    ]);
    expect((await open(store)).map(({ slug }) => slug)).toEqual(['rent-2']);
    // and whoever says it again is told
    const { next } = await doing<Marked>(store, 'done', { page: 'rent' });
    expect(next).toEqual({ slug: 'rent-2', due: '2026-02-28' });
  });

  test("finished by an agent, what follows is still the owner's", async () => {
    const store = shelf();
    await doing(store, 'add', RENT);
    await doing(store, 'edit_meta', { pages: ['rent'], status: 'done' }, agent('phone'));
    expect(await doing(store, 'read', { page: 'rent-2' })).toMatchObject({ author: 'me' });
  });

  test('keeps its days where its text has them, and begins with empty boxes', async () => {
    const store = shelf();
    const text =
      '---\ntitle: Clean\nstatus: doing\ndue: 2026-12-05 # Saturday\nrepeat: every week\n---\n- [x] sink\n- [ ] floor\n';
    await doing(store, 'add', { text });
    await doing(store, 'done', { page: 'clean' });
    expect((await doing(store, 'read', { page: 'clean-2' }))['text']).toBe(
      '---\ntitle: Clean\nstatus: open\ndue: 2026-12-12 # Saturday\nrepeat: every week\n---\n- [ ] sink\n- [ ] floor\n',
    );
  });

  test('has its files, and what an export and import of everything keeps', async () => {
    const store = shelf();
    const file = await kept(store, Buffer.from('%PDF-1.7'), 'contract.pdf');
    await doing(store, 'add', { ...RENT, files: [file] });
    await doing(store, 'done', { page: 'rent' });
    const names = store.all(
      'SELECT p.slug, f.name FROM page_files f JOIN pages p ON p.id = f.page_id ORDER BY p.slug',
    );
    expect(names).toEqual([
      { slug: 'rent', name: 'contract.pdf' },
      { slug: 'rent-2', name: 'contract.pdf' },
    ]);
    const lines = (await exported(store, 'jsonl')).split('\n');
    const pages = lines.filter((line) => line.startsWith('{"page":'));
    expect(pages.map((line) => line.includes('"follows":'))).toEqual([false, true]);
  });

  test.each([
    ['reopened', (store: ReturnType<typeof shelf>) => doing(store, 'reopen', { page: 'rent' })],
    [
      'given another status',
      (store: ReturnType<typeof shelf>) =>
        doing(store, 'edit_meta', { pages: ['rent'], status: 'waiting' }),
    ],
    [
      'taken back',
      (store: ReturnType<typeof shelf>, change: number) => doing(store, 'revert', { change }),
    ],
  ])('%s, what follows goes to the trash and comes back when it is done again', async (_, act) => {
    const store = shelf();
    await doing(store, 'add', RENT);
    const { change } = await doing<Marked>(store, 'done', { page: 'rent' });
    await act(store, change);
    expect((await open(store)).map(({ slug }) => slug)).toEqual(['rent']);
    const { next } = await doing<Marked>(store, 'done', { page: 'rent' });
    expect(next?.slug).toBe('rent-2');
    expect((await open(store)).map(({ slug }) => slug)).toEqual(['rent-2']);
  });

  test('is done exactly when something open follows it, whatever is sent in which order', async () => {
    const act = fc.record({
      name: fc.constantFrom<OperationName>('done', 'reopen', 'edit_meta'),
      status: fc.constantFrom('done', 'open', 'doing', 'cancelled'),
      caller: fc.constantFrom(OWNER, APP),
      key: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        const store = shelf();
        await doing(store, 'add', RENT);
        for (const { name, status, caller, key } of acts) {
          const input = name === 'edit_meta' ? { pages: ['rent'], status } : { page: 'rent', key };
          await doing(store, name, input, caller).catch(keyConflict);
        }
        const rows = store.all<{ slug: string; status: string; trashed: string | null }>(
          'SELECT slug, status, trashed FROM pages ORDER BY slug',
        );
        const [rent, ...others] = rows;
        expect(others.length).toBeLessThan(2);
        const live = others.filter(({ trashed }) => trashed === null);
        expect(live.map(({ status }) => status)).toEqual(rent?.status === 'done' ? ['open'] : []);
      }),
      { numRuns: 40 },
    );
  });

  test('reopened after what follows was changed, keeps that and says so', async () => {
    const store = shelf();
    await doing(store, 'add', RENT);
    await doing(store, 'done', { page: 'rent' });
    await doing(store, 'edit_meta', { pages: ['rent-2'], priority: '1' });
    const { warnings } = await doing<Marked>(store, 'reopen', { page: 'rent' });
    expect(warnings).toEqual([expect.stringContaining('rent-2 came after it')]);
    expect((await open(store)).map(({ slug }) => slug)).toEqual(['rent', 'rent-2']);
    await doing(store, 'done', { page: 'rent' });
    expect((await open(store)).map(({ slug }) => slug)).toEqual(['rent-2']);
  });
});

describe('the groups', () => {
  test.each([
    [{ due: '2026-11-29' }, 'overdue'],
    [{ due: '2026-11-30' }, 'today'],
    [{ scheduled: 'today' }, 'today'],
    [{ due: '2026-12-06', scheduled: '2026-11-01' }, 'this_week'],
    [{ due: '2026-12-07' }, 'later'],
    [{ priority: 1 }, 'no_date'],
    [{ start: '2026-11-30' }, 'no_date'],
  ])('%j is %s', async (given, group) => {
    const store = shelf();
    await doing(store, 'add', { text: 'x', ...given });
    const [todo] = (await doing<Listed>(store, 'todos', {})).todos;
    expect(todo).toMatchObject({ group });
    await doing(store, 'done', { page: 'x' });
    const [done] = (await doing<Listed>(store, 'todos', { status: 'done' })).todos;
    expect(done).toMatchObject({ group: 'done' });
  });

  test("are seen from the caller's day", async () => {
    const store = newStore({ now: () => new Date('2026-11-30T20:00:00Z'), zone: 'Europe/Berlin' });
    await doing(store, 'add', { text: 'x', due: '2026-12-01' });
    const seen = async (zone: string) =>
      (await doing<Listed>(store, 'todos', {}, { ...APP, zone })).todos[0]?.['group'];
    expect([await seen('Europe/Berlin'), await seen('Asia/Tokyo')]).toEqual(['this_week', 'today']);
  });

  test('come in order, page by page', async () => {
    const store = shelf();
    const days = ['2026-12-20', '2026-11-01', undefined, '2026-12-01', '2026-11-30', undefined];
    for (const [i, due] of days.entries()) {
      await doing(store, 'add', {
        text: `todo ${i}`,
        kind: 'todo',
        ...(i % 2 ? { due } : { scheduled: due }),
      });
    }
    const groups: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await doing<Listed & { next_cursor?: string }>(store, 'todos', {
        limit: 2,
        cursor,
      });
      groups.push(...page.todos.map(({ group }) => group));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(groups).toEqual(['overdue', 'today', 'this_week', 'later', 'no_date', 'no_date']);
  });
});
