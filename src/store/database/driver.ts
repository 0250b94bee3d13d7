import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import Line12 from 'better-sqlite3';
import type Database from 'better-sqlite3';

import { ScrapError } from '../errors.ts';

export type { Database };

/**
 * Opens a SQLite file with the better-sqlite3 that this Node can load. No one version serves
 * them all: line 13 carries its binaries but crashes Node 20, line 12 needs a compiled binary,
 * which npm 12 no longer builds. Both are optional dependencies, each with its own JavaScript.
 */
export function openFile(file: string, options: Database.Options): Database.Database {
  const require = createRequire(import.meta.url);
  try {
    if (nodeMajor() >= 22) {
      const Line13 = require('sqlite-n22') as typeof Database;
      return new Line13(file, options);
    }
    // The binary is named, so that `bindings` does not probe a dozen folders at each start.
    const home = dirname(require.resolve('better-sqlite3/package.json'));
    const nativeBinding = join(home, 'build', 'Release', 'better_sqlite3.node');
    if (!existsSync(nativeBinding)) throw missingDriver();
    return new Line12(file, { ...options, nativeBinding });
  } catch (error) {
    if (isMissingModule(error)) throw missingDriver(error);
    throw error;
  }
}

function nodeMajor(): number {
  return Number.parseInt(process.versions.node, 10);
}

function isMissingModule(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
}

function missingDriver(cause?: unknown): ScrapError {
  const mend =
    nodeMajor() >= 22
      ? 'npm install -g scrap-pages'
      : 'npm install -g scrap-pages --allow-scripts=better-sqlite3';
  return new ScrapError(
    'unreadable',
    `The SQLite binary for Node ${process.versions.node} is missing. Install scrap again with this Node: ${mend}`,
    { reason: 'driver' },
    cause,
  );
}
