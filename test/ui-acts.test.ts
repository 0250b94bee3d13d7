import { beforeEach, describe, expect, test } from 'vitest';

import { characters } from '../src/commands/ui/cells.ts';
import type { Store } from '../src/store/index.ts';
import { doing, newStore } from './kit/pages.ts';
import { played, type Played } from './kit/screen.ts';
import { filledStore, NOW } from './kit/screen-store.ts';

const OVEN = 'bosch-oven-manual';

let store: Store;
let screen: Played;

const open = async (how: Parameters<typeof played>[1] = {}) =>
  (screen = await played(store, { now: NOW, ...how }));
const page = (slug: string) =>
  doing<{ text: string; tags: string[]; status?: string; trashed?: string }>(store, 'read', {
    page: slug,
  });
const latest = async () => (await doing<{ latest: number }>(store, 'changes', {})).latest;
const message = () => screen.state().message?.text ?? '';
/** The row that is marked. */
const marked = () => screen.rows().find((row) => row.startsWith('›')) ?? '';

beforeEach(async () => {
  store = await filledStore();
});

describe('searching', () => {
  test('finds while it is typed, by beginnings and operators', async () => {
    await open();
    await screen.type('man');
    expect(marked()).toContain('Bosch oven manual');
    await screen.press('ctrl-u', ...characters('is:overdue'));
    expect(marked()).toContain('Call about the oven door');
    await screen.press('ctrl-u');
    expect(screen.state().lists.pages.count).toBe('8 pages');
  });

  test('letters typed faster than it finds become one search, of all of them', async () => {
    await open();
    const before = screen.performed.length;
    for (const key of 'invoice') screen.tell({ is: 'pressed', pressed: { key } });
    await screen.settle();
    expect(screen.performed.slice(before)).toEqual(['search']);
    expect(marked()).toContain('Send the invoice');
  });

  test('an answer to what is not asked any more changes nothing', async () => {
    await open();
    await screen.type('oven');
    const before = screen.state().lists.pages;
    expect(before.entries.length).toBeGreaterThan(0);
    const fetched = { entries: [], count: '0 pages', warnings: [] };
    screen.tell({ is: 'listed', tab: 'pages', query: 'ove', fetched });
    expect(screen.state().lists.pages).toEqual(before);
  });

  test('what cannot be meant so is said, and the list stays', async () => {
    await open();
    await screen.type('colour:red oven');
    expect(screen.rows().at(-2)).toContain('colour');
  });

  test('an operator that is half typed is no mistake yet, and the list stays', async () => {
    await open();
    await screen.type('is:o');
    expect(screen.state().message).toMatchObject({ failed: false });
    expect(message()).toContain('open, done');
    expect(screen.state().lists.pages.entries.length).toBeGreaterThan(0);
    await screen.type('pen');
    expect(screen.state().message).toBeUndefined();
    expect(screen.state().lists.pages.count).toBe('4 pages');
  });

  test('pasted text is typed into the search, and does nothing anywhere else', async () => {
    await open();
    screen.tell({ is: 'pressed', pressed: { pasted: 'oven\nmanual' } });
    await screen.settle();
    expect(screen.rows()[1]).toBe('/ oven manual');
    await screen.press('esc');
    const [state, number] = [screen.state(), await latest()];
    screen.tell({ is: 'pressed', pressed: { pasted: 'dq' } });
    await screen.settle();
    expect(screen.state()).toEqual(state);
    expect(await latest()).toBe(number);
  });
});

describe('todos', () => {
  test('a tick is written, stays where it is, and is undone', async () => {
    await open({ tab: 'todos' });
    await screen.press('down', ' ');
    expect(marked()).toContain('[x] Send the invoice');
    expect((await page('send-the-invoice')).status).toBe('done');
    expect(message()).toBe('ticked: Send the invoice · u undoes it');
    await screen.press('u');
    expect((await page('send-the-invoice')).status).toBe('open');
    expect(marked()).toContain('[ ] Send the invoice');
  });

  test('the same key takes the tick away again', async () => {
    await open({ tab: 'todos' });
    await screen.press(' ', ' ');
    expect((await page('call-about-the-oven-door')).status).toBe('open');
  });

  test('a line of a page is ticked in its text', async () => {
    await open({ tab: 'todos' });
    await screen.press('G', 'up', 'up', ' ');
    expect(message()).toContain('ticked: clean the filter');
    expect((await page(OVEN)).text).toContain('- [x] clean the filter');
  });

  test('a line that moved meanwhile is not ticked, and it says so', async () => {
    await open({ tab: 'todos' });
    await screen.press('G', 'up', 'up');
    const { text, revision } = await doing<{ text: string; revision: number }>(store, 'read', {
      page: OVEN,
    });
    const now = text.replace('- [ ] clean', '- [ ] look at it first\n- [ ] clean');
    await doing(store, 'edit', { page: OVEN, text: now, revision });
    await screen.press(' ');
    expect(screen.state().message).toMatchObject({ failed: true });
    expect((await page(OVEN)).text).toBe(now);
  });

  test('only those with a tag', async () => {
    await open({ tab: 'todos', query: 'work' });
    expect(screen.state().lists.todos.count).toBe('1 todo');
    await screen.press('esc');
    expect(screen.state().lists.todos.count).toBe('6 todos');
  });
});

