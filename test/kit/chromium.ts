import { existsSync } from 'node:fs';

import { type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

import { program } from './debian.ts';

const KNOWN = [
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
 * Debian's. Throws with the sentence that says what to do.
 */
function findChromium(): string {
  const named = process.env['SCRAP_CHROMIUM'];
  const found = [named, ...KNOWN].find((path) => path !== undefined && existsSync(path));
  return found ?? program('chromium');
}

function launchOptions(args: readonly string[] = []): LaunchOptions {
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
