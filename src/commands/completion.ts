import { invalid } from '../store/index.ts';
import { callOf } from './call.ts';
import type { Call, Command } from './command.ts';
import { type Candidate, candidates, isPlain } from './completion/candidates.ts';
import { liveFrom } from './completion/live.ts';
import { SCRIPTS, type Shell } from './completion/scripts.ts';
import { splitLine } from './completion/split.ts';
import { readTable } from './read-table.ts';
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

/** A word a line, with what it is behind a TAB; nothing, rather than an error, on a bad day. */
async function answer({ terminal }: Call, line: string): Promise<void> {
  const words = splitLine(line).slice(1);
  const word = words.at(-1) ?? '';
  const named = words.indexOf('--store');
  const store = named === -1 ? undefined : words[named + 1];
  const flags = store === undefined || named + 2 >= words.length ? {} : { store };
  const silent = terminalOf({ json: false, quiet: true });
  const { call: live, close } = callOf({ words: [], flags, literal: false, help: false }, silent);
  try {
    const found = await candidates(words, readTable(), TOPICS, liveFrom(live));
    if (found === 'files') return terminal.print(':files');
    for (const { value, says = '' } of found) {
      if (!value.startsWith(word) || !isPlain(value)) continue;
      terminal.print(`${value}\t${fit(clean(says), 60)}`);
    }
  } catch {
    // Whoever presses Tab is in the middle of a line, where no error has a place.
  } finally {
    close();
  }
}

const TOPICS: readonly Candidate[] = Object.entries(topics).map(([value, { title }]) => ({
  value,
  says: title,
}));
