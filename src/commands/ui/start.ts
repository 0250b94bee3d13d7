import type { Event } from './effect.ts';
import { fullScreen, terminalSize } from './full-screen.tsx';
import type { Host } from './host.ts';
import type { Pressed } from './pressed.ts';
import { endings, nextTurn, stopHere } from './signals.ts';
import { begin, type Tab } from './state.ts';
import { askList } from './step.ts';
import { update } from './update.ts';
import { world } from './world.ts';

/**
 * Shows the screen until it is left, and gives the status to end with. The terminal is as it was
 * before on every way out: keys, signals, an error, which is thrown on once the screen is left.
 */
export function start(
  host: Host,
  how: { readonly tab: Tab; readonly query: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    let state = begin({ ...terminalSize(), ...clock(), ...how });
    const press = (pressed: Pressed) => tell({ is: 'pressed', pressed });
    const screen = fullScreen(state, press, leave(reject));

    function clock() {
      const now = new Date();
      return { now, today: host.today(now) };
    }
    function tell(event: Event): void {
      const [next, effects] = update({ ...state, ...clock() }, event);
      state = next;
      screen.draw(state);
      effects.forEach(run);
    }
    const ends = endings({
      end: leave(resolve),
      fail: leave(reject),
      suspend: () => run({ does: 'suspend' }),
      resume: () => screen.redraw(),
      resize: () => {
        tell({ is: 'resized', ...terminalSize() });
        screen.redraw();
      },
      hide: () => screen.hide(),
    });
    /** Away from the screen first: what is said after it must be seen. */
    function leave<T>(then: (value: T) => void): (value: T) => void {
      return (value) => {
        ends.unheard();
        screen.hide();
        then(value);
      };
    }
    async function aside<T>(what: () => Promise<T>): Promise<T> {
      // Out of the reading of keys, which the screen's end would pull the ground from under.
      await nextTurn();
      screen.hide();
      await nextTurn();
      ends.letStop(true);
      try {
        return await what();
      } finally {
        ends.letStop(false);
        screen.show();
        tell({ is: 'resized', ...terminalSize() });
      }
    }
    const run = world(
      host,
      {
        quit: (status) => void nextTurn().then(() => leave(resolve)(status)),
        crash: leave(reject),
        suspend: () => aside(stopHere),
        redraw: () => void nextTurn().then(screen.redraw),
        aside,
        copy: (text) => screen.write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`),
      },
      tell,
    );
    screen.show();
    run(askList(state));
  });
}
