import type { Key } from 'ink';
import { describe, expect, test } from 'vitest';

import { characters } from '../src/commands/ui/cells.ts';
import { hintsRow } from '../src/commands/ui/hints-row.ts';
import { actOf, KEYS, type Mode } from '../src/commands/ui/keys.ts';
import { listener } from '../src/commands/ui/pressed.ts';
import { rowWidth, type Row } from '../src/commands/ui/spans.ts';
import { begin, type State, type Tab, TABS } from '../src/commands/ui/state.ts';
import { editTyped, put, typed, typedText } from '../src/commands/ui/typed.ts';

const MODES = Object.keys(KEYS) as Mode[];

describe('the table of keys', () => {
  test.each(MODES)('no key means two things in %s', (mode) => {
    const keys = KEYS[mode].flatMap((bound) => bound.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  test.each(MODES)('%s can be left, and Ctrl-C ends all', (mode) => {
    const acts = KEYS[mode].map(({ act }) => act);
    expect(acts.some((act) => act === 'quit' || act === 'back' || act === 'to-list')).toBe(true);
    expect(actOf(mode, 'ctrl-c')).toBe('interrupt');
    expect(actOf(mode, 'ctrl-z')).toBe('suspend');
  });

  test.each(['typing', 'asking'] as const)('no letter is a command in %s', (mode) => {
    const letters = KEYS[mode].flatMap(({ keys }) => keys).filter((key) => key.length === 1);
    expect(letters).toEqual([]);
  });
});

describe('the line of hints', () => {
  const at = { now: new Date('2026-12-01T12:00:00Z'), today: '2026-12-01', rows: 24 };
  const stateOn = (tab: Tab, columns: number): State => {
    return { ...begin({ ...at, columns, tab }), isTyping: false };
  };
  const words = (row: Row) => row.map(({ text }) => text).join('');

  test.each(TABS.flatMap((tab) => [20, 40, 80, 120].map((columns) => [tab, columns] as const)))(
    'on %s in %d columns fits, and says how to see the other keys and how to leave',
    (tab, columns) => {
      const row = hintsRow(stateOn(tab, columns));
      expect(rowWidth(row)).toBeLessThanOrEqual(columns);
      expect(words(row)).toContain('? keys');
      expect(words(row)).toContain('q quit');
    },
  );

  test('undo is there once there is something to undo', () => {
    const state = stateOn('pages', 200);
    expect(words(hintsRow(state))).not.toContain('undo');
    const undoable = [{ change: 1, what: 'ticked' }];
    expect(words(hintsRow({ ...state, undoable }))).toContain('u undo');
  });
});

const NO_KEY: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

describe('what the keyboard sends', () => {
  test.each<[string, string, Partial<Key>, string[]]>([
    ['an arrow', '', { upArrow: true }, ['up']],
    ['Enter', '\r', { return: true }, ['enter']],
    ['Esc', '', { escape: true, meta: true }, ['esc']],
    ['Shift-Tab', '', { tab: true, shift: true }, ['shift-tab']],
    ['Ctrl-C', 'c', { ctrl: true }, ['ctrl-c']],
    ['a capital', 'G', { shift: true }, ['G']],
    ['several letters at once', 'jjk', {}, ['j', 'j', 'k']],
    ['a word and Enter at once', 'ov\r', {}, ['o', 'v', 'enter']],
    ['a letter and a mark', 'e\u0301x', {}, ['e\u0301', 'x']],
    ['an emoji of many code points', '👩‍👩‍👧', {}, ['👩‍👩‍👧']],
    ['Ctrl-C among letters', 'a\u0003', {}, ['a', 'ctrl-c']],
    ['Alt and a letter', 'x', { meta: true }, []],
    ['a sequence nobody knows', '[I', {}, []],
    ['a bracket', '[', {}, ['[']],
    ['brackets', '[[a b]]', {}, [...characters('[[a b]]')]],
  ])('%s', (_, input, key, expected) => {
    const heard = listener()(input, { ...NO_KEY, ...key });
    expect(heard).toEqual(expected.map((each) => ({ key: each })));
  });

  test('what is pasted is text, over several reads, and never a command', () => {
    const hear = listener();
    const parts: [string, Partial<Key>][] = [
      ['[200~', {}],
      ['dq', {}],
      ['\r', { return: true }],
      ['x\ny', {}],
      ['[201~', {}],
      ['q', {}],
    ];
    const heard = parts.flatMap(([input, key]) => hear(input, { ...NO_KEY, ...key }));
    const pasted = ['dq', ' ', 'x\ny'].map((text) => ({ pasted: text }));
    expect(heard).toEqual([...pasted, { key: 'q' }]);
  });
});

describe('a line that is typed', () => {
  const run = (text: string, ...keys: string[]) => {
    let line = typed(text);
    for (const key of keys) line = editTyped(line, key) ?? put(line, key, 1000);
    return `${line.text.slice(0, line.at).join('')}|${line.text.slice(line.at).join('')}`;
  };

  test.each([
    [['o', 'v'], 'ov|'],
    [['a', 'left', 'b'], 'b|a'],
    [['a', 'b', 'backspace'], 'a|'],
    [['a', 'home', 'delete', 'b'], 'b|'],
    [['e', '\u0301', 'backspace'], '|'],
    [['👩‍👩‍👧', 'left', 'x'], 'x|👩‍👩‍👧'],
    [['a', '\n', 'b', '\u001B'], 'a b |'],
    [['left', 'right', 'backspace', 'delete', 'ctrl-u', 'ctrl-w'], '|'],
  ])('%j gives %s', (keys, expected) => {
    expect(run('', ...keys)).toBe(expected);
  });

  test.each([
    ['ctrl-u', '|'],
    ['ctrl-w', 'tag:home is:open |'],
    ['ctrl-a', '|tag:home is:open due:7d'],
  ])('%s', (key, expected) => {
    expect(run('tag:home is:open due:7d', key)).toBe(expected);
  });

  test('is no longer than it may be', () => {
    expect(typedText(put(typed('ab'), 'cdefgh', 4))).toBe('abcd');
  });
});
