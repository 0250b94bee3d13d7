import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { serveForTest } from '../kit/server.ts';

const DIST = join(import.meta.dirname, '../../dist');
const HOOK = join(import.meta.dirname, '../kit/list-loaded.cjs');

/** What costs a start more than a query does, and so has no place in the commands of every day. */
const HEAVY = new Set([
  'undici',
  'gray-matter',
  'js-yaml',
  'hono',
  '@hono/node-server',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/core',
  'ink',
  'react',
  'markdown-it',
  'highlight.js',
  'chrono-node',
  'diff',
  'smol-toml',
]);

const SERVER = /^src\/server\//;

const EVERYDAY = [
  ['add', 'hello'],
  ['todo', 'call Ann due:friday p1 +home repeat:"every month on the 31st"'],
  ['log', 'hello'],
  ['search', 'hello'],
  ['read', 'hello'],
  ['recent'],
  ['todos'],
  ['tags'],
  ['--help'],
  [],
].map((args) => ({ args, line: args.join(' ') }));

test.each(EVERYDAY)('scrap $line loads nothing heavy', async ({ args }) => {
  const store = temporaryStore();
  if (!['add', 'todo', 'log'].includes(args[0] ?? '')) await scrap(['add', 'hello'], { store });
  const loaded = await loadedBy(args, store);
  expect(loaded).toContain('src/commands/cli.ts');
  expect(loaded.filter((part) => HEAVY.has(part) || SERVER.test(part))).toEqual([]);
});

test('what is heavy is seen where it is needed', async () => {
  const store = temporaryStore();
  expect(await loadedBy(['add', '---\ntitle: x\n---\n'], store)).toContain('gray-matter');
  expect(await loadedBy(['add', 'x', '--due', '24 december'], store)).toContain('chrono-node');
  const server = await serveForTest();
  onTestFinished(server.stop);
  expect(await loadedBy(['recent'], store, { SCRAP_URL: server.base })).toContain('undici');
  const config = temporaryDirectory();
  mkdirSync(join(config, 'scrap'));
  writeFileSync(join(config, 'scrap', 'config.toml'), 'port = 1\n');
  const env = { XDG_CONFIG_HOME: config };
  expect(await loadedBy(['recent'], store, env)).toContain('smol-toml');
});

test('the screen is an ES module of its own, and its loading would be seen', async () => {
  const chunks = readChunks();
  const withInk = Object.keys(chunks).filter((file) => chunks[file]?.includes('ink') === true);
  expect(withInk).toEqual(['ui.mjs']);
  // What is parsed at each start of it: a package kept whole for one function shows here.
  const code = readFileSync(join(DIST, 'ui.mjs'), 'utf8');
  expect(code.length).toBeLessThan(460 * 1024);
  // Asking whether there is one makes Node load undici.
  expect(code).not.toContain('typeof fetch');
  const screen = pathToFileURL(join(DIST, 'ui.mjs')).href;
  const { stderr } = spawnSync(process.execPath, ['-r', HOOK, '-e', `import('${screen}')`], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('loaded ui.mjs');
});

test('a command loads no other operation than its own', async () => {
  const store = temporaryStore();
  await scrap(['add', 'hello'], { store });
  const loaded = await loadedBy(['recent'], store);
  expect(loaded.filter((part) => part.startsWith('src/store/operations/'))).toEqual([
    'src/store/operations/recent.ts',
  ]);
});

/** The packages and source files in the chunks that a run of the program loads. */
async function loadedBy(
  args: readonly string[],
  store: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const chunks = readChunks();
  const { stderr, status } = await scrap(args, {
    store,
    env: { NODE_OPTIONS: `--require=${HOOK}`, ...env },
  });
  expect(status).toBe(0);
  const files = [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) => chunks[file] ?? []);
}

/** What lies in which chunk, as the build wrote it down. */
function readChunks(): Record<string, string[]> {
  return JSON.parse(readFileSync(join(DIST, 'chunks.json'), 'utf8')) as Record<string, string[]>;
}
