import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { configDirectory, stateDirectory } from '../directories.ts';

/** Where systemd looks for the units of a user. */
export function systemdFile(unit: string): string {
  return join(dirname(configDirectory()), 'systemd', 'user', unit);
}

/** Where launchd looks for the agents of a user. */
export function launchdFile(name: string): string {
  return join(homedir(), 'Library', 'LaunchAgents', name);
}

/** Where the service logs to on a system without a journal. */
export function logFile(): string {
  return join(stateDirectory(), 'serve.log');
}
