import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { ScrapError } from '../errors.ts';
import { runningProcess, thisProcess } from './process.ts';
import { unfinished } from './unfinished.ts';

/**
 * Says that this process serves the store in `file`, until the function it gives is called.
 * Throws `busy` (serve_running) when another one does. Advisory: it keeps a restore from taking
 * the store away under a running server. What a killed server has left does not count.
 */
export function holdServeLock(file: string): () => void {
  for (;;) {
    const release = holdLock(lockFile(file));
    if (release !== undefined) return release;
    refuseWhileServed(file);
  }
}

/**
 * Holds the file `lock` for this process until the function it gives is called; undefined while
 * another running process does. What a killed one has left does not count.
 */
export function holdLock(lock: string): (() => void) | undefined {
  const mine = thisProcess();
  const fresh = unfinished(lock);
  writeFileSync(fresh, mine, { mode: 0o600 });
  try {
    while (!linked(fresh, lock)) {
      if (holderOf(lock) !== undefined) return undefined;
      removeStale(lock);
    }
  } finally {
    rmSync(fresh, { force: true });
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true });
  };
}

/**
 * Removes what a killed process has left; one at a time, so that what is removed is what was read
 * and not the lock of somebody who was quicker.
 */
function removeStale(lock: string): void {
  const release = holdLock(`${lock}.stale`);
  if (release === undefined) return;
  const left = read(lock);
  if (left !== undefined && runningProcess(left) === undefined) rmSync(lock, { force: true });
  release();
}

/** Throws `busy` (serve_running) while a running process holds the lock of this store. */
export function refuseWhileServed(file: string): void {
  const pid = servedBy(file);
  if (pid === undefined) return;
  throw new ScrapError(
    'busy',
    `scrap serve is running on ${file} (process ${pid}). Stop it first, then try again.`,
    { reason: 'serve_running', pid },
  );
}

/** The number of the running process that serves this store; undefined where none does. */
export function servedBy(file: string): number | undefined {
  return holderOf(lockFile(file));
}

/** The running process that holds a lock. */
function holderOf(lock: string): number | undefined {
  return runningProcess(read(lock) ?? '');
}

function lockFile(file: string): string {
  return `${file}.serve`;
}

/** A link is made with its content or not at all, so that nobody reads a lock half written. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
