import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { doing } from '../kit/pages.ts';
import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { type Sitting, sitDown } from '../kit/tmux.ts';

/** A store with a few pages and todos in it. */
async function filled(): Promise<string> {
  const file = temporaryStore();
  const store = openStore(file, { mayCreate: true });
  await doing(store, 'add', { text: 'It beeps twice.\n\n- [ ] clean it\n', title: 'Oven manual' });
  await doing(store, 'add', { text: 'Call Ann 日本', due: 'today' });
  store.close();
  return file;
}

/** Opens the screen and waits for its keys. */
async function opened(
  how: { line?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Sitting> {
  const sitting = await sitDown(await filled(), how.env === undefined ? {} : { env: how.env });
  sitting.type(`${how.line ?? 'scrap ui'}\n`);
  await sitting.sees('Oven manual');
  return sitting;
}

/** The status of the last command, asked of the shell. */
async function status(sitting: Sitting): Promise<string> {
  await sitting.atShell();
  expect(sitting.known('alternate_on')).toBe('0');
  sitting.type('echo "status=$?"\n');
  await sitting.sees(/status=\d/);
  return /status=(\d+)/.exec(sitting.rows().join('\n'))?.[1] ?? '';
}

test('what was on the terminal is there again, all of it, with status 130 after Ctrl-C', async () => {
  const sitting = await sitDown(await filled());
  sitting.type('i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo "earlier $i"; done\n');
  await sitting.sees('earlier 60');
  // CI: ink by itself would draw nothing.
  const said = join(temporaryDirectory(), 'said');
  sitting.type(`CI=1 scrap ui 2>${said}\n`);
  await sitting.sees('Oven manual');
  expect(sitting.known('alternate_on')).toBe('1');
  const rows = sitting.rows();
  expect(rows).toHaveLength(24);
  expect(rows[22]).toContain('⏎ read');
  expect(rows[23]).toBe('');
  for (const size of [20, 30, 24]) sitting.resize(80, size);
  sitting.type('oven');
  await sitting.sees('1 page');
  sitting.press('C-c');
  expect(await status(sitting)).toBe('130');
  // A warning of Node's would stand in the middle of it; ink shows the cursor there once more.
  expect(readFileSync(said, 'utf8').replaceAll('\u001B[?25h', '')).toBe('');
  expect(sitting.known('cursor_flag')).toBe('1');
  const earlier = sitting.scrollback().match(/^earlier \d+$/gm);
  expect(earlier).toEqual(Array.from({ length: 60 }, (_, i) => `earlier ${i + 1}`));
});

test('Ctrl-Z gives the shell back, and fg the screen as it was', async () => {
  const sitting = await opened();
  sitting.type('oven');
  await sitting.sees('1 page');
  sitting.press('C-z');
  await sitting.atShell();
  expect(sitting.known('alternate_on')).toBe('0');
  sitting.type('echo in the "shell"\n');
  await sitting.sees('in the shell');
  sitting.type('fg\n');
  await sitting.until(() => sitting.known('alternate_on') === '1');
  await sitting.sees('/ oven');
  sitting.type(' manual');
  await sitting.sees('/ oven manual');
  sitting.press('Escape');
  await sitting.sees('q quit');
  sitting.type('q');
  expect(await status(sitting)).toBe('0');
});

test('the editor has the terminal to itself, and what it leaves is saved', async () => {
  const editor = join(temporaryDirectory(), 'editor');
  writeFileSync(editor, '#!/bin/sh\nread -r line </dev/tty\necho "$line" >>"$1"\n');
  chmodSync(editor, 0o700);
  const sitting = await opened({ env: { EDITOR: editor } });
  sitting.type('oven');
  await sitting.sees('1 page');
  sitting.press('Escape');
  await sitting.sees('e edit');
  sitting.type('e');
  await sitting.until(() => sitting.known('alternate_on') === '0');
  sitting.type('from the editor\n');
  await sitting.sees('edited Oven manual');
  sitting.press('Enter');
  await sitting.sees('from the editor');
  sitting.press('Tab', 'Space');
  await sitting.sees('[x] clean it');
  sitting.type('u');
  await sitting.sees('[ ] clean it');
  sitting.press('C-c');
  expect(await status(sitting)).toBe('130');
});

test('ended from outside, and by an error of its own, it leaves the terminal as it was', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'planted.cjs');
  writeFileSync(file, "process.on('SIGURG', () => { throw new Error('planted'); });\n");
  const line = `sh -c 'echo $$ >"$0/pid"; exec "$@"' ${folder} ${process.execPath} -r ${file} ${PROGRAM} ui`;
  const sitting = await opened({ line });
  const kill = (signal: NodeJS.Signals) =>
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), signal);
  kill('SIGTERM');
  expect(await status(sitting)).toBe('143');
  sitting.type(`clear; ${line}\n`);
  await sitting.sees('Oven manual');
  kill('SIGURG');
  expect(await status(sitting)).toBe('1');
  await sitting.sees('This is a bug in scrap.');
  expect(sitting.known('cursor_flag')).toBe('1');
});

test('another size is drawn anew, without a trace of the one before', async () => {
  const sitting = await opened({ line: 'scrap todos -i' });
  await sitting.sees('Call Ann 日本');
  for (const [columns, rows] of [
    [40, 20],
    [120, 40],
    [80, 12],
  ] as const) {
    sitting.resize(columns, rows);
    const once = (drawn: readonly string[], text: string) =>
      drawn.filter((row) => row.includes(text)).length === 1;
    await sitting.until(() => {
      const drawn = sitting.rows();
      const [first = '', last = ''] = [drawn[0], drawn[rows - 2]];
      const isFramed = first.startsWith('1 pages  2 todos') && last.includes('q quit');
      return isFramed && drawn.length === rows && once(drawn, 'Call Ann') && once(drawn, 'q quit');
    });
  }
});

test('bare scrap opens it where there are pages, and else says how to begin', async () => {
  const sitting = await opened({ line: 'scrap', env: { NO_COLOR: '1' } });
  expect(sitting.known('alternate_on')).toBe('1');
  // Weights alone: no 30 to 37 or 90 to 97 among the codes.
  expect(sitting.styled()).not.toMatch(/\u001B\[(?:[\d;]*;)?[39][0-7]m/);
  sitting.press('C-c');
  expect(await status(sitting)).toBe('130');
  sitting.type(`clear; SCRAP_STORE=${temporaryStore()} scrap | tail -1\n`);
  await sitting.sees('scrap read');
  sitting.type(`clear; SCRAP_STORE=${temporaryStore()} scrap\n`);
  await sitting.sees('scrap read');
  sitting.type('clear; TERM=dumb scrap ui\n');
  await sitting.sees('cannot draw a screen');
  expect(await status(sitting)).toBe('2');
});

test.each([[['ui']], [['todos', '-i']], [['ui', '--json']]])(
  'scrap %j without a terminal is a sentence',
  async (args) => {
    const { status, stdout, stderr } = await scrap(args, { store: await filled() });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('needs a terminal');
  },
);
