import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the store is unless it is named otherwise. */
export function dataDirectory(): string {
  return directory('XDG_DATA_HOME', '.local/share');
}

/** Where scrap keeps what it may forget, such as the numbers of the last list. */
export function stateDirectory(): string {
  return directory('XDG_STATE_HOME', '.local/state');
}

/** Where config.toml is. */
export function configDirectory(): string {
  return directory('XDG_CONFIG_HOME', '.config');
}

/** One of scrap's directories; the XDG rule on every system. */
function directory(variable: string, usual: string): string {
  const base = process.env[variable];
  return join(base?.startsWith('/') ? base : join(homedir(), usual), 'scrap');
}

/** Where what can be made again is kept; `$XDG_CACHE_HOME/scrap`. */
export function cacheDirectory(): string {
  return directory('XDG_CACHE_HOME', '.cache');
}
