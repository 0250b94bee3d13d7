import { invalid } from '../../store/index.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { ALL_SETTINGS, type Setting, type SettingName, SETTINGS, variableOf } from './table.ts';

type Flags = Readonly<Record<string, unknown>>;

/** A setting as it holds, and where that was said. */
export interface Held {
  readonly value: string;
  readonly from: 'flag' | 'environment' | 'config';
  /** How the one who said it calls it: `--port`, `SCRAP_PORT`, `port in <file>`. */
  readonly called: string;
}

/** What config.toml says, as it was when it was read: at the start, and after a change. */
let config: ConfigFile | undefined;
let failure: unknown;

/**
 * Reads config.toml where there is one, and gives what its owner should be told. A file that
 * cannot be used fails what asks for a setting, and nothing else, so that it can be mended here.
 */
export async function loadSettings(): Promise<readonly string[]> {
  [config, failure] = [undefined, undefined];
  try {
    config = await readConfigFile();
  } catch (error) {
    failure = error;
  }
  return config?.warnings ?? [];
}

/** Whether there is a config.toml that cannot be read. */
export function isUnreadable(): boolean {
  return failure !== undefined;
}

/**
 * The value of a setting: what a flag says, else the environment, else config.toml; undefined
 * where nobody says anything. Throws `invalid`, naming who said it, for a value it cannot have.
 */
export function setting(name: SettingName, flags: Flags = {}): string | undefined {
  const held = heldSetting(name, flags);
  if (held === undefined) return undefined;
  const wrong = wrongWith(name, held);
  if (wrong !== undefined) throw invalid(wrong, { reason: 'bad_setting', setting: name });
  return held.value;
}

/** The same with where it was said, right or not. */
export function heldSetting(name: SettingName, flags: Flags = {}): Held | undefined {
  const { flag, passing }: Setting = SETTINGS[name];
  const given = flag === undefined ? undefined : flags[flag];
  if (typeof given === 'string' && given !== '') {
    return { value: given, from: 'flag', called: `--${flag}` };
  }
  const variable = variableOf(name);
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    return { value: named, from: 'environment', called: variable };
  }
  if (passing === true) return undefined;
  if (failure !== undefined) throw failure; // it may name another store
  const kept = config?.values.get(name);
  if (kept === undefined || kept === '') return undefined;
  return { value: kept, from: 'config', called: `${name} in ${config?.file}` };
}

/** What is wrong with all settings as they hold, a sentence each. */
export function wrongSettings(): string[] {
  return ALL_SETTINGS.flatMap(([name]) => {
    const held = heldSetting(name);
    return (held === undefined ? undefined : wrongWith(name, held)) ?? [];
  });
}

/** What is wrong with a setting as it holds, a sentence; undefined where nothing is. */
export function wrongWith(name: SettingName, held: Held): string | undefined {
  const { secret, wrong }: Setting = SETTINGS[name];
  if (secret === true && held.from === 'config' && config?.isOpen === true) {
    return `${held.called} can be read by others. Close it: chmod 600 ${config.file}`;
  }
  const said = wrong?.(held.value);
  return said === undefined ? undefined : `${held.called} ${said}.`;
}
