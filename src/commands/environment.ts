import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { invalid } from '../store/index.ts';

type Flags = Readonly<Record<string, unknown>>;

/** The store to use: `--store`, `SCRAP_STORE`, else in the XDG data directory. */
export function storeFile(flags: Flags): string {
  const named = flags['store'] ?? process.env['SCRAP_STORE'];
  if (typeof named === 'string' && named !== '') return resolve(named);
  return join(directory('XDG_DATA_HOME', '.local/share'), 'scrap.db');
}

/** Where scrap keeps what it may forget, such as the numbers of the last list. */
export function stateDirectory(): string {
  return directory('XDG_STATE_HOME', '.local/state');
}

/** One of scrap's directories; the XDG rule on every system. */
function directory(variable: string, usual: string): string {
  const base = process.env[variable];
  return join(base?.startsWith('/') ? base : join(homedir(), usual), 'scrap');
}

/** Who signs: `--as`, `SCRAP_AUTHOR`, else the owner. It can only lower the trust. */
export function author(flags: Flags): 'me' | 'claude' {
  const named = [flags['as'], process.env['SCRAP_AUTHOR']].filter((name) => (name ?? '') !== '');
  for (const name of named) {
    if (name !== 'me' && name !== 'claude') throw invalid('SCRAP_AUTHOR is either me or claude.');
  }
  return named.includes('claude') ? 'claude' : 'me';
}

/** The port of `scrap serve`: `SCRAP_PORT`, else 7272. */
export function port(): number {
  const named = process.env['SCRAP_PORT'] ?? '7272';
  const number = Number(named);
  if (Number.isInteger(number) && number >= 0 && number <= 65535) return number;
  throw invalid('SCRAP_PORT is a port, a number from 1 to 65535.');
}

/** What the app's URLs begin with, without a slash at the end. */
export function publicUrl(): string {
  const named = process.env['SCRAP_PUBLIC_URL'];
  if (named === undefined || named === '') return `http://127.0.0.1:${port()}`;
  return named.replace(/\/+$/, '');
}

/** The owner's time zone where it is not the system's: `SCRAP_TZ`. */
export function zone(): { zone?: string } {
  const named = process.env['SCRAP_TZ'];
  if (named === undefined || named === '') return {};
  try {
    Intl.DateTimeFormat('en', { timeZone: named });
  } catch {
    throw invalid('SCRAP_TZ is not a time zone. Try Europe/Berlin, or leave it out.');
  }
  return { zone: named };
}
