import { invalid } from '../store/index.ts';
import { callOf } from './call.ts';
import type { Call, Command } from './command.ts';
import { type Candidate, candidates, isPlain } from './completion/candidates.ts';
import { liveFrom } from './completion/live.ts';
import { SCRIPTS, type Shell } from './completion/scripts.ts';
import { splitLine } from './completion/split.ts';
import { serverUrl } from './environment.ts';
import { readTable } from './read-table.ts';
import { placeFor, replicaIn } from './remote/place.ts';
import { terminal as terminalOf } from './terminal.ts';
import { topics } from './topics.ts';
import { clean, fit } from './width.ts';

const SHELLS = Object.keys(SCRIPTS) as Shell[];

export const command: Command = {
  group: 'Run and connect',
  summary: 'Print what makes Tab complete commands, flags, pages, tags and queries in a shell.',
  words: 'shell',
  acts: Object.fromEntries(SHELLS.map((shell) => [shell, ''])),
  flags: [
    {
      field: 'answer',
      long: '--answer',
      description: 'What the shell asks with: list what could stand at the end of a line',
    },
  ],
  examples: [
    'eval "$(scrap completion bash)" # in ~/.bashrc',
    'eval "$(scrap completion zsh)" # in ~/.zshrc, after compinit',
    'scrap completion fish | source # in ~/.config/fish/config.fish',
  ],
  async run(call) {
    const [word = '', odd] = call.words;
    if (call.flags['answer'] === true) return answer(call, call.words.join(' '));
    const shell = SHELLS.find((each) => each === word);
    if (shell !== undefined && odd === undefined) return call.terminal.write(SCRIPTS[shell]);
    throw invalid(`Name your shell: scrap completion ${SHELLS.join('|')}`, { reason: 'usage' });
  },
};

/** Nothing, rather than an error: whoever presses Tab is in the middle of a line. */
async function answer({ terminal }: Call, line: string): Promise<void> {
  try {
    for (const text of await offered(splitLine(line).slice(1))) terminal.print(text);
  } catch {
    // a store that cannot be opened, a setting that is wrong: the next command says so
  }
}

/** A word a line, with what it is behind a TAB. */
async function offered(words: readonly string[]): Promise<string[]> {
  const word = words.at(-1) ?? '';
  const flags = storeFlags(words);
  const silent = terminalOf({ json: false, quiet: true });
  const { call, close } = callOf({ words: [], flags, literal: false, help: false }, silent);
  try {
    const found = await candidates(words, readTable(), TOPICS, liveFrom(call));
    if (found === 'files') return [':files'];
    return found
      .filter(({ value }) => value.startsWith(word) && isPlain(value))
      .map(({ value, says = '' }) => `${value}\t${fit(clean(says), 60)}`);
  } finally {
    close();
  }
}

/**
 * The store that the line is about. Of a server elsewhere it is the copy kept here: nobody waits
 * for a network at a Tab.
 */
function storeFlags(words: readonly string[]): { store?: string } {
  const named = words.indexOf('--store');
  const store = named === -1 ? undefined : words[named + 1];
  const flags = store === undefined || named + 2 >= words.length ? {} : { store };
  const url = serverUrl(flags);
  if (url === undefined) return flags;
  return { store: replicaIn(placeFor(url)) };
}

const TOPICS: readonly Candidate[] = Object.entries(topics).map(([value, { title }]) => ({
  value,
  says: title,
}));
