import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { program as installed } from './debian.ts';
import { built, PROGRAM, temporaryDirectory } from './scrap.ts';

/** How long something may take to appear, in ms: the machine may have much else to do. */
const PATIENCE = 30_000;

/** A real terminal with a shell in it, as somebody sits before it. */
export interface Sitting {
  /** Types a text as it is. */
  readonly type: (text: string) => void;
  /** Presses keys by tmux's names: `Enter`, `C-c`, `Escape`. */
  readonly press: (...keys: readonly string[]) => void;
  /** What is on the screen, row by row, without blanks at their ends. */
  readonly rows: () => string[];
  /** The same with the codes for colours and weights. */
  readonly styled: () => string;
  /** Everything that scrolled away, and the screen. */
  readonly scrollback: () => string;
  /** What tmux knows of the terminal by one of its formats: `alternate_on`. */
  readonly known: (format: string) => string;
  readonly resize: (columns: number, rows: number) => void;
  /** Waits until a text is on the screen; throws with the screen where it never comes. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  readonly until: (is: () => boolean) => Promise<void>;
  /** Waits until the shell has the terminal again. */
  readonly atShell: () => Promise<void>;
}

/** Opens a terminal in which `scrap` is the built program. Debian's tmux is installed if missing. */
export async function sitDown(
  store: string,
  how: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Sitting> {
  built();
  const tmux = installed('tmux');
  const home = temporaryDirectory();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LC_ALL: 'C.UTF-8',
    SCRAP_STORE: store,
    SCRAP_TZ: 'UTC',
    ...how.env,
  };
  const run = (...args: readonly string[]) =>
    execFileSync(tmux, ['-u', '-S', join(home, 'socket'), '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env,
    });
  run('new-session', '-d', '-x', '80', '-y', '24', '/bin/sh');
  onTestFinished(() => void run('kill-server'));
  const sitting: Sitting = {
    type: (text) => void run('send-keys', '-l', '--', text),
    press: (...keys) => void run('send-keys', '--', ...keys),
    rows: () => run('capture-pane', '-p').split('\n').slice(0, -1),
    styled: () => run('capture-pane', '-p', '-e'),
    scrollback: () => run('capture-pane', '-p', '-S', '-'),
    known: (format) => run('display-message', '-p', `#{${format}}`).trim(),
    resize: (columns, rows) => void run('resize-window', '-x', String(columns), '-y', String(rows)),
    async sees(text) {
      const isThere = () => {
        const seen = sitting.rows().join('\n');
        return typeof text === 'string' ? seen.includes(text) : text.test(seen);
      };
      try {
        await sitting.until(isThere);
      } catch {
        throw new Error(`"${String(text)}" never came:\n${sitting.rows().join('\n')}`);
      }
    },
    atShell: () => sitting.until(() => sitting.known('pane_current_command') === 'sh'),
    async until(is) {
      const end = Date.now() + PATIENCE;
      while (!is()) {
        if (Date.now() > end) throw new Error('that never came');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
  const program = `scrap() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  sitting.type(`${program}; PS1='$ '; clear; echo ready\n`);
  await sitting.sees(/^ready\n\$/m);
  return sitting;
}
