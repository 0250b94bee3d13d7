import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { built, PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

/** Somebody at a terminal with an editor that is one line of shell; `$1` is the file. */
function someone(editor: string, env: Readonly<Record<string, string>> = {}) {
  built();
  const [store, home] = [temporaryStore(), temporaryDirectory()];
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  const script = join(home, 'an editor');
  writeFileSync(script, `#!/bin/sh\n${editor}\n`, { mode: 0o700 });
  return {
    store,
    home,
    /** What is left of drafts. */
    kept: () =>
      readdirSync(temporary).flatMap((each) =>
        readdirSync(join(temporary, each)).map((file) =>
          readFileSync(join(temporary, each, file), 'utf8'),
        ),
      ),
    type: async (line: string) => {
      // `script` gives the program a terminal, which is when it asks an editor
      const typed = `${process.execPath} ${PROGRAM} ${line}`;
      const child = spawn('script', ['-qec', typed, '/dev/null'], {
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          TMPDIR: temporary,
          SCRAP_STORE: store,
          SCRAP_TZ: 'Europe/Berlin',
          SCRAP_EDITOR: `sh '${script}'`,
          NO_COLOR: '1',
          ...env,
        },
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
      return { status, said };
    },
  };
}

const FILLED = String.raw`sed -i -e 's/^title:.*/title: Oven/' -e 's/^tags:.*/tags: home, kitchen/' -e 's/^due:.*/due: 24 december 2030/' "$1"; printf 'clean it\n' >> "$1"`;

describe('add alone', () => {
  test('asks for a page in a form, and stores the text below it', async () => {
    const { store, type, kept } = someone(`cp "$1" "$HOME/form"; ${FILLED}`);
    expect(await type('add')).toMatchObject({ status: 0 });
    const { stdout } = await scrap(['read', 'oven', '--json'], { store });
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'Oven',
      tags: ['home', 'kitchen'],
      kind: 'todo',
      due: '2030-12-24',
      text: 'clean it\n',
    });
    expect(kept()).toEqual([]);
  });

  test('does not ask for what the line has said', async () => {
    const { home, store, type } = someone('cp "$1" "$HOME/form"; echo words >> "$1"');
    await type('add --title Oven --tag home');
    expect(readFileSync(join(home, 'form'), 'utf8')).not.toMatch(/title|tags/);
    const { stdout } = await scrap(['read', 'oven', '--json'], { store });
    expect(JSON.parse(stdout)).toMatchObject({ tags: ['home'], text: 'words\n' });
  });

  test.each([
    ['left as it was', ':'],
    ['emptied', ': > "$1"'],
    ['with nothing filled in', `sed -i 's/^due:.*/due: /' "$1"`],
  ])('%s adds nothing and says so', async (_, editor) => {
    const { store, type, kept } = someone(editor);
    const { status, said } = await type('add');
    expect([status, said]).toEqual([0, expect.stringContaining('nothing was added')]);
    expect(existsSync(store)).toBe(false);
    expect(kept()).toEqual([]);
  });

  test.each([
    ['what is no day', `sed -i 's/^due:.*/due: blursday/' "$1"; echo words >> "$1"`, 2],
    ['a failing editor', 'echo words >> "$1"; exit 3', 2],
    ['an editor that is killed', 'echo words >> "$1"; kill -9 $$', 2],
    ['bytes that are no text', String.raw`printf 'words\377' > "$1"`, 2],
  ])('%s keeps the file and names it', async (_, editor, wanted) => {
    const { type, kept } = someone(editor);
    const { status, said } = await type('add');
    expect(status).toBe(wanted);
    const file = /Your text is kept in (\S+)/.exec(said)?.[1] ?? '';
    expect(readFileSync(file, 'latin1')).toContain('words');
    expect(kept()).toHaveLength(1);
  });

  test('a failing editor that wrote nothing leaves nothing', async () => {
    const { type, kept } = someone('exit 1');
    const { status, said } = await type('add');
    expect([status, said]).toEqual([2, expect.stringContaining('ended with a failure')]);
    expect(kept()).toEqual([]);
  });

  test('an editor that is not there is said to be missing', async () => {
    const { type } = someone(':', { SCRAP_EDITOR: 'no-such-editor -w' });
    const { status, said } = await type('add');
    expect([status, said]).toEqual([2, expect.stringContaining('scrap config set editor')]);
  });

  test('Ctrl-C in the editor is the editor’s', async () => {
    // it goes to the shell the editor runs in, and to scrap
    const press = 'file=$1; set -- $(cat /proc/$PPID/stat); kill -INT $PPID $4; sleep 0.1';
    const { store, type } = someone(`${press}; echo words >> "$file"`);
    expect(await type('add')).toMatchObject({ status: 0 });
    expect((await scrap(['read', 'words'], { store })).stdout).toBe('words\n');
  });
});

test('a pipe that brings nothing, as when what fills it fails, empties no page', async () => {
  const store = temporaryStore();
  await scrap(['add', 'before'], { store });
  const { status, stderr } = await scrap(['edit', 'before'], { store, input: '' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('scrap trash before')]);
  expect((await scrap(['read', 'before'], { store })).stdout).toBe('before');
});

describe('edit', () => {
  const before = async (editor: string) => {
    const it = someone(editor);
    await scrap(['add', 'before'], { store: it.store });
    return it;
  };

  test('saves what was written', async () => {
    const { store, type, kept } = await before('echo after >> "$1"');
    expect(await type('edit before')).toMatchObject({ status: 0 });
    expect((await scrap(['read', 'before'], { store })).stdout).toBe('beforeafter\n');
    expect(kept()).toEqual([]);
  });

  test('left as it was, changes nothing', async () => {
    const { type } = await before(':');
    expect(await type('edit before')).toMatchObject({
      status: 0,
      said: expect.stringContaining('nothing changed'),
    });
  });

  test('emptied, changes nothing and says what throws a page away', async () => {
    const { store, type, kept } = await before(': > "$1"');
    const { status, said } = await type('edit before');
    expect([status, said]).toEqual([2, expect.stringContaining('scrap trash before')]);
    expect((await scrap(['read', 'before'], { store })).stdout).toBe('before');
    expect(kept()).toEqual([]);
  });

  test('of a page that changed meanwhile, keeps the text', async () => {
    const other = `printf other | "${process.execPath}" "${PROGRAM}" edit before`;
    const { store, type, kept } = await before(`${other} >/dev/null; echo mine > "$1"`);
    const { status, said } = await type('edit before');
    expect([status, said]).toEqual([4, expect.stringContaining('Your text is kept in')]);
    expect(kept()).toEqual(['mine\n']);
    expect((await scrap(['read', 'before'], { store })).stdout).toBe('other');
  });
});

test.each(['.', './', '/tmp', '~'])('a directory is refused: %s', async (word) => {
  const { status, stderr } = await scrap(['add', word], { store: temporaryStore() });
  expect([status, stderr]).toEqual([2, expect.stringContaining('scrap import')]);
});
