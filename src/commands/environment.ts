import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { dataDirectory } from './directories.ts';
import { type Held, heldSetting, setting } from './settings/settings.ts';

type Flags = Readonly<Record<string, unknown>>;

/** The store to use: the one named, else in the XDG data directory. */
export function storeFile(flags: Flags): string {
  const named = setting('store', flags);
  return named === undefined ? join(dataDirectory(), 'scrap.db') : resolve(untilded(named));
}

/** A setting of the line goes before one of the environment, and that before config.toml. */
const NEAREST: readonly Held['from'][] = ['flag', 'environment', 'config'];

/**
 * The server that commands speak to instead of opening a store here; undefined where there is
 * none, or a store was named nearer to the line.
 */
export function serverUrl(flags: Flags): string | undefined {
  const [url, store] = [heldSetting('url'), heldSetting('store', flags)];
  if (url === undefined) return undefined;
  const isNearer = store !== undefined && NEAREST.indexOf(store.from) < NEAREST.indexOf(url.from);
  return isNearer ? undefined : setting('url');
}

/** Who signs: `--as`, `SCRAP_AUTHOR`, else the owner. It can only lower the trust. */
export function author(flags: Flags): 'me' | 'claude' {
  return [setting('author', flags), setting('author')].includes('claude') ? 'claude' : 'me';
}

/** The agent's name in what it writes. */
export function client(): { client?: string } {
  const named = setting('client');
  return named === undefined ? {} : { client: named };
}

/** The port of `scrap serve`: the one named, else 7272. */
export function port(flags: Flags = {}): number {
  return Number(setting('port', flags) ?? 7272);
}

/** What models may cost on a day, in US dollars. */
export function budgetUsd(): number {
  return Number(setting('budget_usd') ?? 1);
}

/** What the app's URLs begin with, without a slash at the end. */
export function publicUrl(): string {
  return setting('public_url')?.replace(/\/+$/, '') ?? `http://127.0.0.1:${port()}`;
}

/** The owner's time zone where it is not the system's. */
export function zone(): { zone?: string } {
  const named = setting('tz');
  return named === undefined ? {} : { zone: named };
}

/** No shell has been at what config.toml says. */
function untilded(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
