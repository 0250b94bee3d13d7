import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that was started and waits to be told to begin. */
export interface Waiting {
  /** Lets it begin. */
  readonly go: () => void;
  /** kill -9. */
  readonly kill: () => void;
  /** The lines it has said so far. */
  readonly said: readonly string[];
  /** Resolves when it has said so many lines, or has ended. */
  readonly saying: (lines: number) => Promise<void>;
  /** Resolves when it has ended and all it said was read. */
  readonly ended: Promise<{ status: number | null; stderr: string }>;
}

/** Starts a bundled child; resolves when it is ready to begin. */
export async function start(path: string, ...args: readonly string[]): Promise<Waiting> {
  const child: ChildProcess = spawn(process.execPath, [path, ...args]);
  const said: string[] = [];
  let [half, stderr] = ['', ''];
  let look = () => {};
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (half + text).split('\n');
    half = lines.pop() ?? '';
    said.push(...lines.filter((line) => line !== 'ready'));
    if (lines.length > 0) look();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => {}); // it may be dead already
  const ended = once(child, 'close').then(([status]: (number | null)[]) => {
    look();
    return { status: status ?? null, stderr };
  });
  await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  return {
    go: () => child.stdin?.write('go\n'),
    kill: () => child.kill('SIGKILL'),
    said,
    saying: (lines) =>
      new Promise((resolve) => {
        look = () => {
          if (said.length >= lines || child.exitCode !== null || child.killed) resolve();
        };
        look();
      }),
    ended,
  };
}

/** Starts several children, lets them begin at the same moment, and gives what each has said. */
export async function allAtOnce(
  path: string,
  argsOfEach: readonly (readonly string[])[],
): Promise<string[][]> {
  const children = await Promise.all(argsOfEach.map((args) => start(path, ...args)));
  for (const child of children) child.go();
  return Promise.all(
    children.map(async (child) => {
      const { status, stderr } = await child.ended;
      if (status !== 0) throw new Error(`a process ended with ${String(status)}: ${stderr}`);
      return [...child.said];
    }),
  );
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
