import { type Flag, GLOBAL_FLAGS } from '../flags.ts';
import { ALL_SETTINGS } from '../settings/table.ts';
import type { Row } from '../table.ts';

/** A word that could stand at the cursor, and a few words about it. */
export interface Candidate {
  readonly value: string;
  readonly says?: string;
}

/** What only the store knows; each is given how the word begins. */
export interface Live {
  readonly pages: (start: string) => Promise<readonly Candidate[]>;
  readonly tags: (start: string) => Promise<readonly Candidate[]>;
  readonly searches: (start: string) => Promise<readonly Candidate[]>;
  readonly operators: () => Promise<
    readonly { name: string; finds: string; choices: readonly string[] }[]
  >;
}

type Found = readonly Candidate[] | 'files';

/**
 * The words that could stand where the last of `words` is being typed, which follow the name of
 * the program; `files` where the shell should name files. Whether they begin as it does is for
 * the caller to look at.
 */
export async function candidates(
  words: readonly string[],
  rows: readonly Row[],
  topics: readonly Candidate[],
  live: Live,
): Promise<Found> {
  const before = words.slice(0, -1);
  const word = words.at(-1) ?? '';
  const at = commandAt(before);
  const named = rows.map(({ name, summary }) => ({ value: name, says: summary }));
  const help = [...named, ...topics];
  if (at === undefined) {
    const last = GLOBAL_FLAGS.find((flag) => isFlag(flag, before.at(-1)));
    if (last?.value !== undefined) return valuesOf(last, word, live);
    if (word.startsWith('-')) return asFlags(GLOBAL_FLAGS);
    return [...named, { value: 'help', says: 'Help on a command or topic' }];
  }
  if (before[at] === 'help') return help;
  const row = rows.find(({ name }) => name === before[at]);
  if (row === undefined) return [];
  const flags = [...row.flags, ...GLOBAL_FLAGS];
  const rest = before.slice(at + 1);
  if (!rest.includes('--')) {
    const last = flags.find((flag) => isFlag(flag, rest.at(-1)));
    if (last?.value !== undefined) return valuesOf(last, word, live);
    const [, long = '', value] = /^(--[a-z-]+)=(.*)$/.exec(word) ?? [];
    const given = flags.find((flag) => flag.long === long);
    if (given !== undefined && value !== undefined) {
      const found = await valuesOf(given, value, live);
      return found === 'files' ? found : prefixed(`${long}=`, found);
    }
    if (word.startsWith('-')) return asFlags(flags);
  }
  if (row.name === 'man') return help;
  return positional(row, wordsIn(rest, flags), word, live);
}

/** Where the command stands: the first word that is no flag, nor the value of a global one. */
function commandAt(words: readonly string[]): number | undefined {
  const takesValue = GLOBAL_FLAGS.filter(({ value }) => value !== undefined);
  const at = words.findIndex(
    (word, i) =>
      !word.startsWith('-') && !takesValue.some((flag) => i > 0 && isFlag(flag, words[i - 1])),
  );
  return at === -1 ? undefined : at;
}

function positional(
  { words = '', acts }: Row,
  before: readonly string[],
  word: string,
  live: Live,
): Promise<Found> | Found {
  const [act] = before;
  if (act !== undefined && before.length === 1 && acts?.[act] !== undefined) {
    return called(acts[act], word, live);
  }
  const isOne = acts !== undefined || ['page', 'dir', 'prefix'].includes(words);
  if (isOne && act !== undefined) return [];
  const first = Object.keys(acts ?? {}).filter((each) => each.startsWith(word));
  if (first.length > 0) return first.map((value) => ({ value }));
  return called(acts === undefined ? words : (words.split(' ')[0] ?? ''), word, live);
}

/** The words that are no flags and no values of flags. */
function wordsIn(words: readonly string[], flags: readonly Flag[]): string[] {
  const takesValue = flags.filter(({ value }) => value !== undefined);
  return words.filter(
    (word, i) =>
      !word.startsWith('-') && !takesValue.some((flag) => i > 0 && isFlag(flag, words[i - 1])),
  );
}

function isFlag({ long, short }: Flag, word: string | undefined): boolean {
  return word !== undefined && (word === long || word === short);
}

function asFlags(flags: readonly Flag[]): Candidate[] {
  return flags.map(({ long, description }) => ({ value: long, says: description }));
}

function valuesOf(flag: Flag, word: string, live: Live): Promise<Found> | Found {
  if (flag.choices !== undefined) return flag.choices.map((value) => ({ value }));
  if (flag.field === 'save' || flag.field === 'forget') return live.searches(word);
  return called(flag.value ?? '', word, live);
}

const DAYS = ['today', 'tomorrow', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const ENDS = ['eow', 'eom', 'eoy', 'none'];
const PERIODS = ['today', 'yesterday', '7d', '2w', '3m', '1y', 'none'];

/** The candidates for a word by what help calls it. */
function called(name: string, word: string, live: Live): Promise<Found> | Found {
  switch (name) {
    case 'page':
    case 'pages':
    case 'to':
    case 'from':
      return live.pages(word);
    case 'tag':
    case 'add-tag':
    case 'remove-tag':
    case 'prefix':
    case 'from to':
      return live.tags(word);
    case 'query':
      return queried(word, live);
    case 'day':
      return [...DAYS, ...ENDS].map((value) => ({ value }));
    case 'setting':
      return ALL_SETTINGS.map(([value, { means }]) => ({ value, says: means }));
    case 'dir':
    case 'file':
    case 'path':
      return 'files';
    case 'text':
      return /^[./~]/.test(word) ? 'files' : [];
    default:
      return [];
  }
}

async function queried(word: string, live: Live): Promise<Found> {
  if (word.startsWith('@')) return prefixed('@', await live.searches(word.slice(1)));
  const [, name = '', value] = /^([a-z_]+):(.*)$/.exec(word) ?? [];
  const operators = await live.operators();
  if (value === undefined) {
    return operators
      .filter(({ name: each }) => each !== 'field')
      .map((each) => ({ value: `${each.name}:`, says: `pages ${each.finds}` }));
  }
  const { choices = [] } = operators.find((each) => each.name === name) ?? {};
  return prefixed(`${name}:`, await operands(name, value, choices, live));
}

function operands(name: string, value: string, choices: readonly string[], live: Live) {
  if (choices.length > 0) return choices.map((choice) => ({ value: choice }));
  if (name === 'tag') return live.tags(value);
  if (['slug', 'links', 'linkedby', 'related'].includes(name)) return live.pages(value);
  const isDay = ['created', 'updated', 'due', 'done', 'after', 'before'].includes(name);
  return isDay ? PERIODS.map((period) => ({ value: period })) : [];
}

function prefixed(prefix: string, found: readonly Candidate[]): Candidate[] {
  return found.map(({ value, ...rest }) => ({ value: prefix + value, ...rest }));
}

/** Whether a shell, which puts a candidate into the line as it is, sees nothing but text in it. */
export function isPlain(value: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_@:=/.,+-]+$/u.test(value);
}
