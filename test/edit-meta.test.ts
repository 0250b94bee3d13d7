import { describe, expect, test } from 'vitest';

import type { Caller } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';
import { count } from './kit/sound.ts';

interface Page {
  slug: string;
  text: string;
  tags: string[];
  change: number;
  [field: string]: unknown;
}

const claude = agent('laptop');
const now = () => new Date('2026-11-30T10:00:00Z'); // a Monday

/** A store with one page of the owner, edited once; gives the page as it is then. */
async function edited(text: string, input: object, caller: Caller = OWNER): Promise<Page> {
  const store = newStore({ now, zone: 'UTC' });
  const { slug } = await doing<Page>(store, 'add', { text });
  await doing(store, 'edit_meta', { pages: [slug], ...input }, caller);
  return doing<Page>(store, 'read', { page: slug });
}

const FRONT = `---
title: The "grill"
Status: open
# when
due: 2026-12-01 # or so
tags: [kitchen, fix]
colour: red
---
clean it #soon
`;

describe('the owner', () => {
  test.each([
    ['a day', { due: 'friday' }, 'due: 2026-12-01', 'due: 2026-12-04'],
    ['a status, whatever its case', { status: 'doing' }, 'Status: open', 'Status: doing'],
    ['a title', { title: 'Grill: new' }, 'title: The "grill"', 'title: "Grill: new"'],
    ['a field', { fields: ['Colour=dark blue'] }, 'colour: red', 'colour: dark blue'],
    ['no day', { due: 'none' }, 'due: 2026-12-01 # or so\n', ''],
    ['a tag more', { add_tags: ['#new'] }, '[kitchen, fix]', '[kitchen, fix, new]'],
    ['a tag less', { remove_tags: ['Kitchen'] }, '[kitchen, fix]', '[fix]'],
  ])('writes %s into its line of the front matter', async (_, input, old, now) => {
    const page = await edited(FRONT, input);
    expect(page.text).toBe(FRONT.replace(old, now));
  });

  test.each([
    [
      'keys the front matter has not',
      { priority: 2, fields: ['maker=Neff'] },
      { priority: 2, fields: { colour: 'red', maker: 'Neff' } },
    ],
    [
      'a tag that stands in the text below',
      { remove_tags: ['soon'] },
      { tags: ['fix', 'kitchen'] },
    ],
    [
      'a tag that the text has already',
      { add_tags: ['soon'] },
      { tags: ['fix', 'kitchen', 'soon'] },
    ],
  ])('puts %s beside the text', async (_, input, expected) => {
    expect(await edited(FRONT, input)).toMatchObject({ text: FRONT, ...expected });
  });

  test.each([
    ['there is no front matter', 'clean it'],
    ['it is no YAML', '---\na: [\ndue: 2026-12-01\n---\nclean it'],
    ['a key stands there twice', '---\ndue: 2026-12-01\ndue: 2026-12-02\n---\nclean it'],
    ['it is of another kind', '+++\ndue = 2026-12-01\n+++\nclean it'],
  ])('puts all beside the text where %s', async (_, text) => {
    const page = await edited(text, { due: '2026-12-24', add_tags: ['a'] });
    expect(page).toMatchObject({ text, due: '2026-12-24', tags: ['a'], kind: 'todo' });
  });

  test('ends what an agent had set beside the text', async () => {
    const store = newStore({ now, zone: 'UTC' });
    const { slug } = await doing<Page>(store, 'add', { text: FRONT });
    const edit = (input: object, caller: Caller = OWNER) =>
      doing(store, 'edit_meta', { pages: [slug], ...input }, caller);
    await edit({ due: '2026-12-30', status: 'done', fields: ['colour=green'] }, claude);
    expect(await doing(store, 'read', { page: slug })).toMatchObject({
      text: FRONT,
      due: '2026-12-30',
      status: 'done',
      fields: { colour: 'green' },
    });
    await edit({ due: '2026-12-05', fields: ['colour=blue'] });
    const page = await doing<Page>(store, 'read', { page: slug });
    expect(page).toMatchObject({ due: '2026-12-05', status: 'done', fields: { colour: 'blue' } });
    expect(page.text).toContain('due: 2026-12-05');
  });

  test('ticks a todo in its front matter too', async () => {
    const store = newStore();
    const { slug } = await doing<Page>(store, 'add', { text: FRONT });
    await doing(store, 'done', { page: slug });
    const page = await doing<Page>(store, 'read', { page: slug });
    expect(page.text).toBe(FRONT.replace('Status: open', 'Status: done'));
    await doing(store, 'reopen', { page: slug }, APP);
    expect(await doing(store, 'read', { page: slug })).toMatchObject({
      text: FRONT,
      status: 'open',
    });
  });
});

