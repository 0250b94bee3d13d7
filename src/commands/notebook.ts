import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { sayWhen } from './dates.ts';
import { EXIT } from './exit.ts';
import type { Terminal } from './terminal.ts';
import { clean } from './width.ts';

/** What reading a notebook again answers; the shape is the store's. */
interface Synced {
  name: string;
  folder: string;
  files: number;
  added: number;
  changed: number;
  moved: number;
  trashed: number;
  unchanged: number;
  skipped_by_reason: Record<string, number>;
  failed: { path: string; reason: string }[];
  failed_total: number;
  missing?: true;
}

interface Listed {
  name: string;
  folder: string;
  pages: number;
  synced?: string;
}

export const command: Command = {
  group: 'History and data',
  summary: 'Mirror folders of Markdown: their pages follow their files, which stay as they are.',
  words: 'add dir | list | sync name | remove name',
  acts: { add: 'dir', list: '', sync: 'notebook', remove: 'notebook' },
  flags: [
    {
      field: 'name',
      long: '--name',
      value: 'name',
      description: "With add: what the notebook is called; the folder's name unless said",
    },
    {
      field: 'ticks',
      long: '--ticks',
      description: 'With add: ticking an item here changes its one character in the file',
    },
    {
      field: 'keep',
      long: '--keep',
      description: 'With remove: keep its pages, as if they had been imported',
    },
  ],
  examples: [
    'scrap notebook add ~/notes',
    'scrap notebook add ~/notes/wiki --name wiki --ticks',
    'scrap notebook list',
    'scrap notebook sync # while scrap serve runs, it watches by itself',
    'scrap notebook remove notes --keep',
  ],
  async run(call) {
    const [act, word, odd] = call.words;
    if (odd === undefined) {
      if (act === 'add' && word !== undefined) return add(call, word);
      if ((act === undefined || act === 'list') && word === undefined) return list(call);
      if (act === 'sync') return sync(call, word);
      if (act === 'remove' && word !== undefined) return remove(call, word);
    }
    throw invalid(
      'Say: scrap notebook add <dir>, list, sync [<name>] or remove <name>; names with spaces in quotes.',
      { reason: 'usage' },
    );
  },
};

async function add(call: Call, dir: string): Promise<number> {
  const { name, ticks = false } = call.flags;
  const input = { dir, ticks, ...(name === undefined ? {} : { name }) };
  const synced = await asking<Synced>(call, 'notebook_add', input);
  return printSynced(call.terminal, [synced]);
}

async function sync(call: Call, name: string | undefined): Promise<number> {
  const input = name === undefined ? {} : { name };
  const { notebooks } = await asking<{ notebooks: Synced[] }>(call, 'notebook_sync', input);
  if (notebooks.length === 0) call.terminal.say('no notebooks');
  return printSynced(call.terminal, notebooks);
}

async function list({ terminal, perform }: Call): Promise<void> {
  const { notebooks } = await perform<{ notebooks: Listed[] }>('notebook_list', {});
  if (notebooks.length === 0) terminal.say('no notebooks');
  for (const notebook of notebooks) {
    const { name, folder, pages, synced } = notebook;
    if (terminal.manner === 'json') terminal.json(notebook);
    else if (terminal.manner === 'lines') {
      terminal.print([name, pages, synced ?? '', folder].join('\t'));
    } else {
      const when = synced === undefined ? 'not read yet' : `read ${sayWhen(synced, terminal.now)}`;
      const facts = terminal.style('dim', `${pages} pages  ${when}`);
      terminal.print(`${terminal.style('bold', clean(name))}  ${clean(folder)}  ${facts}`);
    }
  }
}

async function remove(call: Call, name: string): Promise<void> {
  const { terminal, flags } = call;
  const keep = flags['keep'] === true;
  const removed = await asking<{ pages: number }>(call, 'notebook_remove', { name, keep });
  if (terminal.manner === 'json') terminal.json(removed);
  else if (terminal.manner === 'lines') terminal.print(`${name}\t${removed.pages}`);
  else {
    const where = keep ? 'stay' : 'went to the trash';
    terminal.print(`${clean(name)} is mirrored no longer; ${removed.pages} pages ${where}`);
  }
}

async function asking<Answer>(
  { perform, terminal }: Call,
  name: 'notebook_add' | 'notebook_sync' | 'notebook_remove',
  input: object,
): Promise<Answer> {
  try {
    return await perform<Answer>(name, input);
  } finally {
    terminal.progress('');
  }
}

/** Prints what was read; the status tells a script of files that could not be. */
function printSynced(terminal: Terminal, all: readonly Synced[]): number {
  for (const synced of all) {
    for (const { path, reason } of synced.failed) terminal.say(`scrap: ${clean(path)} ${reason}`);
    if (synced.missing === true) {
      terminal.say(`scrap: ${clean(synced.folder)} is not there or empty; its pages stay`);
    }
    if (terminal.manner === 'json') terminal.json(synced);
    else terminal.print(terminal.manner === 'lines' ? syncedLine(synced) : said(terminal, synced));
  }
  return all.some((synced) => synced.failed_total > 0) ? EXIT.unreadable : 0;
}

const COUNTS = ['added', 'changed', 'moved', 'trashed', 'unchanged'] as const;

/** In a pipe: name, added, changed, moved, trashed, unchanged, failed. */
function syncedLine(synced: Synced): string {
  const counts = COUNTS.map((what) => synced[what]);
  return [clean(synced.name), ...counts, synced.failed_total].join('\t');
}

function said(terminal: Terminal, synced: Synced): string {
  const counts = COUNTS.filter((what) => synced[what] > 0).map((what) => `${synced[what]} ${what}`);
  const name = terminal.style('bold', clean(synced.name));
  return `${name}: ${counts.length === 0 ? 'nothing' : counts.join(', ')}`;
}
