import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { invalid, nearest } from '../../store/index.ts';
import { configDirectory } from '../directories.ts';
import { ALL_SETTINGS, type SettingName, SETTINGS } from './table.ts';

/** config.toml, read. */
export interface ConfigFile {
  readonly file: string;
  /** By name, as text; what is no setting is not in it. */
  readonly values: ReadonlyMap<SettingName, string>;
  /** Whether others than its owner may read it. */
  readonly isOpen: boolean;
  /** One line for each entry that is no setting. */
  readonly warnings: readonly string[];
}

/** No settings file is longer than this, in bytes. */
const LONGEST = 64 * 1024;

/** Where settings are kept, whether or not there are any. */
export function configPath(): string {
  return join(configDirectory(), 'config.toml');
}

/**
 * Reads config.toml; undefined where there is none, which costs one look at the disk. Throws
 * `invalid` with the line where it is not TOML, or holds for a setting what is neither text nor
 * number.
 */
export async function readConfigFile(file = configPath()): Promise<ConfigFile | undefined> {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const entries = Object.entries(await parse(text, file));
  const values = new Map<SettingName, string>();
  const warnings: string[] = [];
  for (const [key, value] of entries) {
    const where = `${file}:${lineOf(text, key)}`;
    if (!isKept(key)) warnings.push(`${where}: ${oddKey(key)}`);
    else if (typeof value === 'string' || typeof value === 'number') values.set(key, String(value));
    else throw invalid(`${where}: ${key} takes a text or a number.`, { reason: 'bad_setting' });
  }
  return { file, values, isOpen: (statSync(file).mode & 0o044) !== 0, warnings };
}

/** The text as TOML, a table of what it holds. Throws `invalid` with the line. */
export async function parse(text: string, file: string): Promise<Record<string, unknown>> {
  const toml = await import('smol-toml');
  try {
    return toml.parse(text);
  } catch (error) {
    if (!(error instanceof toml.TomlError)) throw error;
    const [what = ''] = error.message.split('\n', 1);
    throw invalid(`${file}:${error.line}: ${what.replace(/^Invalid TOML document: /, '')}.`, {
      reason: 'bad_config',
    });
  }
}

/** The text of config.toml, undefined where there is none. */
export function textOf(file: string): string | undefined {
  let size: number;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    size = stat.isFile() ? stat.size : Infinity;
    if (size <= LONGEST) return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw invalid(`${file} cannot be read (${code}). Look at its permissions.`, {
      reason: 'bad_config',
    });
  }
  throw invalid(`${file} is no settings file: it is no file, or longer than 64 KiB.`, {
    reason: 'bad_config',
  });
}

/** The number of the line on which a key of the first level is set; 1 where it is not found. */
export function lineOf(text: string, key: string): number {
  const at = text.split('\n').findIndex((line) => keyOn(line) === key);
  return at === -1 ? 1 : at + 1;
}

/** The key that a line begins to set, or the table that it opens. */
export function keyOn(line: string): string | undefined {
  return /^\s*\[{0,2}\s*["']?([\w-]+)/.exec(line)?.[1];
}

/** Whether config.toml may hold a setting of this name. */
export function isKept(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name) && KEPT.has(name);
}

const KEPT: ReadonlySet<string> = new Set(
  ALL_SETTINGS.filter(([, { passing }]) => passing !== true).map(([name]) => name),
);

/** What is said of a name that config.toml cannot hold. */
export function oddKey(key: string): string {
  const meant = nearest(key, KEPT);
  const hint = meant === undefined ? 'See: scrap config' : `Did you mean ${meant}?`;
  return `"${key.slice(0, 40)}" is no setting. ${hint}`;
}
