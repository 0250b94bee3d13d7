import { invalid } from '../store/index.ts';
import { LIST_FLAGS, printChosen } from './chosen.ts';
import type { Call, Command } from './command.ts';
import { type Listed, type ListEnd, printEnd, printPages } from './format.ts';
import { inputOf } from './input.ts';
import type { Terminal } from './terminal.ts';

interface Explained {
  query: string;
  text: string[];
  plan: string;
}

type Found = ListEnd & { pages: Listed[]; explain?: Explained };

interface Saved {
  name: string;
  query: string;
}

export const command: Command = {
  group: 'Find and read',
  operation: 'search',
  flags: [
    ...LIST_FLAGS,
    {
      field: 'save',
      long: '--save',
      value: 'name',
      description: 'Save the query: @name then stands for it in any query',
    },
    { field: 'saved', long: '--saved', description: 'List the saved searches' },
    {
      field: 'forget',
      long: '--forget',
      value: 'name',
      description: 'Remove the search that is saved under this name',
    },
  ],
  examples: [
    'scrap search oven manual',
    'scrap search tag:shop is:open due:7d',
    "scrap search 'is:claude created:2026-11' --json | jq -r .url",
    'scrap search --save shopping tag:shop is:open',
    'scrap search @shopping',
  ],
  async run(call) {
    const { save, saved, forget, ...input } = inputOf(call.flags);
    const query = call.words.join(' ');
    if ([save, saved, forget].filter((each) => each !== undefined).length > 1) {
      throw invalid('Give one of --save, --saved and --forget.', { reason: 'usage' });
    }
    if (save !== undefined) return keep(call, { name: save, query });
    if (forget !== undefined) return keep(call, { name: forget });
    if (saved === true) return list(call);
    const { pages, explain, ...end } = await call.perform<Found>('search', { query, ...input });
    if (printChosen(call, pages)) printEnd(call.terminal, pages.length, end, 'page');
    else printPages(call.terminal, pages, end);
    if (explain !== undefined) sayExplained(call.terminal, explain);
    return undefined;
  },
};

/** How the query was understood, beside the list. */
function sayExplained(terminal: Terminal, explain: Explained): void {
  if (terminal.manner === 'json') return terminal.say(JSON.stringify({ explain }));
  const { query, text, plan } = explain;
  terminal.say(`understood: ${query === '' ? 'nothing' : query}`);
  if (text.length > 0) terminal.say(`as text: ${text.join(' ')}`);
  terminal.say(`found: ${plan}`);
}

async function keep({ perform, terminal }: Call, input: object): Promise<void> {
  const { saved, ...search } = await perform<Saved & { saved: boolean }>('save_search', input);
  printSaved(terminal, search);
  terminal.say(saved ? 'saved' : 'removed');
}

async function list({ perform, terminal }: Call): Promise<void> {
  const { searches } = await perform<{ searches: Saved[] }>('searches', {});
  for (const search of searches) printSaved(terminal, search);
  if (searches.length === 0) terminal.say('no saved searches; scrap search --save <name> <query>');
}

/** In a pipe: name and query, with a TAB between. */
function printSaved(terminal: Terminal, search: Saved): void {
  const { name, query } = search;
  if (terminal.manner === 'json') terminal.json(search);
  else if (terminal.manner === 'lines') terminal.print(`@${name}\t${query}`);
  else terminal.print(`${terminal.style('cyan', `@${name}`)}  ${query}`);
}
