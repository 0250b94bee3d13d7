import { spawnSync } from 'node:child_process';

/** What another program said and how it ended; status null where it was cut short. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs another program and waits, ten seconds at most; undefined where there is no such program. */
export function runProgram(name: string, args: readonly string[]): Ended | undefined {
  const { status, stdout, stderr, error } = spawnSync(name, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10_000,
    maxBuffer: 4 * 1024 * 1024,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
  return { status, stdout, stderr };
}
