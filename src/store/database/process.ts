import { readFileSync } from 'node:fs';

/** Whether a process with this number is running, be it ours or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 is never sent
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * When a process was started, in the system's own unit; '' where that cannot be told. With its
 * number it names a process: numbers alone are given out again, after a reboot the same ones.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): field 22, counted from behind the name, which may hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** This process in the words that `runningProcess` understands. */
export function thisProcess(): string {
  return `${process.pid} ${startOf(process.pid)}`;
}

/** The number of the process that was written down so, if it is still running. */
export function runningProcess(written: string): number | undefined {
  const [, pid, start] = /^(\d+) (\d*)$/.exec(written) ?? [];
  if (pid === undefined || !isRunning(Number(pid)) || startOf(Number(pid)) !== start) {
    return undefined;
  }
  return Number(pid);
}
