import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { version } from '../../store/index.ts';
import { editor } from '../editor.ts';
import { budgetUsd } from '../environment.ts';
import { loadSettings, setting, wrongSettings } from '../settings/settings.ts';
import { configPath } from '../settings/config-file.ts';
import { PLACES, shipped } from '../skills.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** What is looked at beside the store, by the name of the check. */
export const SURROUNDINGS: readonly (readonly [string, () => Finding | Promise<Finding>])[] = [
  ['program', program],
  ['settings', settings],
  ['zone', zone],
  ['editor', editing],
  ['completion', completing],
  ['skills', skills],
  ['budget', budget],
];

function program(): Finding {
  const node = process.versions.node;
  const says = `scrap ${version} on Node ${node}`;
  const major = Number.parseInt(node, 10);
  if (major >= 22) return ok('program', says);
  return note('program', `${says}, which gets no security fixes any more`, 'install Node 24');
}

async function settings(): Promise<Finding> {
  const odd = [...(await loadSettings()), ...wrongSettings()];
  const [first] = odd;
  if (first === undefined) {
    const file = configPath();
    return ok('settings', existsSync(file) ? `from ${file}` : 'none but the defaults');
  }
  const more = odd.length === 1 ? '' : ` (and ${odd.length - 1} more)`;
  return wrong('settings', `${first}${more}`, 'scrap config');
}

function zone(): Finding {
  const named = setting('tz');
  const system = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (named !== undefined) return ok('zone', named);
  if (!['UTC', 'Etc/UTC'].includes(system)) return ok('zone', `${system}, the system's`);
  return note('zone', 'UTC, the system’s: today begins at midnight there', 'scrap config set tz …');
}

function editing(): Finding {
  const command = editor();
  const [name = ''] = command.trim().split(/\s+/);
  return isProgram(name)
    ? ok('editor', command)
    : wrong('editor', `${name} is not there`, 'scrap config set editor nano');
}

/** Whether a shell would find a program of this name. */
function isProgram(name: string): boolean {
  const places = name.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return places.some((place) => {
    try {
      accessSync(join(place, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const SHELL_FILES: Readonly<Record<string, readonly string[]>> = {
  bash: ['.bashrc', '.bash_profile', '.profile', '.bash_completion'],
  zsh: ['.zshrc'],
  fish: ['.config/fish/config.fish', '.config/fish/completions/scrap.fish'],
};

function completing(): Finding {
  const shell = (process.env['SHELL'] ?? '').split('/').at(-1) ?? '';
  const files = SHELL_FILES[shell];
  if (files === undefined) return ok('completion', 'for bash, zsh and fish');
  const isLoaded = files.some((file) => textOf(join(homedir(), file)).includes('scrap completion'));
  if (isLoaded) return ok('completion', `loaded by ${shell}`);
  return note('completion', `not loaded by ${shell}`, 'scrap help completion');
}

/** Skills in this project or for all of them that are not those of this program any more. */
function skills(): Finding {
  const all = shipped();
  const found = [process.cwd(), homedir()].flatMap((folder) =>
    Object.entries(PLACES).flatMap(([flag, place]) =>
      all.flatMap(({ name, text }) => {
        const file = join(folder, place, 'skills', name, 'SKILL.md');
        return existsSync(file) ? [{ file, flag, folder, isOurs: textOf(file) === text }] : [];
      }),
    ),
  );
  const old = found.find(({ isOurs }) => !isOurs);
  if (old !== undefined) {
    const mend = `cd ${old.folder} && scrap skills install --${old.flag} --force`;
    return note('skills', `${old.file} is not this program's`, mend);
  }
  return ok('skills', found.length === 0 ? 'none here' : `${found.length} as they should be`);
}

function budget(): Finding {
  const most = budgetUsd();
  if (setting('anthropic_api_key') === undefined) return ok('budget', 'no key: no model is asked');
  if (most === 0) return note('budget', '0: no model is asked', 'scrap config set budget_usd 1.00');
  return ok('budget', `models may cost $${most.toFixed(2)} a day; scrap budget says what they did`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
