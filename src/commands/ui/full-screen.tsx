import { type Instance, render } from 'ink';

import { App } from './app.tsx';
import type { Pressed } from './pressed.ts';
import type { State } from './state.ts';

/** The other screen, where the terminal has one, so that what was on it before comes back. */
const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
/** Marks around what is pasted, so that it is not taken for keys. */
const MARK_PASTES = '\u001B[?2004h';
const NO_MARKS = '\u001B[?2004l';
const EMPTY_SCREEN = '\u001B[2J\u001B[H';
const SHOW_CURSOR = '\u001B[?25h';

/** The terminal as one screen, shown and put away as often as somebody else needs it. */
export interface FullScreen {
  readonly show: () => void;
  /** Leaves it at once; nothing is left to do where it is not shown. */
  readonly hide: () => void;
  readonly draw: (state: State) => void;
  /** Draws all of it anew, whatever is on it. */
  readonly redraw: () => void;
  readonly write: (text: string) => void;
}

/** The size of the terminal, in characters. */
export function terminalSize(): { readonly columns: number; readonly rows: number } {
  const { columns, rows } = process.stdout;
  return { columns: columns ?? 80, rows: rows ?? 24 };
}

/** `press` is told of each key, `fail` of an error while drawing. */
export function fullScreen(
  begin: State,
  press: (pressed: Pressed) => void,
  fail: (error: unknown) => void,
): FullScreen {
  const { stdin, stdout } = process;
  const isColoured = (process.env['NO_COLOR'] ?? '') === '';
  let state = begin;
  let drawn: Instance | undefined;

  const tree = () => <App state={state} press={press} isColoured={isColoured} />;
  const mount = () => {
    // Not incrementalRendering, which ink 6 draws a row too low where less than the screen is full.
    drawn = render(tree(), {
      stdout: endless(stdout),
      exitOnCtrlC: false,
      patchConsole: false,
      maxFps: 60,
    });
    drawn.waitUntilExit().catch(fail);
  };
  const unmount = () => {
    drawn?.unmount();
    drawn = undefined;
    if (stdin.isTTY) stdin.setRawMode(false);
  };
  return {
    show() {
      if (drawn !== undefined) return;
      stdout.write(ENTER + MARK_PASTES + EMPTY_SCREEN);
      mount();
    },
    hide() {
      if (drawn === undefined) return;
      unmount();
      stdout.write(SHOW_CURSOR + NO_MARKS + LEAVE);
    },
    draw(next) {
      state = next;
      drawn?.rerender(tree());
    },
    redraw() {
      if (drawn === undefined) return;
      unmount();
      stdout.write(EMPTY_SCREEN);
      mount();
    },
    write: (text) => void stdout.write(text),
  };
}

/**
 * Standard output as ink is to see it: without an end, and always of the same size. Where it finds
 * a frame as tall as the terminal, which one that was just made smaller is, it wipes all that ever
 * scrolled away; what is to be done at another size is done here.
 */
function endless(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const output = Object.create(stdout, {
    rows: { value: Number.MAX_SAFE_INTEGER },
    write: { value: stdout.write.bind(stdout) },
    on: { value: () => output },
    off: { value: () => output },
  }) as NodeJS.WriteStream;
  return output;
}