describe('an agent', () => {
  test.each([
    [
      'values',
      { due: 'friday', status: 'waiting', priority: 4, kind: 'todo' },
      { due: '2026-12-04', status: 'waiting', priority: 4 },
    ],
    ['tags', { add_tags: ['x'], remove_tags: ['fix', 'soon'] }, { tags: ['kitchen', 'x'] }],
    ['fields', { fields: ['colour=none', 'maker=Neff'] }, { fields: { maker: 'Neff' } }],
    ['a title', { title: 'Grill' }, { title: 'Grill' }],
  ])('changes %s and leaves the text as it is', async (_, input, expected) => {
    expect(await edited(FRONT, input, claude)).toMatchObject({ text: FRONT, ...expected });
  });

  test('can say that there is no day, though the text says one', async () => {
    const page = await edited(FRONT, { due: 'none', status: 'none' }, claude);
    expect(page.text).toBe(FRONT);
    expect(page).not.toHaveProperty('due');
    expect(page).not.toHaveProperty('status');
    expect(page['kind']).toBe('note');
  });

  test('does not pin', async () => {
    await expect(edited(FRONT, { fields: ['pinned=yes'] }, claude)).rejects.toMatchObject({
      code: 'refused',
    });
    expect(await edited(FRONT, { fields: ['pinned=yes'] })).toMatchObject({
      fields: { pinned: 'yes' },
    });
  });
});

describe('several pages', () => {
  test('are one change', async () => {
    const store = newStore();
    for (const text of ['a', 'b']) await doing(store, 'add', { text });
    const { pages } = await doing<{ pages: Page[] }>(store, 'edit_meta', {
      pages: ['a', 'b', 'a'],
      due: '2026-12-01',
    });
    expect(pages.map(({ slug, change }) => [slug, change])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
  });

  test('change all or none', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'a' });
    await doing(store, 'add', { text: 'b' });
    await doing(store, 'trash', { page: 'b' });
    for (const pages of [
      ['a', 'b'],
      ['a', 'c'],
    ]) {
      await expect(doing(store, 'edit_meta', { pages, priority: 1 })).rejects.toThrow();
    }
    expect(count(store, 'changes')).toBe(3);
    expect(await doing(store, 'read', { page: 'a' })).not.toHaveProperty('priority');
  });

  test('are answered again for the same key', async () => {
    const store = newStore();
    for (const text of ['a', 'b']) await doing(store, 'add', { text });
    const input = { pages: ['a', 'b'], due: '2026-12-01', key: 'k' };
    const first = await doing<{ pages: Page[] }>(store, 'edit_meta', input);
    const again = await doing(store, 'edit_meta', input);
    expect(again).toEqual({ pages: first.pages.map((page) => ({ ...page, created: false })) });
    await expect(doing(store, 'edit_meta', { ...input, due: '2026-12-02' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(count(store, 'changes')).toBe(3);
  });
});

test.each([
  ['nothing', {}],
  ['a day that is none', { due: 'blursday' }],
  ['a priority of 6', { priority: 6 }],
  ['a tag of digits', { add_tags: ['123'] }],
  ['a field without a name', { fields: ['=x'] }],
  ['a field that is an input of its own', { fields: ['due=2026-12-01'] }],
  ['a field named as objects are made', { fields: ['__proto__=x'] }],
])('%s is invalid and changes nothing', async (_, input) => {
  await expect(edited(FRONT, input)).rejects.toMatchObject({ code: 'invalid' });
});
