import { allOperations, invalid, nameAt, nearest } from '../store/index.ts';
import { check } from './check.ts';
import { type Client, CLIENTS, type Piece } from './clients.ts';
import type { Call, Command } from './command.ts';
import { port } from './environment.ts';
import { setting } from './settings/settings.ts';
import type { Terminal } from './terminal.ts';

const LABELS = CLIENTS.map(({ label }) => label);

export const command: Command = {
  group: 'Run and connect',
  summary:
    'Show how to bring scrap into Claude Code and other MCP clients, or check that it works.',
  words: 'client',
  acts: Object.fromEntries(LABELS.map((label) => [label, ''])),
  flags: [
    {
      field: 'allow',
      long: '--allow',
      value: 'level',
      choices: ['read', 'add', 'edit'],
      description: 'Let the client do no more than this',
    },
    {
      field: 'check',
      long: '--check',
      description: 'Connect as clients do, and say what is wrong',
    },
  ],
  examples: [
    'scrap connect',
    'scrap connect claude-code --allow read',
    'SCRAP_PUBLIC_URL=https://box.tailnet.ts.net scrap connect --check',
  ],
  async run(call) {
    const { words, flags, terminal } = call;
    const { allow: level } = flags;
    const allow = typeof level === 'string' ? `?allow=${level}` : '';
    const clients = chosen(words);
    if (flags['check'] === true) return check(terminal, `${elsewhere() ?? here()}/mcp/check`);
    const tools = await readingTools();
    if (terminal.manner === 'json') {
      for (const client of clients) terminal.json(asJson(client, allow, tools));
      return;
    }
    say(terminal, clients, allow, tools);
  },
};

/** Where the server is for programs on this machine. */
function here(): string {
  return `http://127.0.0.1:${port()}`;
}

/** Where it is for other machines of the tailnet, when that is known. */
function elsewhere(): string | undefined {
  return setting('public_url')?.replace(/\/+$/, '');
}

function chosen(words: Call['words']): readonly Client[] {
  const [label, odd] = words;
  if (label === undefined) return CLIENTS;
  const client = CLIENTS.find((each) => each.label === label);
  if (client !== undefined && odd === undefined) return [client];
  const meant = nearest(label, LABELS);
  throw invalid(
    `Name one client of ${LABELS.join(', ')}, or none.${meant === undefined || meant === label ? '' : ` Did you mean ${meant}?`}`,
    { reason: 'usage' },
  );
}

/** The tools that change nothing. */
async function readingTools(): Promise<string[]> {
  const reading = (await allOperations()).filter(({ effect }) => effect === 'reads');
  return reading.flatMap((operation) => nameAt(operation, 'mcp') ?? []);
}

function asJson({ name, label, ...client }: Client, allow: string, tools: readonly string[]) {
  const path = `/mcp/${label}${allow}`;
  const away = elsewhere();
  return {
    client: name,
    label,
    here: client.project(here() + path),
    ...(away === undefined ? {} : { elsewhere: client.project(away + path) }),
    ...(client.everywhere === undefined
      ? {}
      : { every_project: client.everywhere((away ?? here()) + path) }),
    ...(client.unasked === undefined ? {} : { unasked: client.unasked(tools) }),
  };
}

const WARNING = [
  'A page may hold words that try to instruct an agent. Do not connect scrap to a session that',
  'also holds powerful credentials; connect it in the projects that need it, and with --allow read',
  'where nothing is to be written. More in docs/connect.md.',
];

function say(
  terminal: Terminal,
  clients: readonly Client[],
  allow: string,
  tools: readonly string[],
): void {
  const away = elsewhere();
  for (const client of clients) {
    const path = `/mcp/${client.label}${allow}`;
    terminal.print(terminal.style('bold', client.name));
    piece(terminal, 'here', client.project(here() + path));
    if (away !== undefined) piece(terminal, 'elsewhere', client.project(away + path));
    if (client.everywhere !== undefined) {
      piece(terminal, 'every project', client.everywhere((away ?? here()) + path));
    }
    if (client.unasked !== undefined) piece(terminal, 'reads unasked', client.unasked(tools));
    terminal.print('');
  }
  if (away === undefined) {
    terminal.say('For other machines: scrap serve behind tailscale serve, and SCRAP_PUBLIC_URL.');
  }
  for (const line of WARNING) terminal.say(line);
}

/** A command on one line; what belongs in a file below the file's name, ready to be copied. */
function piece(terminal: Terminal, title: string, { where, text }: Piece): void {
  const name = `  ${title.padEnd(13)}  `;
  if (where === 'type') return terminal.print(name + text);
  terminal.print(`${name}${where}`);
  for (const line of text.split('\n')) terminal.print(`    ${line}`);
}
