import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { refuseWhileServed, ScrapError } from '../../store/index.ts';
import type { Call } from '../command.ts';
import { storeFile } from '../environment.ts';
import { heldSetting } from '../settings/settings.ts';
import { ALL_SETTINGS, variableOf } from '../settings/table.ts';
import { thisProgram } from '../this-program.ts';
import { launchAgent, MARK, type ServiceParts, systemdUnit } from './files.ts';
import type { Manager } from './manager.ts';
import { logFile } from './place.ts';

type Flags = Call['flags'];

/**
 * Writes the file of the service and starts it. Throws `conflict` for a file that is not scrap's,
 * and `busy` while somebody else serves the store.
 */
export function installService(manager: Manager, flags: Flags): void {
  const { file } = manager;
  if (!manager.isRunning()) refuseWhileServed(storeFile(flags));
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(MARK)) {
    throw new ScrapError(
      'conflict',
      `${file} is there and was not written by scrap. Move it away, then try again.`,
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(dirname(logFile()), { recursive: true, mode: 0o700 });
  writeFileSync(file, serviceFile(flags), { mode: 0o600 });
  manager.start();
}

/** Stops the service and removes its file; false where there is none. */
export function uninstallService(manager: Manager): boolean {
  if (!existsSync(manager.file)) return false;
  manager.stop();
  rmSync(manager.file, { force: true });
  manager.forget();
  return true;
}

/** Whether the service runs as it would be installed now. */
export function isInstalled(manager: Manager, flags: Flags): boolean {
  const { file } = manager;
  return (
    existsSync(file) && readFileSync(file, 'utf8') === serviceFile(flags) && manager.isRunning()
  );
}

function serviceFile(flags: Flags): string {
  const parts: ServiceParts = {
    node: process.execPath,
    program: thisProgram(),
    environment: environment(flags),
  };
  return process.platform === 'darwin' ? launchAgent(parts, logFile()) : systemdUnit(parts);
}

const DIRECTORIES = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];

/** What config.toml does not say; a secret has no place in this file. */
function environment(flags: Flags): Record<string, string> {
  const named = ALL_SETTINGS.flatMap(([name, { passing, secret }]) => {
    const held = heldSetting(name, flags);
    if (held === undefined || held.from === 'config') return [];
    if (passing === true || secret === true) return [];
    // a service runs in another folder
    return [[variableOf(name), name === 'store' ? storeFile(flags) : held.value] as const];
  });
  const directories = DIRECTORIES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...named, ...directories]);
}
