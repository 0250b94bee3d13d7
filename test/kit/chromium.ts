import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Off: everything by which a browser would talk to others than the page it is told to open. */
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of an installed Chrome or Chromium: `SCRAP_CHROMIUM`, else where they usually are, else
 * Debian's, which is installed when there is none and this process may. Throws with the sentence
 * that says what to do.
 */
export function findChromium(): string {
  const named = process.env['SCRAP_CHROMIUM'];
  const found = [named, ...KNOWN].find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('scrap: installing Chromium for the browser tests …\n');
    aptGet('update');
    aptGet('install', '-y', '--no-install-recommends', 'chromium');
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error(
    'The browser tests need Chrome or Chromium. Install one (Debian: sudo apt-get install chromium), or set SCRAP_CHROMIUM to its path.',
  );
}

function aptGet(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function launchOptions(args: readonly string[] = []): LaunchOptions {
  return {
    executablePath: findChromium(),
    // Chromium's own sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...QUIET, ...args],
  };
}

/** A browser without a past. */
export function launchChromium(args: readonly string[] = []) {
  return chromium.launch(launchOptions(args));
}

/** A browser whose past lies in `folder`: closed and launched again, it is the same one. */
export function launchWithPast(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, launchOptions());
}