describe('a page', () => {
  const read = async (how = {}) => {
    await open(how);
    await screen.press('esc', 'G', 'enter');
  };

  test('its boxes are gone through and ticked, those in code left out', async () => {
    await read();
    await screen.press('tab', 'tab', 'tab', ' ');
    expect(message()).toContain('ask for part');
    await screen.press('tab', ' ');
    const { text } = await page(OVEN);
    expect(text).toContain('- [x] clean the filter');
    expect(text).toContain('- [x] ask for part');
    expect(text).toContain('- [ ] not a box');
  });

  test('opened from a todo, that box is marked', async () => {
    await open({ tab: 'todos', rows: 10 });
    await screen.press('G', 'up', 'enter', ' ');
    expect((await page(OVEN)).text).toContain('- [x] ask for part');
  });

  test('what the editor leaves is saved, and undone', async () => {
    await read({ edit: (text: string) => `${text}and this\n` });
    await screen.press('e');
    expect(screen.rows().join('\n')).toContain('and this');
    await screen.press('u');
    expect((await page(OVEN)).text).not.toContain('and this');
  });

  test('an editor that changes nothing writes nothing', async () => {
    await read();
    const before = await latest();
    await screen.press('e');
    expect(message()).toBe('nothing changed');
    expect(await latest()).toBe(before);
  });

  test('what could not be saved is said', async () => {
    await read({ edit: () => 'no\u0000text' });
    await screen.press('e');
    expect(screen.state().message).toMatchObject({ failed: true });
  });

  test('tags are typed as a line: some come, some go', async () => {
    await read();
    await screen.press('t');
    expect(screen.rows().at(-2)).toBe('tags: #kitchen #manuals');
    await screen.press('ctrl-w', ...characters('#bosch'), 'enter');
    expect((await page(OVEN)).tags.toSorted()).toEqual(['bosch', 'kitchen']);
    const before = await latest();
    await screen.press('t', 'ctrl-u', ...characters('Kitchen, BOSCH'), 'enter');
    expect(await latest()).toBe(before);
  });

  test('a line that is left writes nothing', async () => {
    await read();
    const before = await latest();
    await screen.press('t', ...characters('more'), 'esc');
    expect(await latest()).toBe(before);
    expect(screen.state().over).toHaveLength(1);
  });

  test('to the trash and out of it', async () => {
    await read();
    await screen.press('d');
    expect((await page(OVEN)).trashed).toBeDefined();
    await screen.press('d');
    expect((await page(OVEN)).trashed).toBeUndefined();
  });

  test('its slug is copied, its URL said where no browser is', async () => {
    await read();
    await screen.press('y', 'o');
    expect(screen.copied).toEqual([OVEN]);
    expect(message()).toMatch(/\/p\/bosch-oven-manual$/);
  });

  test('a long one is scrolled to its end and no further', async () => {
    const text = Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n');
    await doing(store, 'add', { title: 'Long', text });
    await open();
    await screen.press('enter', 'G', 'down', 'page-down');
    const rows = screen.rows();
    expect(rows.at(-3)).toBe('line 199');
    await screen.press('up', 'g');
    expect(screen.rows()[2]).toBe('line 0');
  });

  test('one that is gone meanwhile is not shown', async () => {
    await open();
    await screen.press('esc', 'G');
    await doing(store, 'purge', { pages: [OVEN], yes: true });
    await screen.press('enter');
    expect(screen.state().over).toEqual([]);
    expect(screen.state().message).toMatchObject({ failed: true });
  });
});

