import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The program as it is installed. */
export const PROGRAM = join(root, 'bin', 'scrap.cjs');

/** Fails, saying how to mend it, where the program has not been built. */
export function built(): void {
  if (existsSync(join(root, 'dist', 'table.json'))) return;
  throw new Error('dist is missing or unfinished. Build it first: npm run build');
}

/** A directory of this test's own, removed when it ends. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'scrap-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The path of a store that is not there yet, in a directory of this test's own. */
export function temporaryStore(): string {
  return join(temporaryDirectory(), 'data', 'scrap.db');
}

/** Where the program's compiled code is kept: one place for all, as one owner's runs have. */
const CACHE = join(tmpdir(), 'scrap-test-cache');

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the built program with nothing of the surroundings but PATH, and a home of its own.
 * `input` is its standard input, which is empty otherwise.
 */
export async function scrap(
  args: readonly string[],
  how: {
    readonly store?: string;
    readonly input?: string | Uint8Array;
    readonly env?: Readonly<Record<string, string>>;
    /** Where it runs; its empty home unless said. */
    readonly cwd?: string;
  } = {},
): Promise<Ran> {
  built();
  const home = mkdtempSync(join(tmpdir(), 'scrap-home-'));
  try {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: how.cwd ?? home,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        XDG_CACHE_HOME: CACHE,
        ...(how.store === undefined ? {} : { SCRAP_STORE: how.store }),
        ...how.env,
      },
    });
    child.stdin.on('error', () => {}); // it may end without having read
    child.stdin.end(how.input ?? '');
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { status, stdout, stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
