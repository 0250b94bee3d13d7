import { expect, test } from 'vitest';

import { cells, characters } from '../src/commands/ui/cells.ts';
import { doing } from './kit/pages.ts';
import { played, type Played } from './kit/screen.ts';
import { filledStore, NOW } from './kit/screen-store.ts';

/** How to get to every kind of screen. */
const PLACES: Readonly<Record<string, (screen: Played) => Promise<void>>> = {
  start: async () => {},
  'a search': (screen) => screen.type('oven'),
  'the list of pages': (screen) => screen.press('esc', 'down'),
  'a page': (screen) => screen.press('esc', 'G', 'enter', 'tab', 'tab'),
  'a page that was ticked': (screen) => screen.press('esc', 'G', 'enter', 'tab', ' '),
  'its history': (screen) => screen.press('esc', 'G', 'enter', 'tab', ' ', 'h'),
  'what changed': (screen) => screen.press('esc', 'G', 'enter', 'tab', ' ', 'h', 'enter'),
  'what would be taken back': (screen) => screen.press('esc', 'G', 'enter', 'tab', ' ', 'h', 'x'),
  'the tags of a page': (screen) => screen.press('esc', 'G', 't'),
  todos: (screen) => screen.press('esc', '2', 'down', ' '),
  tags: (screen) => screen.press('esc', '3'),
  'what renaming a tag would do': async (screen) => {
    await screen.press('esc', '3', 'e', 'ctrl-u', ...characters('house'), 'enter');
  },
  'what agents did': (screen) => screen.press('esc', '4', 'down'),
  'nothing found': (screen) => screen.type('zebra'),
  'all keys': (screen) => screen.press('esc', '?'),
};

const SIZES = [
  [80, 24],
  [40, 20],
  [120, 40],
] as const;

const SMALL = [
  [20, 8],
  [12, 5],
  [9, 3],
  [5, 2],
  [1, 1],
] as const;

test.each(Object.entries(PLACES))('%s, on terminals of every size', async (name, go) => {
  const screen = await played(await filledStore(), { now: NOW });
  await go(screen);
  for (const [columns, rows] of [...SIZES, ...SMALL]) {
    screen.tell({ is: 'resized', columns, rows });
    const drawn = screen.rows();
    expect(drawn).toHaveLength(Math.max(1, rows - 1));
    for (const row of drawn) expect(cells(row)).toBeLessThanOrEqual(columns);
    if (columns < 40) continue;
    const file = `ui-screens/${columns}x${rows}/${name.replaceAll(' ', '-')}.txt`;
    await expect(`${drawn.join('\n')}\n`).toMatchFileSnapshot(file);
  }
});

test('another size is filled at once, and the marked row stays in sight', async () => {
  const screen = await played(await filledStore(), { columns: 80, rows: 24, now: NOW });
  await screen.press('esc', 'G');
  for (const [columns, rows] of SIZES) {
    screen.tell({ is: 'resized', columns, rows: rows - 12 });
    expect(screen.rows()).toHaveLength(rows - 13);
    expect(screen.rows().some((row) => row.startsWith('›'))).toBe(true);
  }
});

test('no text of a page can steer the terminal', async () => {
  const store = await filledStore();
  const evil = '\u001B[2J\u001B]0;x\u0007\u009B1m\rover';
  await doing(store, 'add', { text: `${evil}\n- [ ] ${evil}`, title: `bad ${evil}` });
  const screen = await played(store, { now: NOW });
  const seen = [];
  for (const key of ['esc', 'enter', 'tab', ' ', 'h', 'enter', 'esc', 'x', 'n', 'q', 'q', '2']) {
    await screen.press(key);
    seen.push(...screen.rows());
  }
  expect(seen.join('\n')).toContain('over');
  // ink draws with codes of its own, which are of colours and weights alone.
  const codes = seen.join('').replaceAll(/\u001B\[[\d;]*m/g, '');
  expect(codes).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
});