describe('history', () => {
  const history = async () => {
    await open();
    await screen.press('esc', 'G', 'enter', 'tab', ' ', 'h');
  };

  test('shows what a change did', async () => {
    await history();
    await screen.press('enter');
    expect(screen.rows().join('\n')).toContain('+1 −0 words');
  });

  test('nothing is taken back before one has seen what becomes of it', async () => {
    await history();
    const before = await latest();
    await screen.press('x');
    expect(screen.rows()[0]).toMatch(/^Take back change \d+\?$/);
    await screen.press('n');
    expect(await latest()).toBe(before);
    expect((await page(OVEN)).text).toContain('- [x] clean the filter');
    await screen.press('x', 'y');
    expect((await page(OVEN)).text).toContain('- [ ] clean the filter');
    await screen.press('u');
    expect((await page(OVEN)).text).toContain('- [x] clean the filter');
  });

  test('undo takes back the latest first, and then says that there is no more', async () => {
    await open({ tab: 'todos' });
    await screen.press(' ', 'down', ' ', 'u');
    expect((await page('send-the-invoice')).status).toBe('open');
    expect((await page('call-about-the-oven-door')).status).toBe('done');
    await screen.press('u');
    expect((await page('call-about-the-oven-door')).status).toBe('open');
    await screen.press('u');
    expect(message()).toContain('nothing was changed here yet');
  });
});

describe('what agents did', () => {
  test('is kept, and not shown again', async () => {
    await open();
    await screen.press('esc', '4', 'a');
    expect(screen.state().lists.review.entries).toEqual([]);
  });

  test('is taken back after a look, page by page or all of it', async () => {
    await open();
    await screen.press('esc', '4', 'down', 'x');
    expect(screen.rows().join('\n')).toContain('to the trash');
    await screen.press('y');
    expect((await page('ovens-compared')).trashed).toBeDefined();
  });
});

describe('tags', () => {
  test('lead to their pages', async () => {
    await open();
    await screen.press('esc', '3', 'enter');
    expect(screen.rows()[1]).toBe('/ tag:kitchen');
    expect(screen.state().lists.pages.count).toBe('2 pages');
  });

  test('are renamed everywhere once it is agreed to', async () => {
    await open();
    await screen.press('esc', '3', 'e', 'ctrl-u', ...characters('cooking'), 'enter');
    expect((await page(OVEN)).tags).toContain('kitchen');
    await screen.press('y');
    expect((await page(OVEN)).tags).toContain('cooking');
    expect(marked()).toContain('#');
  });
});

describe('long lists', () => {
  test('come in parts as one goes down, and only what is on the screen is drawn', async () => {
    store = newStore();
    for (let i = 0; i < 130; i++) await doing(store, 'add', { text: `page ${i}` });
    await open({ rows: 12 });
    expect(screen.state().lists.pages.entries).toHaveLength(12);
    await screen.press('esc', ...Array<string>(18).fill('page-down'));
    expect(screen.state().lists.pages.entries).toHaveLength(130);
    expect(marked()).toContain('page 3 ');
    expect(screen.rows()).toHaveLength(11);
    const asked = screen.effects.filter(({ does }) => does === 'list');
    expect(asked.every((effect) => 'limit' in effect && effect.limit <= 50)).toBe(true);
    await screen.press('G', ' ', 'r');
    expect(marked()).not.toBe('');
  });
});

describe('leaving', () => {
  test.each([
    ['q', ['esc', 'q'], 0],
    ['Ctrl-C in the search', ['ctrl-c'], 130],
    [
      'Ctrl-C before something is taken back',
      ['esc', '3', 'e', ...characters('x'), 'enter', 'ctrl-c'],
      130,
    ],
    ['Ctrl-C in the help', ['esc', '?', 'ctrl-c'], 130],
  ])('%s', async (_, keys, status) => {
    await open();
    await screen.press(...keys);
    expect(screen.left()).toBe(status);
  });

  test('q in the search is a letter', async () => {
    await open();
    await screen.press('q');
    expect(screen.left()).toBeUndefined();
    expect(screen.rows()[1]).toBe('/ q');
  });

  test('help comes back to where it was asked for', async () => {
    await open({ tab: 'todos' });
    await screen.press('enter');
    const before = screen.state();
    await screen.press('?', 'page-down', 'q');
    expect(screen.state()).toEqual(before);
  });
});
