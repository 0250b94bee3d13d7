/** Something to type or to write into a file, and what it is. */
export interface Piece {
  /** `in .mcp.json of the project`, or where it is typed. */
  readonly where: string;
  readonly text: string;
}

/** A program that agents run in, and how scrap is brought into it. */
export interface Client {
  readonly name: string;
  /** Stands in the address, and so in what it writes. */
  readonly label: string;
  /** For one project, which is the better way: what is not connected cannot be misled. */
  readonly project: (url: string) => Piece;
  /** For every project of this user. */
  readonly everywhere?: (url: string) => Piece;
  /** What lets it call these tools, which only read, without asking each time. */
  readonly unasked?: (tools: readonly string[]) => Piece;
}

/** A word of a shell's command line, whatever is in it but a quote. */
const quoted = (word: string) => (/[^\w:/.-]/.test(word) ? `'${word}'` : word);
const command = (text: string): Piece => ({ where: 'type', text });
const json = (where: string, value: unknown): Piece => ({
  where: `in ${where}`,
  text: JSON.stringify(value),
});
const toml = (where: string, lines: readonly string[]): Piece => ({
  where: `in ${where}`,
  text: lines.join('\n'),
});

const OPENCODE = { $schema: 'https://opencode.ai/config.json' };
const forOpencode = (url: string) => ({ ...OPENCODE, mcp: { scrap: { type: 'remote', url } } });
const forCodex = (url: string) => ['[mcp_servers.scrap]', `url = "${url}"`];

/** The clients that were tried with scrap, in the order in which they are shown. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'Claude Code',
    label: 'claude-code',
    project: (url) => command(`claude mcp add --transport http scrap ${quoted(url)}`),
    everywhere: (url) =>
      command(`claude mcp add --transport http --scope user scrap ${quoted(url)}`),
    unasked: (tools) =>
      json('.claude/settings.json', {
        permissions: { allow: tools.map((tool) => `mcp__scrap__${tool}`) },
      }),
  },
  {
    name: 'Codex',
    label: 'codex',
    project: (url) => toml('.codex/config.toml of a trusted project', forCodex(url)),
    everywhere: (url) => command(`codex mcp add scrap --url ${quoted(url)}`),
    unasked: (tools) =>
      toml(
        'the same file',
        tools.flatMap((tool) => [`[mcp_servers.scrap.tools.${tool}]`, 'approval_mode = "approve"']),
      ),
  },
  {
    name: 'opencode',
    label: 'opencode',
    project: (url) => json('opencode.json of the project', forOpencode(url)),
    everywhere: (url) => json('~/.config/opencode/opencode.json', forOpencode(url)),
    unasked: (tools) =>
      json('the same file', {
        permission: {
          'scrap_*': 'ask',
          ...Object.fromEntries(tools.map((tool) => [`scrap_${tool}`, 'allow'])),
        },
      }),
  },
  {
    name: 'Gemini CLI',
    label: 'gemini-cli',
    project: (url) =>
      json('.gemini/settings.json of the project', { mcpServers: { scrap: { httpUrl: url } } }),
    everywhere: (url) =>
      command(`gemini mcp add --scope user --transport http scrap ${quoted(url)}`),
    unasked: (tools) =>
      toml('~/.gemini/policies/scrap.toml', [
        '[[rule]]',
        'mcpName = "scrap"',
        `toolName = ${JSON.stringify(tools)}`,
        'decision = "allow"',
        'priority = 100',
      ]),
  },
  {
    // It asks only before tools that are not marked as reading.
    name: 'VS Code',
    label: 'vscode',
    project: (url) =>
      json('.vscode/mcp.json of the project', { servers: { scrap: { type: 'http', url } } }),
    everywhere: (url) =>
      command(`code --add-mcp '${JSON.stringify({ name: 'scrap', type: 'http', url })}'`),
  },
  {
    name: 'Inspector',
    label: 'inspector',
    project: (url) =>
      command(
        `npx @modelcontextprotocol/inspector --cli ${quoted(url)} --transport http --method tools/list`,
      ),
  },
];
