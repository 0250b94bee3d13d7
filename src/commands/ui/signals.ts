/** What ends the screen from outside, and the status that says so: 128 and the signal's number. */
const ENDING = { SIGHUP: 129, SIGQUIT: 131, SIGTERM: 143 } as const;

/** While a window is pulled larger it tells of every size; so long it has to stay, in ms. */
const SETTLED = 30;
/** So long a stop takes at most to come, in ms. */
const STOPPED = 200;

/** What is done when something happens to the process that the screen must know of. */
export interface Heard {
  readonly end: (status: number) => void;
  readonly fail: (error: unknown) => void;
  /** Asked from outside to stop until it is brought back. */
  readonly suspend: () => void;
  /** Brought back by whoever stopped it without asking. */
  readonly resume: () => void;
  readonly resize: () => void;
  /** The process ends now, whatever the reason. */
  readonly hide: () => void;
}

/**
 * Listens to all that ends, stops or resizes the screen from outside. `letStop` leaves stopping to
 * the system, as whoever has the terminal meanwhile expects; `unheard` ends it all.
 */
export function endings(heard: Heard) {
  let timer: NodeJS.Timeout | undefined;
  const resized = () => {
    clearTimeout(timer);
    timer = setTimeout(heard.resize, SETTLED);
  };
  const signals = Object.entries(ENDING).map(
    ([signal, status]) => [signal, () => heard.end(status)] as const,
  );
  for (const [signal, end] of signals) process.on(signal, end);
  process.on('SIGTSTP', heard.suspend);
  process.on('SIGCONT', heard.resume);
  process.on('uncaughtException', heard.fail);
  process.on('exit', heard.hide);
  process.stdout.on('resize', resized);
  return {
    letStop(isLet: boolean): void {
      process.off('SIGTSTP', heard.suspend);
      if (!isLet) process.on('SIGTSTP', heard.suspend);
    },
    unheard(): void {
      clearTimeout(timer);
      for (const [signal, end] of signals) process.off(signal, end);
      process.off('SIGTSTP', heard.suspend);
      process.off('SIGCONT', heard.resume);
      process.off('uncaughtException', heard.fail);
      process.off('exit', heard.hide);
      process.stdout.off('resize', resized);
    },
  };
}

/**
 * Stops this process and those it was started with, as Ctrl-Z does, until it is brought back. Where
 * no shell would ever do that the system refuses to stop it, and it goes on.
 */
export async function stopHere(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STOPPED);
    process.once('SIGCONT', () => {
      clearTimeout(timer);
      resolve();
    });
    process.kill(0, 'SIGTSTP');
  });
}

/** After all that waits to be done now. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
