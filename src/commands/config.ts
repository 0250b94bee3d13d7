import { invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { author } from './environment.ts';
import { configPath, isKept, oddKey } from './settings/config-file.ts';
import { editConfig } from './settings/edit-config.ts';
import { type Held, heldSetting, setting, wrongWith } from './settings/settings.ts';
import {
  ALL_SETTINGS,
  type Setting,
  type SettingName,
  SETTINGS,
  variableOf,
} from './settings/table.ts';
import { readStdin } from './stdin.ts';
import { clean } from './width.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Show the settings and where each was said; change those in config.toml.',
  words: 'get name | set name value | unset name | path',
  acts: { get: 'setting', set: 'setting', unset: 'setting', path: '' },
  examples: [
    'scrap config',
    'scrap config set public_url https://box.tailnet.ts.net',
    'scrap config get tz',
    'scrap config set anthropic_api_key < key.txt # a secret is never typed into a command',
    'scrap config unset editor',
  ],
  async run(call) {
    const [act, name, ...values] = call.words;
    if (act === undefined) return list(call);
    if (act === 'path' && name === undefined) return printPath(call);
    if (act === 'get' && name !== undefined && values.length === 0) return get(call, named(name));
    if (act === 'set' && name !== undefined) return set(call, named(name), values);
    if (act === 'unset' && name !== undefined && values.length === 0) {
      return unset(call, named(name));
    }
    throw invalid(
      'Say: scrap config, or scrap config get <name>, set <name> <value>, unset <name>, path.',
      { reason: 'usage' },
    );
  },
};

/** A setting as it is shown: what is secret says only that it is there. */
interface Shown {
  readonly name: SettingName;
  readonly value?: string;
  /** What holds where nobody says anything, in words. */
  readonly usual?: string;
  /** `default` where nobody said anything. */
  readonly from: Held['from'] | 'default';
  /** What said it: a flag, a variable, a file. */
  readonly called?: string;
  readonly wrong?: string;
}

function printPath({ terminal }: Call): void {
  const path = configPath();
  if (terminal.manner === 'json') terminal.json({ path });
  else terminal.print(path);
}

function list({ terminal, flags }: Call): void {
  const all = ALL_SETTINGS.map(([name]) => shown(name, flags));
  const widest = Math.max(...all.map(({ name }) => name.length));
  const values = Math.min(40, Math.max(...all.map((each) => valueOf(each).length)));
  for (const each of all) {
    const { name, from, called = from, wrong } = each;
    if (terminal.manner === 'json') terminal.json(each);
    else if (terminal.manner === 'lines') {
      terminal.print([name, clean(each.value ?? ''), called].join('\t'));
    } else {
      const line = `${name.padEnd(widest)}  ${valueOf(each).padEnd(values)}`;
      terminal.print(
        from === 'default'
          ? terminal.style('dim', line.trimEnd())
          : `${line}  ${from === 'config' ? 'config.toml' : called}`,
      );
    }
    if (wrong !== undefined) terminal.say(`scrap: ${wrong}`);
  }
}

function shown(name: SettingName, flags: Call['flags']): Shown {
  const { secret, usual }: Setting = SETTINGS[name];
  const held = heldSetting(name, flags);
  if (held === undefined) {
    return { name, ...(usual === undefined ? {} : { usual }), from: 'default' };
  }
  const wrong = wrongWith(name, held);
  return {
    name,
    ...(usual === undefined ? {} : { usual }),
    value: secret === true ? '(secret)' : held.value,
    from: held.from,
    called: held.called,
    ...(wrong === undefined ? {} : { wrong }),
  };
}

function valueOf({ value, usual = 'not set' }: Shown): string {
  return value === undefined ? `(${usual})` : clean(value);
}

function get({ terminal, flags }: Call, name: SettingName): void {
  const { secret }: Setting = SETTINGS[name];
  const one = shown(name, flags);
  const value = setting(name, flags);
  if (terminal.manner === 'json') return terminal.json(one);
  if (value !== undefined) return terminal.print(secret === true ? '(secret)' : value);
  const usual = one.usual === undefined ? '' : ` What holds then: ${one.usual}.`;
  throw new ScrapError('not_found', `${name} is not set.${usual}`, { reason: 'setting' });
}

async function set(call: Call, name: SettingName, words: readonly string[]): Promise<void> {
  refuseAgents(call);
  const value = await given(call, name, words);
  const wrong = wrongWith(name, { value, from: 'config', called: name });
  if (wrong !== undefined) throw invalid(`${wrong} Nothing was set.`, { reason: 'bad_setting' });
  // The door's own rules for what it is given.
  if (name === 'url' || name === 'public_url' || name === 'owner') {
    const { guardRules, originOf } = await import('../server/guard-rules.ts');
    if (name === 'owner') guardRules({ owner: value });
    else originOf(name, value);
  }
  await editConfig(configPath(), name, value);
  say(call, name);
}

async function unset(call: Call, name: SettingName): Promise<void> {
  refuseAgents(call);
  await editConfig(configPath(), name, undefined);
  say(call, name);
}

/** What goes before config.toml is said, since the change is then not seen. */
function say({ terminal, flags }: Call, name: SettingName): void {
  const held = process.env[variableOf(name)] === undefined ? undefined : heldSetting(name, flags);
  if (held?.from === 'environment') terminal.say(`${held.called} is set, and goes before it`);
  terminal.say(`written to ${configPath()}`);
}

async function given(call: Call, name: SettingName, words: readonly string[]): Promise<string> {
  const { secret }: Setting = SETTINGS[name];
  if (secret !== true) {
    if (words.length > 0) return words.join(' ');
    throw invalid(`Say which value: scrap config set ${name} <value>`, { reason: 'usage' });
  }
  if (words.length > 0 || call.terminal.interactive) {
    throw invalid(
      `A command's words can be read by every program here. Pipe it in: scrap config set ${name} < file`,
      { reason: 'usage' },
    );
  }
  const value = Buffer.from(await readStdin(call.terminal))
    .toString('utf8')
    .trim();
  if (/^[\x21-\x7e]{1,500}$/.test(value)) return value;
  throw invalid('That is no key: it is empty, too long, or has more than one word.');
}

function named(name: string): SettingName {
  if (isKept(name)) return name;
  if (Object.hasOwn(SETTINGS, name)) {
    throw invalid(
      `${name} is about one run, so it is no setting to keep. Use its variable or flag.`,
    );
  }
  throw invalid(oddKey(name), { reason: 'usage' });
}

function refuseAgents({ flags }: Call): void {
  if (author(flags) === 'me') return;
  throw new ScrapError('refused', 'Only the owner may change settings.', { reason: 'agent' });
}
