import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { invalid } from '../../store/index.ts';
import { keyOn, parse, textOf } from './config-file.ts';
import type { SettingName } from './table.ts';

/**
 * Writes a setting into config.toml, or with undefined takes it out. Only its line changes;
 * comments and order are the owner's. Throws `invalid` where one line would not do, as for a value
 * of several lines, and nothing is written then.
 */
export async function editConfig(
  file: string,
  name: SettingName,
  value: string | undefined,
): Promise<void> {
  const before = textOf(file) ?? '';
  const wanted: Record<string, unknown> = { ...(await parse(before, file)) };
  if (value === undefined) delete wanted[name];
  else wanted[name] = value;
  const after = withLine(before, name, value);
  if (!(await says(after, file, wanted))) {
    throw invalid(`${name} is not on a line of its own in ${file}. Change it there by hand.`, {
      reason: 'bad_config',
    });
  }
  replace(file, after);
}

async function says(text: string, file: string, wanted: object): Promise<boolean> {
  try {
    return JSON.stringify(sorted(await parse(text, file))) === JSON.stringify(sorted(wanted));
  } catch {
    return false;
  }
}

function sorted(table: object): [string, unknown][] {
  return Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function withLine(text: string, name: SettingName, value: string | undefined): string {
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split('\n');
  const table = lines.findIndex((line) => line.trimStart().startsWith('['));
  const end = table === -1 ? lines.length : table;
  const at = lines.slice(0, end).findIndex((line) => keyOn(line) === name);
  // A TOML string in quotes is written as a JSON one is, but for DEL.
  const written = value === undefined ? [] : [`${name} = ${JSON.stringify(value)}`];
  lines.splice(at === -1 ? end : at, at === -1 ? 0 : 1, ...written);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The file is there whole or as it was; where it is a link, what it leads to is replaced. */
function replace(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = textOf(file) === undefined ? file : realpathSync(file);
  const fresh = `${target}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
    chmodSync(fresh, 0o600);
    renameSync(fresh, target);
  } finally {
    rmSync(fresh, { force: true });
  }
}
